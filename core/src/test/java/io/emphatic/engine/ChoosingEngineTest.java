package io.emphatic.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Etd;
import io.emphatic.Experience;
import io.emphatic.Experience.Kind;
import io.emphatic.Experience.Shape;
import io.emphatic.Learner;
import io.emphatic.Limits;
import io.emphatic.StepSize;
import io.emphatic.Td;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChoosingEngineTest {
    private static final double OFF = Double.POSITIVE_INFINITY;

    private static Experience log(Kind kind, int size) {
        return Experience.random(new SplittableRandom(size), new Shape(600, size, false, 0.03, kind == Kind.BINARY));
    }

    private static ChoosingEngine started(Candidates candidates, int size) {
        ChoosingEngine engine = new ChoosingEngine(candidates);
        engine.reset(new double[size]);
        return engine;
    }

    @ParameterizedTest(name = "{0} features, n = {1}")
    @CsvSource({
        "DENSE, 5",
        "DENSE, 17",
        "DENSE, 64",
        "DENSE, 65",
        "DENSE, 1300",
        "SPARSE, 5",
        "SPARSE, 90",
        "BINARY, 90"
    })
    void candidatesOnOneTraceChooseAndPredictAsSeparateOnes(Kind kind, int size) {
        TraceRule rule = new Etd(1).rule();
        ChoosingEngine shared = started(new SharedTraceCandidates(rule, OFF, OFF, size), size);
        ChoosingEngine separate = started(new SeparateCandidates(() -> new TraceEngine(rule, OFF, OFF, size)), size);
        List<Double> chosen = new ArrayList<>();
        log(kind, size).play(kind, t -> {
            double expected = separate.predict(t.phi());
            assertThat(shared.predict(t.phi())).isCloseTo(expected, within(1e-12 * (1 + Math.abs(expected))));
            assertThat(shared.step(t, 0)).isEqualTo(separate.step(t, 0));
            double delta = separate.tdError();
            assertThat(shared.tdError()).isCloseTo(delta, within(1e-12 * (1 + Math.abs(delta))));
            chosen.add(delta);
        });
        assertThat(chosen).hasSizeGreaterThan(500);
    }

    /** Rewards of 1, γ = 0.5: the value is 2. */
    @Test
    void theStepSizeIsFoundWhateverTheScaleOfTheFeatures() {
        for (double scale : new double[] {1e-3, 1, 1e3}) {
            Learner learner = new Td(StepSize.auto(), Limits.NONE).learner(1);
            Features phi = Features.dense(scale);
            Transition t = new Transition();
            t.start(phi, 0, 1);
            for (int k = 0; k < 2_000; k++) {
                t.ratio(1);
                t.arrive(1, phi, 0.5, 0, 1);
                learner.update(t);
            }
            assertThat(learner.predict(phi)).isCloseTo(2, within(1e-6));
        }
    }

    /** θ ← θ + α φ (2·2φ − φ)ᵀθ grows the faster the larger α is: the largest drop out, the smallest never. */
    @Test
    void aCandidateThatDivergesDropsOutAndTheLearnerGoesOn() {
        Learner learner = new Td(StepSize.auto(), Limits.NONE).learner(new double[] {1});
        Learner fixed = new Td(1).learner(new double[] {1});
        Transition t = new Transition();
        for (int k = 0; k < 3_000; k++) {
            t.start(Features.dense(1), 0, 1);
            t.ratio(1);
            t.arrive(0, Features.dense(2), 1, 0, 1);
            learner.update(t);
            fixed.update(t);
        }
        assertThat(fixed.divergedAt()).isPresent();
        assertThat(learner.divergedAt()).isEmpty();
        assertThat(learner.steps()).isEqualTo(3_000);
        Learner restored = learner.snapshot().restore();
        assertThat(restored.weights()).isEqualTo(learner.weights());
    }

    /** θ ← θ + α (2θ − θ), all rewards 0: the value is 0, and every step size makes the error larger. */
    @Test
    void withoutAnyRewardPredictionsThatConfirmEachOtherAreNotFollowed() {
        Learner learner = new Td(StepSize.auto(), Limits.NONE).learner(new double[] {1});
        Transition t = new Transition();
        for (int k = 0; k < 3_000; k++) {
            t.start(Features.dense(1), 0, 1);
            t.ratio(1);
            t.arrive(0, Features.dense(2), 1, 0, 1);
            learner.update(t);
        }
        assertThat(learner.predict(Features.dense(1))).isBetween(1.0, 1.02);
    }

    /** With γρ above 1 at every step, z and the scores pass the range of numbers after some thousands of steps. */
    @ParameterizedTest
    @ValueSource(doubles = {1.3, 2.5})
    void scoresTooLargeForANumberBeginAnewAndRestoredLearnersGoOnAlike(double ratio) {
        Learner learner = new Td(StepSize.auto(), Limits.NONE).learner(2);
        Learner restored = null;
        SplittableRandom random = new SplittableRandom(1);
        Transition t = new Transition();
        t.start(Features.dense(1, random.nextDouble()), 0, 1);
        double[] before = null;
        for (int k = 0; k < 9000; k++) {
            t.ratio(ratio);
            t.arrive(random.nextDouble(), Features.dense(1, random.nextDouble()), 0.95, 0, 1);
            learner.update(t);
            if (restored != null) {
                restored.update(t);
                assertThat(restored.weights()).isEqualTo(learner.weights());
            } else if (k == 4500) {
                restored = learner.snapshot().restore();
                before = learner.weights();
            }
        }
        assertThat(learner.divergedAt()).isEmpty();
        assertThat(learner.weights()).isNotEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, 1e6, 0})
    void aSavedOrderThatIsNoneIsRefused(double first) {
        ChoosingEngine engine =
                started(new SharedTraceCandidates(new Td(StepSize.auto(), Limits.NONE).rule(), OFF, OFF, 2), 2);
        Map<String, double[]> state = new TreeMap<>(engine.state());
        double[] order = state.get("choice_order").clone();
        order[0] = order[0] == first ? order[1] : first;
        state.put("choice_order", order);
        assertThatThrownBy(() -> engine.load(state)).hasMessage("its choice_order is no order of 19 candidates");
    }
}
