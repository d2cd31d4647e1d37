package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** §2 of the paper: φ(1) = 1, φ(2) = 2, i(1) = 1, i(2) = 0, γ = 1, α = 0.1, θ₀ = 10, and rewards of zero. */
class PaperExampleTest {
    private static final Features FIRST = Features.dense(1);
    private static final Features SECOND = Features.dense(2);

    /** θ before the first pass and after each of the passes from the first state through the second to the end. */
    private static List<Double> passes(Config config, int count) {
        Learner learner = config.learner(new double[] {10});
        List<Double> theta = new ArrayList<>(List.of(10.0));
        Transition t = new Transition();
        for (int pass = 0; pass < count; pass++) {
            t.start(FIRST, 0, 1);
            t.ratio(1);
            t.arrive(0, SECOND, 1, 0, 0);
            learner.update(t);
            t.ratio(1);
            t.arrive(0, Features.none(1), 0, 0, 0);
            learner.update(t);
            theta.add(learner.weights()[0]);
        }
        return theta;
    }

    @Test
    void aLearnerSaysWhatItIsInWordsOfSpecs() {
        assertThat(new InterestTd(0.25).learner(2)).hasToString("interest-td (step_size 0.25): 2 weights, 0 steps");
        Limits overshoot = Limits.overshoot(0.5);
        assertThat(new Etd(StepSize.relative(0.125), overshoot).learner(1))
                .hasToString("etd (relative_step_size 0.125, overshoot 0.5): 1 weight, 0 steps");
    }

    @Test
    void interestWeightedTdGrowsByATenthAtEveryPass() {
        List<Double> theta = passes(new InterestTd(0.1), 50);
        assertThat(theta.get(1)).isCloseTo(11, within(1e-12));
        assertThat(theta.get(2)).isCloseTo(12.1, within(1e-12));
        for (int pass = 1; pass <= 50; pass++) {
            assertThat(theta.get(pass)).isCloseTo(10 * Math.pow(1.1, pass), within(1e-9));
        }
    }

    /** F = 1 in both states: θ grows by θ/10 in the first and then loses 4/10 in the second: a factor of 1.1 · 0.6. */
    @Test
    void emphaticTdShrinksWhereInterestWeightedTdGrows() {
        List<Double> theta = passes(new Etd(0.1), 50);
        assertThat(theta.get(1)).isCloseTo(6.6, within(1e-12));
        for (int pass = 1; pass <= 50; pass++) {
            assertThat(theta.get(pass)).isCloseTo(10 * Math.pow(0.66, pass), within(1e-12));
        }
    }

    @Test
    void repeatingOnlyTheFirstTransitionGives10Then11Then12Point1() {
        Learner learner = new InterestTd(0.1).learner(new double[] {10});
        Transition t = new Transition();
        double[] expected = {11, 12.1, 13.31};
        for (double theta : expected) {
            t.start(FIRST, 0, 1);
            t.ratio(1);
            t.arrive(0, SECOND, 1, 0, 0);
            learner.update(t);
            assertThat(learner.weights()[0]).isCloseTo(theta, within(1e-12));
        }
    }
}
