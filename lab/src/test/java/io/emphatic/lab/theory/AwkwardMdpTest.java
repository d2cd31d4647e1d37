package io.emphatic.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithms;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import io.emphatic.lab.internal.explanation.Assumption;
import io.emphatic.lab.internal.explanation.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Chains that a careless solver gets wrong. All on-policy with one action, unless said otherwise. */
class AwkwardMdpTest {
    private static final Offset<Double> EXACT = within(1e-12);
    private static final double[] NO_START = {};

    /** {@code next[s]} lists the equally likely successors of s; the reward is 1 on every step into the end, else 0. */
    private static Mdp chain(int[][] next, double gamma, double[][] features, double... start) {
        int n = next.length;
        Outcome[][][] outcomes = new Outcome[n][1][];
        double[] discount = new double[n];
        double[] ones = new double[n];
        double[][] policy = new double[n][];
        for (int s = 0; s < n; s++) {
            int from = s;
            int[] to = next[s];
            outcomes[s][0] = Arrays.stream(to)
                    .mapToObj(t -> new Outcome(t, 1.0 / to.length, isReward(next, from, t) ? 1 : 0))
                    .toArray(Outcome[]::new);
            discount[s] = gamma;
            ones[s] = 1;
            policy[s] = new double[] {1};
        }
        return mdp(outcomes, policy, policy, discount, new double[n], ones, features, start);
    }

    private static boolean isReward(int[][] next, int from, int to) {
        return from != to && (to == Mdp.END || next[to].length == 1 && next[to][0] == to);
    }

    private static Mdp mdp(
            Outcome[][][] outcomes,
            double[][] behaviour,
            double[][] target,
            double[] gamma,
            double[] lambda,
            double[] interest,
            double[][] features,
            double[] start) {
        return new Mdp(
                "test",
                IntStream.range(0, outcomes.length).mapToObj(s -> "s" + s).toList(),
                IntStream.range(0, behaviour[0].length).mapToObj(a -> "a" + a).toList(),
                outcomes,
                behaviour,
                List.of(new Question("target", target, gamma, lambda, interest)),
                IntStream.range(0, features[0].length).mapToObj(j -> "f" + j).toList(),
                features,
                start);
    }

    private static double[][] tabular(int n) {
        double[][] features = new double[n][n];
        for (int s = 0; s < n; s++) {
            features[s][s] = 1;
        }
        return features;
    }

    private static Theory theory(Mdp mdp) {
        return Theory.of(mdp, mdp.questions().get(0));
    }

    private static Assumption irreducible(Theory theory) {
        return Assumption.of(theory.mdp(), List.of(theory), (question, state) -> true)
                .get(1);
    }

    @Test
    void aPeriodicChainHasItsStationaryDistribution() {
        Theory theory = theory(chain(new int[][] {{1}, {2}, {3}, {0}}, 0.9, tabular(4), NO_START));
        assertThat(theory.stationary()).containsExactly(0.25, 0.25, 0.25, 0.25);
        assertThat(irreducible(theory).holds()).isTrue();
        assertThat(theory.valueAtStart()).isNaN();
    }

    @Test
    void anAbsorbingEndWithDiscountOneTakesNoStepAndHasValueZero() {
        // 0 → 1 → (1 or the end 2); the end has no features
        double[][] features = {{1, 0}, {0, 1}, {0, 0}};
        Theory theory = theory(chain(new int[][] {{1}, {1, 2}, {2}}, 1, features, 1, 0, 0));
        assertThat(theory.value()).containsExactly(new double[] {1, 1, 0}, EXACT);
        // one step in 0 and on average two in 1
        assertThat(theory.stationary()).containsExactly(new double[] {1.0 / 3, 2.0 / 3, 0}, EXACT);
        assertThat(theory.solution(Algorithms.named("etd")).rmse()).isZero();
        assertThat(irreducible(theory).holds()).isTrue();
    }

    @Test
    void anAbsorbingStateAndAnEndAreTheSameThing() {
        double[][] features = {{1, 0}, {2, 1}, {0, 0}};
        Theory state = theory(chain(new int[][] {{1}, {0, 2}, {2}}, 0.8, features, 1, 0, 0));
        double[][] without = {{1, 0}, {2, 1}};
        Theory end = theory(chain(new int[][] {{1}, {0, Mdp.END}}, 0.8, without, 1, 0));
        assertThat(Arrays.copyOf(state.stationary(), 2)).containsExactly(end.stationary(), EXACT);
        assertThat(Arrays.copyOf(state.value(), 2)).containsExactly(end.value(), EXACT);
        assertThat(Arrays.copyOf(state.emphasis(), 2)).containsExactly(end.emphasis(), EXACT);
        assertThat(state.solution(Algorithms.named("etd")).fixedPoint())
                .containsExactly(end.solution(Algorithms.named("etd")).fixedPoint(), EXACT);
        assertThat(state.followOn().spectralRadius()).isCloseTo(end.followOn().spectralRadius(), EXACT);
    }

    @Test
    void anEndWithoutAStartIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> theory(chain(new int[][] {{1}, {Mdp.END}}, 1, tabular(2), NO_START)))
                .withMessageContaining("episodes end after s1")
                .withMessageContaining("start: STATE");
    }

    @Test
    void discountOneForEverIsRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> theory(chain(new int[][] {{1, 2}, {2}, {1}}, 1, tabular(3), NO_START)))
                .withMessageContaining("never leaves s1, s2")
                .withMessageContaining("discount is 1");
    }

    @Test
    void statesNeverVisitedHaveNoWeightAndAreNamed() {
        // 0 passes into the circle 1 ⇄ 2; nothing leads to 3
        Theory theory = theory(chain(new int[][] {{1}, {2}, {1}, {0}}, 0.9, tabular(4), NO_START));
        assertThat(theory.stationary()).containsExactly(0, 0.5, 0.5, 0);
        assertThat(irreducible(theory).holds()).isFalse();
        assertThat(irreducible(theory).detail()).isEqualTo("not visited over and over: s0, s3");
        assertThat(theory.solution(Algorithms.named("td")).rank()).isEqualTo(2);
        assertThat(theory.solution(Algorithms.named("td")).untouched()).containsExactly("f0", "f3");
        assertThat(theory.solution(Algorithms.named("td")).converges()).isTrue();
    }

    @Test
    void twoPlacesToSettleInNeedAStart() {
        int[][] next = {{1, 3}, {2}, {1}, {3}};
        // 3 is absorbing but has features and is not final, so it is a place like any other
        assertThatIllegalArgumentException()
                .isThrownBy(() -> theory(chain(next, 0.9, tabular(4), NO_START)))
                .withMessageContaining("2 separate sets")
                .withMessageContaining("s1, s2")
                .withMessageContaining("s3");
        Theory theory = theory(chain(next, 0.9, tabular(4), 1, 0, 0, 0));
        assertThat(theory.stationary()).containsExactly(new double[] {0, 0.25, 0.25, 0.5}, EXACT);
        assertThat(theory(chain(next, 0.9, tabular(4), 0, 1, 0, 0)).stationary())
                .containsExactly(new double[] {0, 0.5, 0.5, 0}, EXACT);
    }

    @Test
    void aStateWithNoFeaturesIsPredictedAsZero() {
        Theory theory = theory(chain(new int[][] {{1}, {2}, {0}}, 0.9, new double[][] {{1}, {0}, {2}}, NO_START));
        assertThat(theory.solution(Algorithms.named("etd")).prediction()[1]).isZero();
        assertThat(theory.solution(Algorithms.named("etd")).converges()).isTrue();
    }

    @Test
    void blocksThatAreNeverEmphasisedAreLeftAloneWithoutNoise() {
        // like Miner: blocks A = {0, 1} and D = {2, 3}; interest in A only, λ = 1 in D
        UniformMdp uniform = new UniformMdp();
        Theory theory = theory(uniform.mdp);
        Solution etd = theory.solution(Algorithms.named("etd"));
        assertThat(theory.emphasis()[2]).isZero();
        assertThat(theory.emphasis()[3]).isZero();
        assertThat(etd.rank()).isEqualTo(1);
        assertThat(etd.converges()).isTrue();
        assertThat(etd.fixedPoint()[1]).isZero();
        assertThat(etd.a()[0][1]).isZero();
        assertThat(etd.a()[1]).containsOnly(0);
        assertThat(etd.b()[1]).isZero();
        assertThat(etd.untouched()).containsExactly("f1");
        assertThat(Verdict.of(theory, etd)).contains("A has rank 1 of 2 and leaves the weight of f1 untouched");
        assertThat(etd.minSymmetricEigenvalue()).isCloseTo(etd.a()[0][0], EXACT);
        assertThat(etd.minRealEigenvalue()).isCloseTo(etd.a()[0][0], EXACT);
        // right on average over A, however poor a single weight for A is
        assertThat(etd.interestWeightedError()).isZero();
        assertThat(theory.solution(Algorithms.named("td")).rank()).isEqualTo(2);
    }

    /** Four states in a circle with jumps, off-policy. */
    private static final class UniformMdp {
        final Mdp mdp;

        UniformMdp() {
            Outcome[][][] outcomes = new Outcome[4][2][];
            double[][] behaviour = new double[4][];
            double[][] target = new double[4][];
            for (int s = 0; s < 4; s++) {
                outcomes[s][0] = new Outcome[] {new Outcome((s + 1) % 4, 1, s)};
                outcomes[s][1] = new Outcome[] {new Outcome(0, 0.5, -1), new Outcome(s, 0.5, 0.25)};
                behaviour[s] = new double[] {0.5, 0.5};
                target[s] = new double[] {0.8, 0.2};
            }
            mdp = mdp(
                    outcomes,
                    behaviour,
                    target,
                    new double[] {0.9, 0.9, 0.9, 0.5},
                    new double[] {0, 0, 1, 1},
                    new double[] {1, 1, 0, 0},
                    new double[][] {{1, 0}, {1, 0}, {0, 1}, {0, 1}},
                    NO_START);
        }
    }

    @Test
    void withoutAnyInterestNothingIsLearned() {
        Mdp plain = chain(new int[][] {{1}, {0}}, 0.9, tabular(2), NO_START);
        Question question = plain.questions().get(0);
        Mdp mdp = mdp(
                plain.outcomes(),
                plain.behaviour(),
                plain.behaviour(),
                question.discount(),
                question.lambda(),
                new double[2],
                plain.features(),
                NO_START);
        Solution etd = theory(mdp).solution(Algorithms.named("etd"));
        assertThat(etd.rank()).isZero();
        assertThat(Verdict.of(theory(mdp), etd))
                .isEqualTo("etd learns nothing: no state that is visited has both features and interest");
        assertThat(etd.interestRmse()).isNaN();
        assertThat(theory(mdp).followOn().spectralRadius()).isZero();
    }

    @Test
    void aStateThatIsFinalForOneQuestionOnlyIsNoEnd() {
        Mdp one = chain(new int[][] {{1}, {1}}, 0.9, tabular(2), 1, 0);
        Question goesOn = one.questions().get(0);
        Question stops =
                new Question("stops", goesOn.policy(), new double[] {0.9, 0}, goesOn.lambda(), goesOn.interest());
        for (List<Question> questions : List.of(List.of(goesOn, stops), List.of(stops, goesOn))) {
            Mdp both = new Mdp(
                    "both",
                    one.states(),
                    one.actions(),
                    // the reward of the step into the last state makes no difference
                    one.outcomes(),
                    one.behaviour(),
                    questions,
                    one.featureNames(),
                    one.features(),
                    one.start());
            assertThat(Theory.of(both)).noneMatch(theory -> theory.isEnd(1));
        }
        Mdp all = new Mdp(
                "all",
                one.states(),
                one.actions(),
                one.outcomes(),
                one.behaviour(),
                List.of(stops),
                one.featureNames(),
                one.features(),
                one.start());
        assertThat(Theory.of(all)).allMatch(theory -> theory.isEnd(1));
    }

    /** From s0 to s2 for good with ½, otherwise over s1 to s3: each half of the time. */
    @Test
    void howLikelyTheChainSettlesInEachPlaceCountsHowOftenEachStateIsPassed() {
        Mdp mdp = chain(new int[][] {{2, 1}, {3}, {2}, {3}}, 0.9, tabular(4), 1, 0, 0, 0);
        assertThat(theory(mdp).stationary()).containsExactly(new double[] {0, 0, 0.5, 0.5}, EXACT);
    }

    /**
     * The interest is in s1, which s0 leads to and which never leads back. With γ = 1 the rounding of 1 − p lets the
     * solver exchange the two rows, and what it leaves in s0 is not 0.
     */
    @Test
    void aStateThatNoInterestFlowsToHasNoEmphasisAtAll() {
        for (int k = 1; k < 12; k++) {
            Outcome[][][] outcomes = {
                {{new Outcome(0, k / 12.0, 0), new Outcome(1, (12 - k) / 12.0, 0)}},
                {{new Outcome(1, 0.8, 0), new Outcome(Mdp.END, 0.2, 1)}}
            };
            double[][] policy = {{1}, {1}};
            Mdp mdp = mdp(
                    outcomes,
                    policy,
                    policy,
                    new double[] {1, 1},
                    new double[2],
                    new double[] {0, 1},
                    tabular(2),
                    new double[] {1, 0});
            assertThat(theory(mdp).emphasis()[0]).as("p = %d/12", k).isZero();
        }
    }
}
