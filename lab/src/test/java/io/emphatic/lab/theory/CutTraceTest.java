package io.emphatic.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithms;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import io.emphatic.lab.internal.explanation.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the algorithms go whose traces or updates are cut, in cases that are known otherwise. */
class CutTraceTest {

    private static Theory theory(Mdp mdp) {
        return Theory.of(mdp, mdp.questions().get(0));
    }

    private static Mdp tabular(Mdp mdp) {
        double[][] identity = new double[mdp.states().size()][mdp.states().size()];
        for (int s = 0; s < identity.length; s++) {
            identity[s][s] = 1;
        }
        return RandomMdps.withFeatures(mdp, identity);
    }

    private static Solution solution(Theory theory, String name, Map<String, Double> parameters) {
        return theory.solution(Algorithms.named(name), parameters);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void withoutCapsVtraceIsTd(long seed) {
        Theory theory = theory(RandomMdps.small(seed));
        Map<String, Double> none = Map.of("trace_cap", Double.POSITIVE_INFINITY, "ratio_cap", Double.POSITIVE_INFINITY);
        Solution vtrace = solution(theory, "vtrace", none);
        Solution td = solution(theory, "td", Map.of());
        assertThat(vtrace.b()).containsExactly(td.b(), within(1e-12));
        for (int i = 0; i < td.a().length; i++) {
            assertThat(vtrace.a()[i]).containsExactly(td.a()[i], within(1e-12));
        }
        assertThat(vtrace.cappedValue()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void withAFeatureForEachStateCutTracesFindTheTrueValues(long seed) {
        Theory theory = theory(tabular(RandomMdps.small(seed)));
        for (String name : List.of("vtrace", "tree-backup", "abtd", "truncated-etd")) {
            Map<String, Double> parameters = name.equals("truncated-etd") ? Map.of("horizon", 60.0) : Map.of();
            Solution solution = solution(theory, name, parameters);
            if (!name.equals("truncated-etd")) {
                assertThat(solution.rmse()).as(name).isLessThan(1e-9);
            }
            assertThat(solution.interestRmse()).as(name).isLessThan(1e-6);
        }
    }

    /** Espeholt et al. (2018), theorem 1: π_ρ̄(a|s) = min(ρ̄μ(a|s), π(a|s)) / Σ_b min(ρ̄μ(b|s), π(b|s)). */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void withAFeatureForEachStateACappedVtraceFindsTheValuesOfTheCappedPolicy(long seed) {
        Mdp mdp = tabular(RandomMdps.small(seed));
        Question question = mdp.questions().get(0);
        double ratioCap = 0.8;
        double[][] capped = new double[mdp.states().size()][mdp.actions().size()];
        for (int s = 0; s < capped.length; s++) {
            double sum = 0;
            for (int a = 0; a < capped[s].length; a++) {
                capped[s][a] = Math.min(ratioCap * mdp.behaviour()[s][a], question.policy()[s][a]);
                sum += capped[s][a];
            }
            for (int a = 0; a < capped[s].length; a++) {
                capped[s][a] /= sum;
            }
        }
        double[] expected = new double[capped.length];
        for (int sweep = 0; sweep < 20_000; sweep++) {
            double[] next = new double[capped.length];
            for (int s = 0; s < capped.length; s++) {
                for (int a = 0; a < capped[s].length; a++) {
                    for (Outcome outcome : mdp.outcomes()[s][a]) {
                        next[s] += capped[s][a]
                                * outcome.probability()
                                * (outcome.reward() + question.discount()[outcome.to()] * expected[outcome.to()]);
                    }
                }
            }
            expected = next;
        }
        for (double traceCap : new double[] {0.3, 1, 5}) {
            Solution vtrace = solution(theory(mdp), "vtrace", Map.of("ratio_cap", ratioCap, "trace_cap", traceCap));
            assertThat(vtrace.cappedValue()).containsExactly(expected, within(1e-9));
            assertThat(vtrace.prediction()).containsExactly(expected, within(1e-8));
        }
    }

    /** On policy every ratio is 1: a ρ̄ of 0.5 halves all updates, and min(ρ̄μ, π) ∝ π. */
    @Test
    void aCapThatScalesAllRatiosAlikeLeavesTheTargetAsItIs() {
        Mdp mdp = RandomMdps.of(RandomMdps.rng(5), 12, 3, 4);
        Question question = mdp.questions().get(0);
        Question onPolicy =
                new Question("target", mdp.behaviour(), question.discount(), question.lambda(), question.interest());
        Theory theory = Theory.of(mdp, onPolicy);
        Solution halved = solution(theory, "vtrace", Map.of("ratio_cap", 0.5));
        assertThat(halved.cappedValue()).isEmpty();
        assertThat(Verdict.of(theory, halved)).doesNotContain("it evaluates");
        assertThat(solution(theory(mdp), "vtrace", Map.of("ratio_cap", 0.5)).cappedValue())
                .hasSize(12);
    }

    private static Mdp twoStates(
            Outcome[][][] outcomes, double[][] behaviour, double[][] target, double[] discount, double[][] features) {
        Question question = new Question("target", target, discount, new double[2], new double[] {1, 1});
        return new Mdp(
                "two",
                List.of("s", "u"),
                List.of("a", "b"),
                outcomes,
                behaviour,
                List.of(question),
                Mdp.numbered("f", features[0].length),
                features,
                new double[] {1, 0});
    }

    /**
     * In u, which is never visited, the behaviour takes a alone and stays with γ = 1. In s, π_ρ̄ = (5/6, 1/6) with a
     * reward of 1 for a and γ = 0.9, so that its value is 25/3, and that of the target 9.
     */
    @Test
    void aStateThatIsNotVisitedDoesNotSpoilTheValuesOfTheCappedPolicy() {
        Outcome[][] s = {{new Outcome(0, 1, 1)}, {new Outcome(0, 1, 0)}};
        Outcome[][] u = {{new Outcome(1, 1, 1)}, {new Outcome(0, 1, 0)}};
        Mdp mdp = twoStates(
                new Outcome[][][] {s, u},
                new double[][] {{0.5, 0.5}, {1, 0}},
                new double[][] {{0.9, 0.1}, {0.5, 0.5}},
                new double[] {0.9, 1},
                new double[][] {{1}, {0.5}});
        Theory theory = theory(mdp);
        Solution capped = solution(theory, "vtrace", Map.of("ratio_cap", 1.0));
        assertThat(capped.cappedValue()[0]).isCloseTo(25.0 / 3, within(1e-12));
        assertThat(capped.cappedValue()[1]).isNaN();
        assertThat(Verdict.of(theory, capped)).contains("in place of the target");
    }

    /** The behaviour goes from state to state for ever, γ = 1, and the target ends every second time. */
    @Test
    void aCappedPolicyWithoutValuesIsSaidToHaveNone() {
        Outcome[][] s = {{new Outcome(1, 1, 1)}, {new Outcome(Mdp.END, 1, 0)}};
        Outcome[][] u = {{new Outcome(0, 1, 1)}, {new Outcome(Mdp.END, 1, 0)}};
        Mdp mdp = twoStates(
                new Outcome[][][] {s, u},
                new double[][] {{1, 0}, {1, 0}},
                new double[][] {{0.5, 0.5}, {0.5, 0.5}},
                new double[] {1, 1},
                new double[][] {{1}, {2}});
        Theory theory = theory(mdp);
        Solution capped = solution(theory, "vtrace", Map.of("ratio_cap", 1.0));
        assertThat(capped.converges()).isTrue();
        assertThat(capped.cappedValue()).isNotEmpty();
        assertThat(Verdict.of(theory, capped)).contains("it evaluates the policy");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void theHorizonLeadsFromInterestToEmphasis(long seed) {
        Theory theory = theory(RandomMdps.small(seed));
        Solution none = solution(theory, "truncated-etd", Map.of("horizon", 0.0));
        Solution interest = solution(theory, "interest-td", Map.of());
        Solution all = solution(theory, "truncated-etd", Map.of("horizon", 1_000_000.0));
        Solution etd = solution(theory, "etd", Map.of());
        for (int i = 0; i < etd.a().length; i++) {
            assertThat(none.a()[i]).containsExactly(interest.a()[i], within(1e-13));
            assertThat(all.a()[i]).containsExactly(etd.a()[i], within(1e-9));
        }
    }

    @Test
    void onPolicyEveryAlgorithmConverges() {
        Mdp mdp = RandomMdps.of(RandomMdps.rng(5), 12, 3, 4);
        Question question = mdp.questions().get(0);
        double[] ones = new double[12];
        java.util.Arrays.fill(ones, 1);
        Question onPolicy = new Question("target", mdp.behaviour(), question.discount(), question.lambda(), ones);
        Theory theory = Theory.of(mdp, onPolicy);
        for (var algorithm : Theory.algorithms()) {
            assertThat(theory.solution(algorithm).converges())
                    .as(algorithm.name())
                    .isTrue();
        }
    }

    @Test
    void aCappedVtraceIsDefinedWhereTheTargetIsNotCovered() {
        Mdp mdp = RandomMdps.of(RandomMdps.rng(3), 5, 2, 2);
        double[][] behaviour = new double[5][];
        for (int s = 0; s < 5; s++) {
            behaviour[s] = s == 2 ? new double[] {1, 0} : mdp.behaviour()[s];
        }
        double[][] target = new double[5][];
        java.util.Arrays.fill(target, new double[] {0.5, 0.5});
        Question question = new Question(
                "target",
                target,
                mdp.questions().get(0).discount(),
                mdp.questions().get(0).lambda(),
                mdp.questions().get(0).interest());
        Mdp uncovered = new Mdp(
                "uncovered",
                mdp.states(),
                mdp.actions(),
                mdp.outcomes(),
                behaviour,
                List.of(question),
                mdp.featureNames(),
                mdp.features(),
                mdp.start());
        Theory theory = theory(uncovered);
        assertThat(solution(theory, "vtrace", Map.of("ratio_cap", 1.0)).defined())
                .isTrue();
        for (String name : List.of("vtrace", "tree-backup", "abtd", "truncated-etd", "htd", "lstd", "wis-td")) {
            Solution solution = solution(theory, name, Map.of());
            assertThat(solution.defined()).as(name).isFalse();
            assertThat(Verdict.of(theory, solution))
                    .startsWith(name)
                    .contains("is not defined: the behaviour never takes a1 in s2");
        }
    }
}
