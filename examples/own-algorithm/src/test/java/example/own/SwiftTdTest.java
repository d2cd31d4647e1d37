package example.own;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.emphatic.Algorithms;
import io.emphatic.Learner;
import io.emphatic.Snapshot;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.lab.Seeds;
import io.emphatic.lab.problems.Problems;
import io.emphatic.lab.simulation.Experience;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SwiftTdTest {
    private static final double GAMMA = 0.9;
    private static final double LAMBDA = 0.8;
    private static final int N = 4;
    private static final int STEPS = 300;

    @Test
    void theRegistryFindsIt() {
        assertSame(SwiftTd.ALGORITHM, Algorithms.named("swift-td"));
    }

    /** The loop of the paper, which sees a state and the reward before it, and nothing of this project. */
    private static double[] plain(double[][] phi, double[] reward, double eta, double epsilon, double meta) {
        double[] w = new double[N];
        double[] beta = new double[N];
        Arrays.fill(beta, Math.log(0.05));
        double[] z = new double[N];
        double[] zDelta = new double[N];
        double[] zBar = new double[N];
        double[] p = new double[N];
        double[] h = new double[N];
        double[] hOld = new double[N];
        double[] hTemp = new double[N];
        double[] deltaW = new double[N];
        double vOld = 0;
        double vDelta = 0;
        for (int t = 0; t < phi.length; t++) {
            double v = dot(w, phi[t]);
            double delta = t == 0 ? 0 : reward[t] + GAMMA * v - vOld;
            for (int i = 0; i < N; i++) {
                deltaW[i] = delta * z[i] - zDelta[i] * vDelta;
                w[i] += deltaW[i];
                beta[i] = Math.min(Math.log(eta), beta[i] + meta / Math.exp(beta[i]) * (delta - vDelta) * p[i]);
                hOld[i] = h[i];
                h[i] = hTemp[i] + delta * zBar[i] - zDelta[i] * vDelta;
                hTemp[i] = h[i];
                zDelta[i] = 0;
                z[i] *= GAMMA * LAMBDA;
                p[i] *= GAMMA * LAMBDA;
                zBar[i] *= GAMMA * LAMBDA;
            }
            double tau = 0;
            for (int i = 0; i < N; i++) {
                tau += Math.exp(beta[i]) * phi[t][i] * phi[t][i];
            }
            double b = dot(z, phi[t]);
            vDelta = 0;
            for (int i = 0; i < N; i++) {
                if (phi[t][i] != 0) {
                    vDelta += deltaW[i] * phi[t][i];
                    zDelta[i] = eta / Math.max(eta, tau) * Math.exp(beta[i]) * phi[t][i];
                    z[i] += zDelta[i] * (1 - b);
                    p[i] += hOld[i] * phi[t][i];
                    zBar[i] += zDelta[i] * (1 - b - zBar[i] * phi[t][i]);
                    hTemp[i] = h[i] - hOld[i] * phi[t][i] * (z[i] - zDelta[i]) - h[i] * zDelta[i] * phi[t][i];
                    if (tau > eta) {
                        hTemp[i] = 0;
                        h[i] = 0;
                        hOld[i] = 0;
                        zBar[i] = 0;
                        beta[i] += Math.log(epsilon) * phi[t][i] * phi[t][i];
                    }
                }
            }
            vOld = v;
        }
        return w;
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i] * y[i];
        }
        return sum;
    }

    @Test
    void onPolicyItHasTheWeightsOfThePapersLoop() {
        SplittableRandom random = new SplittableRandom(5);
        double[][] phi = new double[STEPS][N];
        double[] reward = random.doubles(STEPS, -1, 2).toArray();
        for (double[] row : phi) {
            Arrays.setAll(row, i -> random.nextInt(3) == 0 ? 0 : random.nextDouble(-1, 1.5));
        }
        for (double eta : new double[] {0.1, 1.5}) { // the first is passed often, the second never
            Learner learner = new SwiftTd(0.05, 0.01, eta, 0.95).learner(N);
            Transition t = new Transition();
            t.start(Features.dense(phi[0]), LAMBDA, 1);
            for (int k = 1; k < STEPS; k++) {
                t.ratio(1);
                t.arrive(reward[k], Features.dense(phi[k]), GAMMA, LAMBDA, 1);
                learner.update(t);
            }
            double[] expected = plain(phi, reward, eta, 0.95, 0.01);
            assertArrayEquals(expected, learner.weights(), 1e-12);
            assertTrue(Math.abs(expected[0] - plain(phi, reward, eta, 0.95, 0)[0]) > 1e-3);
        }
    }

    /** Off-policy, with episodes. */
    @Test
    void withoutMetaStepsAndBoundItIsTrueOnlineTd() {
        Experience experience = new Experience(Problems.named("collision").mdp(), Seeds.generator(1));
        Learner own = new SwiftTd(0.01, 0, 1e9, 1).learner(6);
        Learner other = Algorithms.named("true-online-td").configure(Map.of("step_size", 0.01)).learner(6);
        for (int step = 0; step < 5_000; step++) {
            experience.step();
            own.update(experience.transition(0));
            other.update(experience.transition(0));
        }
        assertArrayEquals(other.weights(), own.weights(), 1e-10);
    }

    @Test
    void aLearnerRestoredFromASnapshotContinuesToTheBit() throws IOException {
        Experience experience = new Experience(Problems.named("collision").mdp(), Seeds.generator(2));
        Learner learner = SwiftTd.ALGORITHM.configure(Map.of()).learner(6);
        Learner restored = learner;
        for (int step = 0; step < 2_000; step++) {
            experience.step();
            learner.update(experience.transition(0));
            if (step == 1_000) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                learner.snapshot().write(bytes);
                restored = Snapshot.read(new ByteArrayInputStream(bytes.toByteArray())).restore();
            } else if (step > 1_000) {
                restored.update(experience.transition(0));
            }
        }
        assertArrayEquals(learner.weights(), restored.weights());
        assertEquals(2_000, restored.steps());
    }
}
