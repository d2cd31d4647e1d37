package io.emphatic.engine.internal.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.engine.Engine;
import io.emphatic.engine.GradientLanes;
import io.emphatic.engine.GradientRule;
import io.emphatic.engine.internal.plain.GradientEngine;
import io.emphatic.engine.internal.sparse.SparseGradientEngine;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the engines of the gradient family promise to any rule, also beyond the rules of the registry. */
class GradientEnginesTest {

    /** w shrinks to a hundredth per step and is measured along the second trace, as no rule of the registry does. */
    private static final class ShrinkingRule implements GradientRule {
        @Override
        public boolean hasSecondTrace() {
            return true;
        }

        @Override
        public double kept(double alphaW) {
            return 0.01;
        }

        @Override
        public void set(Transition t, GradientLanes m) {
            m.weightsAlongTrace[0] = m.alpha[0] * m.delta[0];
            m.weightsAlongPhi[0] = 0.01 * m.secondTraceDotSecondary()[0];
            m.secondaryAlongTrace[0] = 0.01 * m.delta[0];
            m.secondaryAlongPhi[0] = 0.5;
        }
    }

    /** Moves along φₜ₊₁ whatever γₜ₊₁ is, as no rule of the registry does. */
    private record ArrivingRule(double theta, double w) implements GradientRule {
        @Override
        public void set(Transition t, GradientLanes m) {
            m.weightsAlongTrace[0] = m.alpha[0] * m.delta[0] + 0.01 * m.secondaryDotPhi()[0];
            m.weightsAlongPhiNext[0] = theta * m.delta[0];
            m.secondaryAlongTrace[0] = 0.01 * m.delta[0];
            m.secondaryAlongPhi[0] = 0.01 * m.secondaryDotPhi()[0];
            m.secondaryAlongPhiNext[0] = w;
        }
    }

    @ParameterizedTest
    @CsvSource({"0.1, 0.2", "0.1, 0", "0, 0.2", "0, 0"})
    void aRuleMayMoveAlongTheNextFeaturesWhereTheDiscountIsZero(double theta, double w) {
        int size = 70;
        GradientRule rule = new ArrivingRule(theta, w);
        Engine plain = new GradientEngine(rule, 1, size);
        Engine factored = new SparseGradientEngine(rule, 1, size);
        plain.reset(new double[size]);
        factored.reset(new double[size]);
        Transition t = new Transition();
        t.start(Features.binary(size, 0, 1), 0.9, 1);
        for (int step = 0; step < 40; step++) {
            t.ratio(1);
            t.arrive(1, Features.binary(size, step % 5, 5 + step % 3), step % 2 == 0 ? 0 : 0.9, 0.9, 1);
            assertThat(plain.step(t, 0.01)).isTrue();
            assertThat(factored.step(t, 0.01)).isTrue();
            assertThat(factored.weights()).containsExactly(plain.weights(), within(1e-12));
        }
    }

    @Test
    void aFactoredScaleOfSecondaryWeightsMayBecomeSmallWithASecondTrace() {
        int size = 70;
        Engine plain = new GradientEngine(new ShrinkingRule(), 1, size);
        Engine factored = new SparseGradientEngine(new ShrinkingRule(), 1, size);
        plain.reset(new double[size]);
        factored.reset(new double[size]);
        Transition t = new Transition();
        t.start(Features.binary(size, 0, 1), 0.9, 1);
        for (int step = 0; step < 80; step++) {
            t.ratio(1);
            t.arrive(1, Features.binary(size, step % 5, 5 + step % 3), 0.9, 0.9, 1);
            assertThat(plain.step(t, 0.01)).isTrue();
            assertThat(factored.step(t, 0.01)).isTrue();
            assertThat(factored.weights()).containsExactly(plain.weights(), within(1e-9));
        }
    }
}
