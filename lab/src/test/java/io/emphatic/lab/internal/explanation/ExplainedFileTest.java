package io.emphatic.lab.internal.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithms;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.mdpfile.MdpFile;
import io.emphatic.lab.theory.FollowOn;
import io.emphatic.lab.theory.Solution;
import io.emphatic.lab.theory.Theory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Explanations of MDPs that are given as files, as people would write them. */
class ExplainedFileTest {
    private static final String LEFT_RIGHT = """
            states: [left, right]
            actions: [stay, go]
            transitions:
              left:  {stay: [{to: left, p: 1, reward: 0}], go: [{to: right, p: 1, reward: 1}]}
              right: {stay: [{to: right, p: 0.5}, {to: left, p: 0.5, reward: -1}], go: [{to: left, p: 1}]}
            behaviour: {left: {stay: 0.5, go: 0.5}, right: {stay: 0.5, go: 0.5}}
            target:    {left: {go: 1}, right: {stay: 0.2, go: 0.8}}
            discount: 0.9
            lambda: {left: 0, right: 0.9}
            features: {left: [1, 0], right: [1, 2]}
            start: left
            """;

    /** Nothing leads to u, where the target would stay almost for ever. */
    private static final String NEVER_IN_U = """
            states: [a, b, u]
            actions: [x, y]
            transitions:
              a: {x: [{to: b}], y: [{to: a}]}
              b: {x: [{to: a, reward: 1}], y: [{to: b}]}
              u: {x: [{to: u, p: 0.99}, {to: a, p: 0.01}], y: [{to: a}]}
            behaviour: {a: {x: 0.5, y: 0.5}, b: {x: 0.5, y: 0.5}, u: {x: 0.1, y: 0.9}}
            target: {a: {x: 0.5, y: 0.5}, b: {x: 0.5, y: 0.5}, u: {x: 1}}
            discount: 0.9
            features: {a: [1, 0], b: [1, 1], u: [0, 0]}
            start: a
            """;

    private static final String ABSORBING = """
            states: [a, b, z]
            actions: [x]
            transitions: {a: {x: [{to: b}]}, b: {x: [{to: z, reward: 1}]}, z: {x: [{to: z}]}}
            behaviour: {a: {x: 1}, b: {x: 1}, z: {x: 1}}
            target: {a: {x: 1}, b: {x: 1}, z: {x: 1}}
            discount: 1
            features: {a: [1, 0], b: [0, 1], z: [0, 0]}
            start: a
            """;

    @TempDir
    private Path folder;

    private Explanation explain(String yaml, double beta) throws IOException {
        Mdp mdp = MdpFile.read(Files.writeString(folder.resolve("test.yaml"), yaml));
        return Explanation.of(
                mdp, new double[mdp.featureNames().size()], Map.of("beta", beta), (question, state) -> true, () -> {});
    }

    private Explanation explain(String yaml) throws IOException {
        return explain(yaml, 0.5);
    }

    private static String text(Explanation explanation) {
        StringWriter out = new StringWriter();
        ExplanationText.print(explanation, ExplanationText.Detail.ALL_STATES, new PrintWriter(out));
        return out.toString();
    }

    private static Theory theory(Explanation explanation) {
        return explanation.targets().get(0).theory();
    }

    private static String verdict(Explanation explanation, String name) {
        return explanation.targets().get(0).verdict(solution(explanation, name));
    }

    private static Solution solution(Explanation explanation, String name) {
        return explanation.targets().get(0).solutions().get(Theory.algorithms().indexOf(Algorithms.named(name)));
    }

    @Test
    void aBetaBelowTheOneAdvisedIsNotAdvisedWhereItDiverges() throws IOException {
        Explanation explanation = explain("""
                states: [s0, s1, s2]
                actions: [a, b]
                transitions:
                  s0:
                    a: [{to: s0, p: 0.3175}, {to: s1, p: 0.1535}, {to: s2, p: 0.529}]
                    b: [{to: s0, p: 0.00106}, {to: s1, p: 0.99839}, {to: s2, p: 0.00055}]
                  s1:
                    a: [{to: s0, p: 0.01426}, {to: s1, p: 0.01268}, {to: s2, p: 0.97306}]
                    b: [{to: s0, p: 0.11302}, {to: s1, p: 0.85745}, {to: s2, p: 0.02953}]
                  s2:
                    a: [{to: s0, p: 0.01114}, {to: s1, p: 0.02213}, {to: s2, p: 0.96673}]
                    b: [{to: s0, p: 0.86579}, {to: s1, p: 0.00004}, {to: s2, p: 0.13417}]
                behaviour: {s0: {a: 0.214, b: 0.786}, s1: {a: 0.12506, b: 0.87494}, s2: {a: 0.5892, b: 0.4108}}
                target: {s0: {a: 0.5955, b: 0.4045}, s1: {a: 0.9281, b: 0.0719}, s2: {a: 0.074, b: 0.926}}
                discount: {s0: 0.81694, s1: 0.9861, s2: 0.714}
                interest: {s0: 0.013185, s1: 0.96234, s2: 0}
                features: {s0: [-0.5939, 3.7938], s1: [-2.34473, 1.42948], s2: [0.61751, 1.68566]}
                """);
        Theory theory = theory(explanation);
        assertThat(converges(theory, 0)).isTrue();
        assertThat(converges(theory, 0.12)).isFalse();
        assertThat(converges(theory, 0.64)).isTrue();
        assertThat(verdict(explanation, "etd")).contains("clip, or use etd-beta with beta = 0.64;");
        assertThat(verdict(explain(LEFT_RIGHT), "etd")).contains("clip, or use etd-beta with beta = 0.77;");
    }

    private static boolean converges(Theory theory, double beta) {
        return theory.solution(Algorithms.named("etd-beta"), Map.of("beta", beta))
                .converges();
    }

    @Test
    void theBetaAdvisedIsBelowTheBoundEvenWhereThatIsAWholeNumberOfHundredths() throws IOException {
        // ρ = 4 with probability ¼ everywhere: r' = 4, and the variance is finite for β < ½
        Explanation explanation = explain("""
                states: [a, b]
                actions: [x, y]
                transitions: {a: {x: {to: b}, y: {to: a}}, b: {x: {to: a, reward: 1}, y: {to: b}}}
                behaviour: {a: {x: 1/4, y: 3/4}, b: {x: 1/4, y: 3/4}}
                target: {a: {x: 1}, b: {x: 1}}
                discount: 0.9
                features: tabular
                """);
        assertThat(theory(explanation).followOn().largestBeta()).isEqualTo(0.5, within(1e-12));
        assertThat(verdict(explanation, "etd")).contains("clip, or use etd-beta with beta = 0.49;");
    }

    @Test
    void whereTheBehaviourNeverGetsNoFollowOnTraceGrows() throws IOException {
        // ρ = 10 with probability 0.1 in u: Q(u,u) = 0.99·10·0.81, and no trace was ever there
        FollowOn never = theory(explain(NEVER_IN_U)).followOn();
        assertThat(never.spectralRadius()).isEqualTo(0.81, within(1e-9));
        assertThat(never.finiteVariance()).isTrue();
        // an episode that starts there does have one
        FollowOn once =
                theory(explain(NEVER_IN_U.replace("start: a", "start: u"))).followOn();
        assertThat(once.spectralRadius()).isEqualTo(0.99 * 10 * 0.81, within(1e-9));
        assertThat(once.finiteVariance()).isFalse();
    }

    @Test
    void aTargetThatIsNotCoveredWhereTheBehaviourGoesLeavesNoAlgorithmDefined() throws IOException {
        Explanation explanation = explain(LEFT_RIGHT.replace("{left: {stay: 0.5, go: 0.5}", "{left: {stay: 1}"));
        assertThat(explanation.assumptions().get(2).holds()).isFalse();
        assertThat(explanation.assumptions().get(2).detail()).isEqualTo("never taken by the behaviour: go in left");
        for (Solution solution : explanation.targets().get(0).solutions()) {
            assertThat(solution.defined()).isFalse();
            assertThat(solution.converges()).isFalse();
            assertThat(solution.hasFixedPoint()).isFalse();
            assertThat(solution.largestStepSize()).isNaN();
            assertThat(solution.rmse()).isNaN();
            assertThat(verdict(explanation, solution.name()))
                    .startsWith(solution.name())
                    .endsWith(" is not defined: the behaviour never takes go in left, and the target does");
        }
        assertThat(text(explanation))
                .startsWith("Take none of these: not one is known to be stable for every target.")
                .contains("Undefined: all, as the behaviour never takes go in left.")
                .contains("Variance: not defined, as the updates are not defined for every target.")
                .contains("The follow-on trace is not defined.")
                .doesNotContain("NaN");
        assertThat(ExplanationPage.html(explanation, "1.2.3"))
                .contains("is not defined")
                .doesNotContain("NaN");
    }

    @Test
    void aGapWhereTheBehaviourNeverIsDoesNotMatter() throws IOException {
        Explanation gap = explain(NEVER_IN_U.replace("u: {x: 0.1, y: 0.9}", "u: {y: 1}"));
        assertThat(gap.assumptions().get(2).detail())
                .isEqualTo("never taken by the behaviour: x in u; only in states that are not visited, where it does"
                        + " not matter");
        Explanation none = explain(NEVER_IN_U);
        for (String name : List.of("td", "interest-td", "etd", "etd-beta", "gtd")) {
            assertThat(verdict(gap, name)).contains("converges").isEqualTo(verdict(none, name));
            assertThat(solution(gap, name).fixedPoint())
                    .isEqualTo(solution(none, name).fixedPoint());
        }
    }

    @Test
    void anEndHasNeitherInterestNorEmphasis() throws IOException {
        for (String yaml : new String[] {ABSORBING, ABSORBING.replace("z: {x: [{to: z}]}", "z: {}")}) {
            Explanation explanation = explain(yaml);
            assertThat(theory(explanation).emphasis()).containsExactly(0.5, 1, 0);
            assertThat(text(explanation)).containsPattern("(?m)^  z +end +– +– +0( +–)+$");
            // 0.5 and 1 are shares of 1.5, and there is no third
            assertThat(ExplanationPage.html(explanation, "1.2.3"))
                    .contains("33.3 %")
                    .contains("66.7 %");
        }
    }

    @Test
    void numbersBeyondADoubleAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> explain(LEFT_RIGHT.replace("left: [1, 0]", "left: [1e308, 1e308]")))
                .withMessageStartingWith("feature 1 is too large to be squared: up to 1.0E308");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> explain(LEFT_RIGHT.replace("[1, 0], right: [1, 2]", "[1e-200, 0], right: [0, 2]")))
                .withMessageStartingWith("feature 1 is too small to be squared: up to 1.0E-200");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> explain(LEFT_RIGHT.replace("reward: 1}", "reward: 1e308}")))
                .withMessageStartingWith("target has values too large for a double");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> explain(
                        LEFT_RIGHT.replace("reward: 1}", "reward: 1e200}").replace("left: [1, 0]", "left: [1e140, 0]")))
                .withMessageStartingWith("A or b is too large for a double");
    }

    @Test
    void betaOneOnATaskWithoutEndIsTheVerdictOnEtdBetaAlone() throws IOException {
        Explanation explanation = explain(LEFT_RIGHT, 1);
        Solution solution = solution(explanation, "etd-beta");
        assertThat(verdict(explanation, "etd-beta"))
                .isEqualTo("etd-beta with beta = 1 is not defined: its follow-on trace grows for ever, because the"
                        + " target never leaves left, right; take a beta below 1");
        assertThat(solution.converges()).isFalse();
        assertThat(solution.defined()).isFalse();
        assertThat(solution(explanation, "etd").converges()).isTrue();
        assertThat(ExplanationPage.html(explanation, "1.2.3")).doesNotContain("NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> theory(explanation).solution(Algorithms.named("etd-beta"), Map.of("beta", Double.NaN)))
                .withMessageContaining("[0, 1]: NaN");
        // with an end β = 1 is as good as any
        assertThat(solution(explain(ABSORBING, 1), "etd-beta").converges()).isTrue();
    }

    @Test
    void theTableSaysNothingOfTheEigenvaluesOfGtdAndExplainsThoseOfTheOthers() throws IOException {
        assertThat(text(explain(LEFT_RIGHT)))
                .containsPattern("(?m)^  gtd +stable +– +– +0\\.8078 ")
                .contains("min Re z: smallest real part of an eigenvalue of A; min sym: smallest eigenvalue");
        assertThat(ExplanationPage.html(explain(LEFT_RIGHT), "1.2.3"))
                .contains("for the gradient family θ and w together");
    }

    @Test
    void theStepSizeHasTheSameDigitsInTheTableAndTheVerdict() throws IOException {
        // 0.56449…: a bound is rounded down
        assertThat(text(explain(LEFT_RIGHT)))
                .containsPattern("(?m)^  etd +stable +0\\.9398 +0\\.9047 +0\\.5644 ")
                .containsPattern("(?m)^  ~ etd +stable +0\\.5644 ");
        assertThat(verdict(explain(LEFT_RIGHT), "etd"))
                .endsWith("; its mean update is stable at any step size below 0.5644");
    }

    @Test
    void aTargetWithoutANameOfItsOwnIsJustTheTarget() throws IOException {
        assertThat(text(explain(LEFT_RIGHT))).contains("True value at the start: 4.53.", "\nTarget\n");
        String named = LEFT_RIGHT.replaceAll("target: +(.*)", "targets: {mine: $1}");
        assertThat(text(explain(named))).contains("\nTarget mine\n");
    }
}
