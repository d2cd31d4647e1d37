package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Statistical statements, each with a fixed seed. */
class ConvergenceTest {
    private static final double[][] MU = {{0.5, 0.5}, {0.4, 0.6}, {0.6, 0.4}};
    private static final double[][] PI = {{0.7, 0.3}, {0.3, 0.7}, {0.5, 0.5}};
    private static final double[] GAMMA = {0.8, 0.6, 0.7};
    private static final double[] LAMBDA = {0.3, 0.9, 0};
    private static final double[] INTEREST = {1, 0.5, 2};

    /**
     * A ring of three states; action 0 goes forward, 1 stays; the reward is the number of the state left, plus noise.
     */
    private static int next(int s, int a) {
        return a == 0 ? (s + 1) % 3 : s;
    }

    private static double[] values() {
        double[] v = new double[3];
        for (int sweep = 0; sweep < 1000; sweep++) {
            for (int s = 0; s < 3; s++) {
                double sum = s;
                for (int a = 0; a < 2; a++) {
                    sum += PI[s][a] * GAMMA[next(s, a)] * v[next(s, a)];
                }
                v[s] = sum;
            }
        }
        return v;
    }

    /** With one feature a state, every algorithm of the registry has the true values as its only fixed point. */
    @ParameterizedTest
    @MethodSource("io.emphatic.LearnerContractTest#algorithms")
    void everyAlgorithmFindsTheTrueValuesWhenEachStateHasItsOwnFeature(Algorithm algorithm) {
        // θ follows w, which follows δ: two averages in a row; or its emphasis is a long average
        boolean slow = algorithm.name().contains("gtd2") || algorithm.name().equals("lc-etd");
        boolean hasStepSize = algorithm.parameters().contains(StepSize.CONSTANT);
        Config config = algorithm.configure(hasStepSize ? Map.of("step_size", slow ? 0.02 : 0.005) : Map.of());
        Learner learner = config.learner(3);
        SplittableRandom random = new SplittableRandom(17);
        Features[] phi = {Features.binary(3, 0), Features.binary(3, 1), Features.binary(3, 2)};
        Transition t = new Transition();
        int s = 0;
        t.start(phi[0], LAMBDA[0], INTEREST[0]);
        double[] mean = new double[3];
        int steps = 200_000;
        for (int k = 0; k < steps; k++) {
            int a = random.nextDouble() < MU[s][0] ? 0 : 1;
            int to = next(s, a);
            t.action(PI[s][a], MU[s][a]);
            t.arrive(s + random.nextDouble(-0.5, 0.5), phi[to], GAMMA[to], LAMBDA[to], INTEREST[to]);
            learner.update(t);
            s = to;
            if (k >= steps / 2 && k % 100 == 0) {
                for (int j = 0; j < 3; j++) {
                    mean[j] += learner.predict(phi[j]) / (steps / 200);
                }
            }
        }
        double[] v = values();
        for (int j = 0; j < 3; j++) {
            assertThat(mean[j]).as("state %d", j).isCloseTo(v[j], within(slow ? 0.1 : 0.05));
        }
    }

    /** Baird's star: off-policy TD(0) diverges, its gradient form does not. */
    @Test
    void onBairdsStarTdExplodesAndGtdDoesNot() {
        double td = bairdError(new Td(0.01));
        double gtd = bairdError(new Gtd(StepSize.constant(0.005), 10));
        assertThat(td).isGreaterThan(1e6);
        assertThat(gtd).isLessThan(10);
    }

    private static double bairdError(Config config) {
        Features[] phi = new Features[7];
        for (int s = 0; s < 6; s++) {
            double[] x = new double[8];
            x[s] = 2;
            x[7] = 1;
            phi[s] = Features.dense(x);
        }
        double[] last = new double[8];
        last[6] = 1;
        last[7] = 2;
        phi[6] = Features.dense(last);
        Learner learner = config.learner(new double[] {1, 1, 1, 1, 1, 1, 10, 1});
        SplittableRandom random = new SplittableRandom(3);
        Transition t = new Transition();
        t.start(phi[0], 0, 1);
        for (int k = 0; k < 5000; k++) {
            boolean solid = random.nextInt(7) == 0;
            t.action(solid ? 1 : 0, solid ? 1.0 / 7 : 6.0 / 7);
            t.arrive(0, phi[solid ? 6 : random.nextInt(6)], 0.99, 0, 1);
            learner.update(t);
        }
        double squares = 0;
        for (Features state : phi) {
            squares += learner.predict(state) * learner.predict(state) / 7;
        }
        return Math.sqrt(squares);
    }
}
