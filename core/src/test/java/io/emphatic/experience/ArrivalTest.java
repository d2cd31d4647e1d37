package io.emphatic.experience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.emphatic.Algorithms;
import io.emphatic.Learner;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrivals checked once against the same given anew at each step. */
class ArrivalTest {
    private static final Features[] FEATURES = {
        Features.binary(3, 0),
        Features.binary(3, 1, 2),
        Features.dense(0.5, -1, 2),
        Features.none(3),
        Features.binary(3, 2)
    };
    private static final double[] GAMMA = {0.9, 1, 0, 0.5, 0.7};
    private static final double[] LAMBDA = {0, 0.3, 1, 0.8, 0.6};
    private static final double[] INTEREST = {1, 0, 2, 0.25, 1.5};
    private static final double MU = 0.5;

    private static Arrival arrival(double pi, double reward, int s) {
        return Arrival.of(pi, MU, reward, FEATURES[s], GAMMA[s], LAMBDA[s], INTEREST[s]);
    }

    private static Arrival start(int s) {
        return Arrival.start(FEATURES[s], LAMBDA[s], INTEREST[s]);
    }

    private static void give(Transition t, double pi, double reward, int s) {
        t.action(pi, MU);
        t.arrive(reward, FEATURES[s], GAMMA[s], LAMBDA[s], INTEREST[s]);
    }

    /** With starts now and then, and both ways mixed in the third transition; tree-backup reads π of both steps. */
    @ParameterizedTest
    @CsvSource({"1,etd", "2,etd", "3,tree-backup", "4,abtd", "5,htd"})
    void followingAnArrivalIsActingAndArriving(long seed, String algorithm) {
        Random random = new Random(seed);
        Transition[] transitions = {new Transition(), new Transition(), new Transition()};
        Learner[] learners = new Learner[3];
        for (int k = 0; k < 3; k++) {
            learners[k] = Algorithms.named(algorithm)
                    .configure(Map.of("step_size", 0.01))
                    .learner(3);
        }
        boolean begin = true;
        for (int step = 0; step < 2_000; step++) {
            int first = random.nextInt(FEATURES.length);
            int next = random.nextInt(FEATURES.length);
            double pi = random.nextDouble();
            double reward = random.nextGaussian();
            for (int k = 0; k < 3; k++) {
                boolean checkedBefore = k == 1 || (k == 2 && random.nextBoolean());
                if (begin && checkedBefore) {
                    transitions[k].start(start(first));
                } else if (begin) {
                    transitions[k].start(FEATURES[first], LAMBDA[first], INTEREST[first]);
                }
                if (k == 1 || (k == 2 && random.nextBoolean())) {
                    transitions[k].follow(arrival(pi, reward, next));
                } else {
                    give(transitions[k], pi, reward, next);
                }
                learners[k].update(transitions[k]);
            }
            begin = random.nextInt(20) == 0;
        }
        assertThat(learners[0].steps()).isEqualTo(2_000);
        assertThat(learners[0].weights()).doesNotContain(0);
        assertThat(learners[1].weights()).containsExactly(learners[0].weights());
        assertThat(learners[2].weights()).containsExactly(learners[0].weights());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    0.5 | 0.5  | 0   | 1.5 | 0    | 0        | discount is not in the interval [0, 1]: 1.5
                    0.5 | 0.5  | 0   | 0   | -0.1 | 0        | lambda is not in the interval [0, 1]: -0.1
                    0.5 | 0.5  | 0   | 0   | NaN  | 0        | lambda is not in the interval [0, 1]: NaN
                    0.5 | 0.5  | 0   | 0   | 0    | Infinity | interest is not in the interval [0, ∞): Infinity
                    0.5 | 0.5  | 0   | 0   | 0    | -1       | interest is not in the interval [0, ∞): -1.0
                    0.5 | 0.5  | NaN | 0   | 0    | 0        | reward is not a finite number: NaN
                    1.5 | 0.5  | 0   | 0   | 0    | 0        | target probability is not in the interval [0, 1]: 1.5
                    0.5 | 0    | 0   | 0   | 0    | 0        | behaviour probability of an action that was taken is not in the interval (0, 1]: 0.0
                    1   | 1e-320 | 0 | 0   | 0    | 0        | importance_ratio is not a finite number: Infinity
                    """)
    void whatIsOutOfRangeIsRefusedWhenItIsMade(
            double pi, double mu, double reward, double discount, double lambda, double interest, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Arrival.of(pi, mu, reward, Features.none(2), discount, lambda, interest))
                .withMessage(message);
    }

    @Test
    void minusZeroIsZero() {
        assertThat(Arrival.of(-0.0, 1, -0.0, Features.none(2), -0.0, -0.0, -0.0).gamma)
                .isZero();
    }

    @Test
    void aStateWithoutFeaturesIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Arrival.start(null, 0, 0))
                .withMessageContaining("Features.none(n)");
    }

    @Test
    void whatCannotFollowIsRefusedAndChangesNothing() {
        Transition t = new Transition();
        assertThatIllegalStateException()
                .isThrownBy(() -> t.follow(arrival(1, 0, 0)))
                .withMessageContaining("start the transition first");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> t.start(arrival(1, 0, 0)))
                .withMessageContaining("cannot start with an arrival from elsewhere");
        t.start(start(1));
        assertThat(t.isComplete()).isFalse();
        for (int k = 0; k < 2; k++) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> t.follow(start(0)))
                    .withMessageContaining("a start does not follow");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> t.follow(Arrival.of(1, 1, 0, Features.none(2), 0, 0, 0)))
                    .withMessageContaining("2 features where the one before has 3");
            t.follow(arrival(0.25, 7, 0));
        }
        assertThat(t.phi()).isSameAs(FEATURES[0]);
        assertThat(t.phiNext()).isSameAs(FEATURES[0]);
        assertThat(t.rhoPrev()).isEqualTo(0.5);
        assertThat(t.reward()).isEqualTo(7);
        assertThat(t.isComplete()).isTrue();
    }

    @Test
    void anActionThatWaitsForItsArrivalIsNotPassedOver() {
        Transition t = new Transition();
        t.start(start(0));
        t.action(0.25, MU);
        assertThatIllegalStateException()
                .isThrownBy(() -> t.follow(arrival(1, 0, 0)))
                .withMessageContaining("has led nowhere yet");
        t.arrive(1, FEATURES[1], 0.9, 0, 1);
        assertThat(t.pi()).isEqualTo(0.25);
    }

    /** The transition fills two of its own; one that somebody gave is never among them. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatWasGivenIsNeverWrittenTo(long seed) {
        Random random = new Random(seed);
        Arrival start = start(0);
        Arrival given = arrival(0.25, 7, 1);
        Transition t = new Transition();
        for (int k = 0; k < 1_000; k++) {
            switch (random.nextInt(4)) {
                case 0 -> t.start(start);
                case 1 -> t.start(FEATURES[2], 0.9, 3);
                default -> {
                    if (k == 0) {
                        t.start(start);
                    }
                }
            }
            if (random.nextBoolean()) {
                t.follow(given);
                assertThat(t.reward()).isEqualTo(7);
                assertThat(t.pi()).isEqualTo(0.25);
            } else {
                give(t, 1, 9, 2);
                assertThat(t.reward()).isEqualTo(9);
                assertThat(t.pi()).isEqualTo(1);
            }
            assertThat(given.reward).isEqualTo(7);
            assertThat(given.pi).isEqualTo(0.25);
            assertThat(given.phi).isSameAs(FEATURES[1]);
            assertThat(start.interest).isEqualTo(INTEREST[0]);
            assertThat(start.phi).isSameAs(FEATURES[0]);
        }
    }
}
