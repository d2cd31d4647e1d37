package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** States checked once against the same states given anew at each step. */
class SituationTest {

    /** With starts now and then, and both ways mixed in the third transition. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void arrivingAtASituationIsArrivingAtItsState(long seed) {
        Random random = new Random(seed);
        Features[] features = {
            Features.binary(3, 0), Features.binary(3, 1, 2), Features.dense(0.5, -1, 2), Features.none(3)
        };
        double[] gamma = {0.9, 1, 0, 0.5};
        double[] lambda = {0, 0.3, 1, 0.8};
        double[] interest = {1, 0, 2, 0.25};
        Situation[] situations = new Situation[4];
        for (int s = 0; s < 4; s++) {
            situations[s] = Situation.of(features[s], gamma[s], lambda[s], interest[s]);
        }
        Transition raw = new Transition();
        Transition checked = new Transition();
        Transition mixed = new Transition();
        Learner[] learners = new Learner[3];
        for (int k = 0; k < 3; k++) {
            learners[k] =
                    Algorithms.named("etd").configure(Map.of("step_size", 0.01)).learner(3);
        }
        boolean begin = true;
        for (int step = 0; step < 2_000; step++) {
            int s = random.nextInt(4);
            if (begin) {
                raw.start(features[s], lambda[s], interest[s]);
                checked.start(situations[s]);
                if (random.nextBoolean()) {
                    mixed.start(situations[s]);
                } else {
                    mixed.start(features[s], lambda[s], interest[s]);
                }
            }
            double pi = random.nextDouble();
            int next = random.nextInt(4);
            double reward = random.nextGaussian();
            for (Transition t : new Transition[] {raw, checked, mixed}) {
                t.action(pi, 0.5);
            }
            raw.arrive(reward, features[next], gamma[next], lambda[next], interest[next]);
            checked.arrive(reward, situations[next]);
            if (random.nextBoolean()) {
                mixed.arrive(reward, situations[next]);
            } else {
                mixed.arrive(reward, features[next], gamma[next], lambda[next], interest[next]);
            }
            learners[0].update(raw);
            learners[1].update(checked);
            learners[2].update(mixed);
            begin = random.nextInt(20) == 0;
        }
        assertThat(learners[0].steps()).isEqualTo(2_000);
        assertThat(learners[1].weights()).containsExactly(learners[0].weights());
        assertThat(learners[2].weights()).containsExactly(learners[0].weights());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    1.5 | 0    | 0        | discount is not in the interval [0, 1]: 1.5
                    0   | -0.1 | 0        | lambda is not in the interval [0, 1]: -0.1
                    0   | NaN  | 0        | lambda is not in the interval [0, 1]: NaN
                    0   | 0    | Infinity | interest is not in the interval [0, ∞): Infinity
                    0   | 0    | -1       | interest is not in the interval [0, ∞): -1.0
                    """)
    void whatIsOutOfRangeIsRefusedWhenItIsMade(double discount, double lambda, double interest, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Situation.of(Features.none(2), discount, lambda, interest))
                .withMessage(message);
    }

    @Test
    void minusZeroIsZero() {
        assertThat(Situation.of(Features.none(2), -0.0, -0.0, -0.0).gamma).isZero();
    }

    @Test
    void aStateWithoutFeaturesIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Situation.of(null, 0, 0, 0))
                .withMessageContaining("Features.none(n)");
    }

    @Test
    void arrivingStillNeedsAnActionARewardAndTheSameFeatures() {
        Transition t = new Transition();
        Situation two = Situation.of(Features.none(2), 0, 0, 0);
        assertThatIllegalStateException().isThrownBy(() -> t.arrive(0, two));
        t.start(two);
        t.ratio(1);
        assertThatIllegalArgumentException().isThrownBy(() -> t.arrive(Double.NaN, two));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> t.arrive(0, Situation.of(Features.none(3), 0, 0, 0)))
                .withMessageContaining("3 features where the one before has 2");
        t.arrive(0, two);
        assertThat(t.isComplete()).isTrue();
    }
}
