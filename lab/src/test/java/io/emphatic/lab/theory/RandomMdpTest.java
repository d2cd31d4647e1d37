package io.emphatic.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import io.emphatic.lab.internal.explanation.Assumption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the theory promises for every MDP, on hundreds of them. */
class RandomMdpTest {
    private static final int MDPS = 300;

    static LongStream fewerSeeds() {
        return LongStream.range(0, MDPS / 3);
    }

    static LongStream seeds() {
        return LongStream.range(0, MDPS);
    }

    private static Theory theory(Mdp mdp) {
        return Theory.of(mdp, mdp.questions().get(0));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void etdIsPositiveDefiniteWheneverTheAssumptionsHold(long seed) {
        Mdp mdp = RandomMdps.small(seed);
        Theory theory = theory(mdp);
        List<Assumption> assumptions = Assumption.of(mdp, List.of(theory), (question, state) -> true);
        assertThat(assumptions.subList(0, 3)).allMatch(Assumption::holds);
        Solution etd = theory.solution(Algorithms.named("etd"));
        // λ = 1 with i = 0 leaves states unemphasised, so that the last one may fail; on its range A is definite even
        // then
        assertThat(assumptions.get(3).holds())
                .isEqualTo(etd.rank() == mdp.featureNames().size());
        assertThat(etd.minSymmetricEigenvalue()).isPositive();
        assertThat(etd.converges()).isTrue();
        // and the expected update θ ← θ + α(b − Aθ) does end at the fixed point, at nine tenths of the largest step
        // size
        double[] theta = iterate(etd, 0.9 * etd.largestStepSize());
        assertThat(theta).containsExactly(etd.fixedPoint(), within(1e-6 * (1 + largest(etd.fixedPoint()))));
    }

    private static double largest(double[] values) {
        return Arrays.stream(values).map(Math::abs).max().orElseThrow();
    }

    private static double[] iterate(Solution solution, double alpha) {
        int n = solution.b().length;
        double[] theta = new double[n];
        for (int step = 0; step < 200_000; step++) {
            double[] next = theta.clone();
            double change = 0;
            for (int i = 0; i < n; i++) {
                double update = solution.b()[i];
                for (int j = 0; j < n; j++) {
                    update -= solution.a()[i][j] * theta[j];
                }
                next[i] += alpha * update;
                change = Math.max(change, Math.abs(alpha * update));
            }
            theta = next;
            if (change < 1e-14 || change > 1e9) {
                break;
            }
        }
        return theta;
    }

    @Test
    void aboveTheLargestStepSizeTheExpectedUpdateBlowsUp() {
        for (long seed = 0; seed < 40; seed++) {
            Solution etd = theory(RandomMdps.small(seed)).solution(Algorithms.named("etd"));
            if (largest(etd.fixedPoint()) > 0) {
                assertThat(largest(iterate(etd, 1.1 * etd.largestStepSize())))
                        .as("seed " + seed)
                        .isGreaterThan(1e6);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void etdIsRightOnAverageWhereTheInterestIsIfAConstantIsRepresentable(long seed) {
        Mdp mdp = withBias(RandomMdps.small(seed));
        Theory theory = theory(mdp);
        assertThat(theory.solution(Algorithms.named("etd")).interestWeightedError())
                .isCloseTo(0, within(1e-9));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theSameHoldsForAnyPartitionOfTheStates(long seed) {
        Mdp mdp = RandomMdps.small(seed);
        int groups = 1 + (int) (seed % 5);
        double[][] indicators = new double[mdp.states().size()][groups];
        for (int s = 0; s < indicators.length; s++) {
            indicators[s][s % groups] = 1;
        }
        Theory theory = theory(RandomMdps.withFeatures(mdp, indicators));
        assertThat(theory.solution(Algorithms.named("etd")).interestWeightedError())
                .isCloseTo(0, within(1e-9));
    }

    @Test
    void tdHasNoSuchProperty() {
        long wrong = seeds().filter(seed -> {
                    Mdp mdp = withBias(RandomMdps.small(seed));
                    // with as many features as states every algorithm is exact
                    return mdp.featureNames().size() >= mdp.states().size()
                            || Math.abs(theory(mdp)
                                            .solution(Algorithms.named("td"))
                                            .interestWeightedError())
                                    > 1e-6;
                })
                .count();
        assertThat(wrong).isGreaterThan(MDPS * 95 / 100);
    }

    private static Mdp withBias(Mdp mdp) {
        double[][] features = new double[mdp.states().size()][];
        for (int s = 0; s < features.length; s++) {
            features[s] = Arrays.copyOf(mdp.features()[s], mdp.features()[s].length + 1);
            features[s][features[s].length - 1] = 1;
        }
        return RandomMdps.withFeatures(mdp, features);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theEmphasisIsThatOfALongExpectationRecursion(long seed) {
        Mdp mdp = RandomMdps.small(seed);
        Question question = mdp.questions().get(0);
        Theory theory = theory(mdp);
        int n = mdp.states().size();
        double[] d = theory.stationary();
        double[][] p = new Dynamics(mdp).transitions(question.policy()).get2DData();
        // E[F_t; S_t = s'] = d(s') i(s') + γ(s') Σ_s E[F_{t−1}; S_{t−1} = s] P(s,s')
        double[] f = new double[n];
        for (int t = 0; t < 3000; t++) {
            double[] next = new double[n];
            for (int s = 0; s < n; s++) {
                next[s] += d[s] * question.interest()[s];
                for (int to = 0; to < n; to++) {
                    next[to] += question.discount()[to] * f[s] * p[s][to];
                }
            }
            boolean same = Arrays.equals(f, next);
            f = next;
            if (same) {
                break;
            }
        }
        for (int s = 0; s < n; s++) {
            double m = question.lambda()[s] * d[s] * question.interest()[s] + (1 - question.lambda()[s]) * f[s];
            assertThat(theory.emphasis()[s]).isCloseTo(m, within(1e-9));
            assertThat(theory.emphasis()[s] == 0).isEqualTo(m == 0);
        }
    }

    @ParameterizedTest
    @MethodSource("fewerSeeds")
    void everyFixedPointSolvesItsEquationAndTabularOnesAreExact(long seed) {
        Mdp mdp = RandomMdps.small(seed);
        Theory theory = theory(mdp);
        for (Algorithm algorithm : Theory.algorithms()) {
            Solution solution = theory.solution(algorithm);
            for (int i = 0; i < solution.b().length; i++) {
                double residual = -solution.b()[i];
                double size = 1;
                for (int j = 0; j < solution.b().length; j++) {
                    residual += solution.a()[i][j] * solution.fixedPoint()[j];
                    size += Math.abs(solution.a()[i][j] * solution.fixedPoint()[j]);
                }
                assertThat(residual).as(algorithm.name()).isCloseTo(0, within(1e-10 * size));
            }
        }
        double[][] identity = new double[mdp.states().size()][mdp.states().size()];
        for (int s = 0; s < identity.length; s++) {
            identity[s][s] = 1;
        }
        assertThat(theory(RandomMdps.withFeatures(mdp, identity))
                        .solution(Algorithms.named("td"))
                        .rmse())
                .isLessThan(1e-9);
    }

    @Test
    void theScaleOfFeaturesChangesNeitherRankNorPredictions() {
        for (long seed = 0; seed < 60; seed++) {
            Mdp mdp = withBias(RandomMdps.small(seed));
            double[][] scaled = new double[mdp.states().size()][];
            for (int s = 0; s < scaled.length; s++) {
                scaled[s] = mdp.features()[s].clone();
                for (int j = 0; j < scaled[s].length; j++) {
                    scaled[s][j] *= Math.pow(10, j % 2 == 0 ? 7 : -7);
                }
            }
            // a congruence: it keeps what is definite so, and may turn the rest either way
            assertThat(theory(RandomMdps.withFeatures(mdp, scaled))
                            .solution(Algorithms.named("etd"))
                            .converges())
                    .isTrue();
            for (String algorithm : List.of("td", "etd", "interest-td")) {
                Solution plain = theory(mdp).solution(Algorithms.named(algorithm));
                Solution other = theory(RandomMdps.withFeatures(mdp, scaled)).solution(Algorithms.named(algorithm));
                assertThat(other.rank()).as(algorithm + seed).isEqualTo(plain.rank());
                if (plain.rank() == plain.b().length) {
                    assertThat(other.prediction())
                            .as(algorithm + seed)
                            .containsExactly(plain.prediction(), within(1e-6 * (1 + largest(plain.prediction()))));
                }
            }
        }
    }

    @Test
    void aThousandStatesAreNoMatter() {
        Mdp mdp = RandomMdps.of(RandomMdps.rng(7), 1000, 3, 20);
        Theory theory = theory(mdp);
        DMatrixRMaj p = new Dynamics(mdp).transitions(mdp.behaviour());
        double[] d = theory.stationary();
        double[] next = new double[1000];
        for (int s = 0; s < 1000; s++) {
            for (int to = 0; to < 1000; to++) {
                next[to] += d[s] * p.get(s, to);
            }
        }
        assertThat(next).containsExactly(theory.stationary(), within(1e-15));
        assertThat(theory.solution(Algorithms.named("etd")).converges()).isTrue();
        assertThat(theory.followOn().spectralRadius()).isPositive();
    }
}
