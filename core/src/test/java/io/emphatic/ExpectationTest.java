package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ObjDoubleConsumer;
import org.ejml.simple.SimpleMatrix;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Expectations of the update, exactly: every trajectory of the first few steps with its probability, through the
 * learners themselves. Averages over a long run would mislead: where the follow-on's variance is infinite they do so
 * for millions of steps.
 */
class ExpectationTest {
    private static final int STATES = 3;
    private static final int ACTIONS = 2;
    private static final int SIZE = 2;
    private static final int DEPTH = 4;

    /** A small MDP with everything per state. */
    private static final class SmallMdp {
        final double[][][] p = new double[STATES][ACTIONS][];
        final double[][][] reward = new double[STATES][ACTIONS][STATES];
        final double[][] mu = new double[STATES][];
        final double[][] pi = new double[STATES][];
        final double[] gamma = new double[STATES];
        final double[] lambda = new double[STATES];
        final double[] interest = new double[STATES];
        final Features[] phi = new Features[STATES];
        final SimpleMatrix features = new SimpleMatrix(STATES, SIZE);

        SmallMdp(long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            for (int s = 0; s < STATES; s++) {
                for (int a = 0; a < ACTIONS; a++) {
                    p[s][a] = distribution(random, STATES);
                    for (int next = 0; next < STATES; next++) {
                        reward[s][a][next] = random.nextDouble(-1, 1);
                    }
                }
                mu[s] = distribution(random, ACTIONS);
                pi[s] = distribution(random, ACTIONS);
                gamma[s] = random.nextDouble(0, 0.95);
                lambda[s] = random.nextDouble();
                interest[s] = random.nextDouble(0, 3);
                double[] values = {1, random.nextDouble(-1, 1)};
                phi[s] = Features.dense(values);
                features.setRow(s, 0, values);
            }
            gamma[(int) (seed % STATES)] = 0;
            interest[(int) ((seed + 1) % STATES)] = 0;
        }

        private static double[] distribution(SplittableRandom random, int length) {
            double[] x = random.doubles(length, 0.1, 1).toArray();
            double sum = Arrays.stream(x).sum();
            return Arrays.stream(x).map(value -> value / sum).toArray();
        }

        SimpleMatrix chain(double[][] policy) {
            SimpleMatrix chain = new SimpleMatrix(STATES, STATES);
            for (int s = 0; s < STATES; s++) {
                for (int a = 0; a < ACTIONS; a++) {
                    for (int next = 0; next < STATES; next++) {
                        chain.set(s, next, chain.get(s, next) + policy[s][a] * p[s][a][next]);
                    }
                }
            }
            return chain;
        }

        SimpleMatrix rewards(double[][] policy) {
            SimpleMatrix r = new SimpleMatrix(STATES, 1);
            for (int s = 0; s < STATES; s++) {
                for (int a = 0; a < ACTIONS; a++) {
                    for (int next = 0; next < STATES; next++) {
                        r.set(s, r.get(s) + policy[s][a] * p[s][a][next] * reward[s][a][next]);
                    }
                }
            }
            return r;
        }

        SimpleMatrix stationary() {
            // dᵀ(I − P) = 0 with Σd = 1: replace one equation
            SimpleMatrix system = SimpleMatrix.identity(STATES).minus(chain(mu)).transpose();
            SimpleMatrix right = new SimpleMatrix(STATES, 1);
            for (int s = 0; s < STATES; s++) {
                system.set(0, s, 1);
            }
            right.set(0, 1);
            return system.solve(right);
        }
    }

    private static SimpleMatrix diagonal(double[] values) {
        return SimpleMatrix.diag(values);
    }

    /**
     * Visits every trajectory of DEPTH steps from the stationary distribution, with its learner as it is after each
     * step.
     */
    private static void enumerate(SmallMdp mdp, Config config, double[] theta, double[][] expectation) {
        SimpleMatrix d = mdp.stationary();
        for (int s = 0; s < STATES; s++) {
            follow(mdp, config.learner(SIZE).snapshot(), new int[] {s}, d.get(s), theta, expectation);
        }
    }

    private static void follow(
            SmallMdp mdp, Snapshot before, int[] path, double probability, double[] theta, double[][] expectation) {
        int depth = path.length / 2; // path: s₀ a₀ s₁ a₁ … sₜ
        if (depth == DEPTH) {
            return;
        }
        int s = path[path.length - 1];
        for (int a = 0; a < ACTIONS; a++) {
            for (int next = 0; next < STATES; next++) {
                int[] longer = Arrays.copyOf(path, path.length + 2);
                longer[path.length] = a;
                longer[path.length + 1] = next;
                double weight = probability * mdp.mu[s][a] * mdp.p[s][a][next];
                Learner learner = before.restore();
                Transition t = replay(mdp, longer);
                learner.update(t);
                double[] e = learner.snapshot().arrays().get("trace");
                double delta = t.reward()
                        + t.gammaNext() * t.phiNext().dot(theta)
                        - t.phi().dot(theta);
                for (int j = 0; j < SIZE; j++) {
                    expectation[depth][j] += weight * delta * e[j];
                }
                follow(mdp, learner.snapshot(), longer, weight, theta, expectation);
            }
        }
    }

    private static Transition replay(SmallMdp mdp, int[] path) {
        Transition t = new Transition();
        t.start(mdp.phi[path[0]], mdp.lambda[path[0]], mdp.interest[path[0]]);
        for (int k = 0; k + 2 < path.length; k += 2) {
            int s = path[k];
            int a = path[k + 1];
            int next = path[k + 2];
            t.action(mdp.pi[s][a], mdp.mu[s][a]);
            t.arrive(mdp.reward[s][a][next], mdp.phi[next], mdp.gamma[next], mdp.lambda[next], mdp.interest[next]);
        }
        return t;
    }

    /** How much weight a rule gives Sₜ = s in expectation, from the expected follow-on there. */
    private interface Weighting {
        double of(SmallMdp mdp, int s, double visits, double followOn);
    }

    private static final Weighting TD = (mdp, s, visits, followOn) -> visits;
    private static final Weighting INTEREST = (mdp, s, visits, followOn) -> visits * mdp.interest[s];
    private static final Weighting EMPHATIC =
            (mdp, s, visits, followOn) -> mdp.lambda[s] * visits * mdp.interest[s] + (1 - mdp.lambda[s]) * followOn;

    /**
     * The expectation recursion: with fₜ(s) = E[Fₜ 1{Sₜ = s}] and zₜ(s) = E[(γₜλₜeₜ₋₁ + bₜφₜ/ρₜ) 1{Sₜ = s}],
     *
     * <pre>
     *   fₜ(s) = d(s)i(s) + β(s) Σ fₜ₋₁(s′) P_π(s′, s)   zₜ(s) = γ(s)λ(s) Σ P_π(s′, s) zₜ₋₁(s′) + mₜ(s)φ(s)
     *   E[δₜeₜ] = Σ zₜ(s) (r_π(s) + Σ P_π(s, s′)γ(s′)v(s′) − v(s))
     * </pre>
     */
    private static void recursion(
            SmallMdp mdp,
            double[] beta,
            Weighting weighting,
            double[] theta,
            int steps,
            ObjDoubleConsumer<double[]> sink) {
        SimpleMatrix p = mdp.chain(mdp.pi);
        SimpleMatrix v = mdp.features.mult(new SimpleMatrix(SIZE, 1, true, theta));
        SimpleMatrix error =
                mdp.rewards(mdp.pi).plus(p.mult(diagonal(mdp.gamma)).mult(v)).minus(v);
        SimpleMatrix d = mdp.stationary();
        SimpleMatrix f = new SimpleMatrix(STATES, 1);
        SimpleMatrix z = new SimpleMatrix(STATES, SIZE);
        for (int t = 0; t < steps; t++) {
            SimpleMatrix fBefore = p.transpose().mult(f);
            SimpleMatrix zBefore = p.transpose().mult(z);
            for (int s = 0; s < STATES; s++) {
                f.set(s, d.get(s) * mdp.interest[s] + beta[s] * fBefore.get(s));
                double m = weighting.of(mdp, s, d.get(s), f.get(s));
                for (int j = 0; j < SIZE; j++) {
                    z.set(s, j, mdp.gamma[s] * mdp.lambda[s] * zBefore.get(s, j) + m * mdp.features.get(s, j));
                }
            }
            sink.accept(z.transpose().mult(error).getDDRM().data.clone(), t);
        }
    }

    /** b − Aθ of docs/ALGORITHMS.md §5 with the given weights on the diagonal. */
    private static double[] theory(SmallMdp mdp, SimpleMatrix weights, double[] theta) {
        SimpleMatrix identity = SimpleMatrix.identity(STATES);
        SimpleMatrix p = mdp.chain(mdp.pi);
        SimpleMatrix k = identity.minus(p.mult(diagonal(mdp.gamma)).mult(diagonal(mdp.lambda)))
                .invert();
        SimpleMatrix remainder = k.mult(identity.minus(p.mult(diagonal(mdp.gamma)))); // I − P^λ
        SimpleMatrix left = mdp.features.transpose().mult(diagonal(weights.getDDRM().data));
        SimpleMatrix a = left.mult(remainder).mult(mdp.features);
        SimpleMatrix b = left.mult(k).mult(mdp.rewards(mdp.pi));
        return b.minus(a.mult(new SimpleMatrix(SIZE, 1, true, theta))).getDDRM().data;
    }

    private static SimpleMatrix emphasis(SmallMdp mdp, double[] beta) {
        // f = d_{μ,i}ᵀ(I − P_πB)⁻¹, m = λ∘d_{μ,i} + (1−λ)∘f
        SimpleMatrix di = mdp.stationary().elementMult(new SimpleMatrix(STATES, 1, true, mdp.interest));
        SimpleMatrix f = SimpleMatrix.identity(STATES)
                .minus(mdp.chain(mdp.pi).mult(diagonal(beta)))
                .transpose()
                .solve(di);
        SimpleMatrix m = new SimpleMatrix(STATES, 1);
        for (int s = 0; s < STATES; s++) {
            m.set(s, mdp.lambda[s] * di.get(s) + (1 - mdp.lambda[s]) * f.get(s));
        }
        return m;
    }

    private static void check(
            SmallMdp mdp, Config config, double[] beta, Weighting weighting, SimpleMatrix stationary) {
        double[] theta = {0.7, -1.3};
        double[][] enumerated = new double[DEPTH][SIZE];
        enumerate(mdp, config, theta, enumerated);
        int[] compared = {0};
        recursion(mdp, beta, weighting, theta, 3000, (expected, t) -> {
            if (t < DEPTH) {
                Close.assertClose(enumerated[(int) t], expected, 1e-12);
                compared[0]++;
            } else if (t == 2999) {
                Close.assertClose(expected, theory(mdp, stationary, theta), 1e-9);
                compared[0]++;
            }
        });
        assertThat(compared[0]).isEqualTo(DEPTH + 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void theExpectedUpdateIsThatOfTheTheory(long seed) {
        SmallMdp mdp = new SmallMdp(seed);
        SimpleMatrix d = mdp.stationary();
        SimpleMatrix di = d.elementMult(new SimpleMatrix(STATES, 1, true, mdp.interest));
        double[] betas = Arrays.stream(mdp.gamma).map(g -> g > 0 ? 0.4 : 0).toArray();

        check(mdp, new Td(0.1), mdp.gamma, TD, d);
        check(mdp, new InterestTd(0.1), mdp.gamma, INTEREST, di);
        check(mdp, new Etd(0.1), mdp.gamma, EMPHATIC, emphasis(mdp, mdp.gamma));
        check(mdp, new EtdBeta(StepSize.constant(0.1), Limits.NONE, 0.4), betas, EMPHATIC, emphasis(mdp, betas));
    }
}
