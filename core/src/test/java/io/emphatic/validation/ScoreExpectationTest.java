package io.emphatic.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Etd;
import io.emphatic.Gtd;
import io.emphatic.Learner;
import io.emphatic.StepSize;
import io.emphatic.Td;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The expectation of the score, exactly: every trajectory of a few steps of a small MDP with its probability, through
 * learners that learn on the way.
 */
class ScoreExpectationTest {
    private static final int STATES = 3;
    private static final int ACTIONS = 2;
    private static final int END = STATES;
    private static final int STEPS = 4;

    private final double[][][] p = new double[STATES][ACTIONS][]; // END among the successors
    private final double[][][] reward = new double[STATES][ACTIONS][STATES + 1];
    private final double[][] mu = new double[STATES][];
    private final double[][] pi = new double[STATES][];
    private final double[] gamma = new double[STATES];
    private final double[] lambda = new double[STATES];
    private final double[] interest = new double[STATES];
    private final double[] atCut = new double[STATES]; // b of the state before which the stream is cut
    private final Features[] phi = new Features[STATES];

    /** v̄[t][s]: the value of s at time t where the cut at time STEPS is worth b. */
    private final double[][] value = new double[STEPS + 1][STATES];

    private void draw(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int s = 0; s < STATES; s++) {
            for (int a = 0; a < ACTIONS; a++) {
                p[s][a] = distribution(random, STATES + 1);
                Arrays.setAll(reward[s][a], next -> random.nextDouble(-1, 1));
            }
            mu[s] = distribution(random, ACTIONS);
            pi[s] = seed % 2 == 0 ? new double[] {1, 0} : distribution(random, ACTIONS); // deterministic, too
            gamma[s] = random.nextDouble(0.3, 1);
            lambda[s] = random.nextDouble();
            interest[s] = random.nextDouble(0, 3);
            phi[s] = Features.dense(1, random.nextDouble(-1, 1));
            atCut[s] = random.nextDouble(-2, 2);
        }
        gamma[(int) (seed % STATES)] = 0; // an end where the stream goes on
        interest[(int) ((seed + 1) % STATES)] = 0;
    }

    private static double[] distribution(SplittableRandom random, int length) {
        double[] x = random.doubles(length, 0.1, 1).toArray();
        double sum = Arrays.stream(x).sum();
        return Arrays.stream(x).map(value -> value / sum).toArray();
    }

    /** v̄_t(s) = Σ π p (r + γ(s′) v̄_{t+1}(s′)), which is v_π where the cut is worth v_π. */
    private void solve() {
        value[STEPS] = atCut.clone();
        for (int t = STEPS - 1; t >= 0; t--) {
            for (int s = 0; s < STATES; s++) {
                value[t][s] = backup(s, value[t + 1]);
            }
        }
    }

    private double backup(int s, double[] next) {
        double sum = 0;
        for (int a = 0; a < ACTIONS; a++) {
            for (int to = 0; to <= STATES; to++) {
                double follows = to == END ? 0 : gamma[to] * next[to];
                sum += pi[s][a] * p[s][a][to] * (reward[s][a][to] + follows);
            }
        }
        return sum;
    }

    private double[] expectedScores;
    private double[] expectedErrors; // Σ i (v − v̄)² − Σ i v̄²

    /** Plays the path s₀ a₀ s₁ a₁ … and adds what its learners score, and should, with its probability. */
    private void play(int[] path, double probability, double baselineShift) {
        List<Learner> learners = List.of(
                new Td(0.3).learner(new double[] {0.4, -1}),
                new Etd(0.1).learner(2),
                new Etd(0.5).learner(new double[] {1, 1}),
                new Gtd(StepSize.constant(0.2), 1).learner(2));
        ProgressiveValidation validation = new ProgressiveValidation(learners.size());
        double[] predictions = new double[learners.size()];
        Transition t = new Transition();
        boolean starts = true;
        for (int k = 0; k < STEPS; k++) {
            int s = path[2 * k];
            int a = path[2 * k + 1];
            int next = path[2 * k + 2];
            if (starts) {
                t.start(phi[s], lambda[s], interest[s]);
            }
            t.action(pi[s][a], mu[s][a]);
            starts = next == END;
            if (starts) {
                t.arrive(reward[s][a][next], Features.none(2), 0, 0, 0);
                path[2 * k + 2] = 0; // the next episode starts in state 0
            } else {
                t.arrive(reward[s][a][next], phi[next], gamma[next], lambda[next], interest[next]);
            }
            Arrays.setAll(predictions, l -> learners.get(l).predict(t.phi()));
            for (int l = 0; l < predictions.length; l++) {
                double error = predictions[l] - value[k][s];
                expectedErrors[l] += probability * interest[s] * (error * error - value[k][s] * value[k][s]);
            }
            validation.step(t, predictions, validation.median(predictions) + baselineShift);
            learners.forEach(learner -> learner.update(t));
        }
        if (!starts) {
            int last = path[2 * STEPS];
            validation.cut(gamma[last], atCut[last]);
        }
        for (int l = 0; l < predictions.length; l++) {
            expectedScores[l] += probability * validation.score(l);
        }
    }

    private void follow(int[] path, int length, double probability, double baselineShift) {
        if (length == 2 * STEPS + 1) {
            play(path.clone(), probability, baselineShift);
            return;
        }
        int s = path[length - 1] == END ? 0 : path[length - 1];
        for (int a = 0; a < ACTIONS; a++) {
            for (int next = 0; next <= STATES; next++) {
                path[length] = a;
                path[length + 1] = next;
                follow(path, length + 2, probability * mu[s][a] * p[s][a][next], baselineShift);
            }
        }
    }

    private void requireUnbiased(double baselineShift) {
        expectedScores = new double[4];
        expectedErrors = new double[4];
        for (int s = 0; s < STATES; s++) {
            int[] path = new int[2 * STEPS + 1];
            path[0] = s;
            follow(path, 1, 1.0 / STATES, baselineShift);
        }
        for (int l = 0; l < expectedScores.length; l++) {
            assertThat(expectedScores[l]).isCloseTo(expectedErrors[l], within(1e-10));
            assertThat(expectedErrors[l]).isNotCloseTo(expectedErrors[(l + 1) % 4], within(1e-3));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void theExpectedScoreIsTheSquaredErrorUpToAConstantWhateverTheBaseline(long seed) {
        draw(seed);
        solve();
        for (double baselineShift : new double[] {0, -3, 100}) {
            requireUnbiased(baselineShift);
        }
    }

    /** Then v̄ is v_π at every time. */
    @ParameterizedTest
    @ValueSource(longs = {7, 8})
    void aCutThatIsWorthItsTrueValueLeavesNoBias(long seed) {
        draw(seed);
        for (int sweep = 0; sweep < 2000; sweep++) {
            for (int s = 0; s < STATES; s++) {
                atCut[s] = backup(s, atCut);
            }
        }
        solve();
        for (double[] values : value) {
            for (int s = 0; s < STATES; s++) {
                assertThat(values[s]).isCloseTo(atCut[s], within(1e-12));
            }
        }
        requireUnbiased(0);
    }
}
