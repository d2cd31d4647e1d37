package io.emphatic.lab.internal.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithm;
import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithms;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Problem;
import io.emphatic.lab.internal.explanation.Explanation.PolicyExplanation;
import io.emphatic.lab.internal.explanation.ExplanationText.Detail;
import io.emphatic.lab.problems.Problems;
import io.emphatic.lab.theory.MeanPath;
import io.emphatic.lab.theory.RandomMdps;
import io.emphatic.lab.theory.Solution;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class ExplanationTest {
    /** Algorithms whose mean update is not known in closed form: `explain` leaves them out. */
    private static final Set<String> WITHOUT_THEORY = Set.of("bounded-td");

    /** Its place among the algorithms. */
    private static final int GTD = 10;

    private static final Map<String, Explanation> EXPLAINED = new HashMap<>();

    static Stream<String> problems() {
        return Problems.names().stream();
    }

    /** The rooms take seconds, and several tests ask for them. */
    private static Explanation explain(String name) {
        return EXPLAINED.computeIfAbsent(name, key -> {
            Problem problem = Problems.named(key);
            return Explanation.of(
                    problem.mdp(), problem.initialWeights(), Map.of(), (question, state) -> true, () -> {});
        });
    }

    private static String verdict(Explanation explanation, int target, int algorithm) {
        PolicyExplanation explained = explanation.targets().get(target);
        return explained.verdict(explained.solutions().get(algorithm));
    }

    private static String text(Explanation explanation, Detail detail) {
        StringWriter out = new StringWriter();
        ExplanationText.print(explanation, detail, new PrintWriter(out));
        return out.toString();
    }

    @ParameterizedTest
    @MethodSource("problems")
    void everyProblemIsExplainedWithoutNoise(String name) {
        Explanation explanation = explain(name);
        String text = text(explanation, Detail.ALL_STATES);
        // a long verdict is broken into lines
        PolicyExplanation first = explanation.targets().get(0);
        assertThat(text.replaceAll("\\s+", " ")).contains(Verdict.grouped(first.theory(), first.solutions()));
        // no rounding dressed up as a number: nothing below a billionth
        assertThat(text)
                .doesNotContainPattern("e−(09|[1-9]\\d)")
                .doesNotContain("NaN")
                .doesNotContain("−0 ");
    }

    /** The limit; the answer itself is in the first six lines. */
    @ParameterizedTest
    @MethodSource("problems")
    void theAnswerComesFirstInAtMostSixLinesAndAllIsInForty(String name) {
        List<String> lines = text(explain(name), Detail.ANSWER).lines().toList();
        assertThat(lines).hasSizeLessThanOrEqualTo(40);
        List<String> answer = lines.subList(0, lines.indexOf(""));
        boolean isGood = lines.stream().anyMatch(line -> line.startsWith("  ✓ ") && !line.startsWith("  ✓ good:"));
        assertThat(answer).hasSizeBetween(3, 6).first().asString().startsWith(isGood ? "Take " : "None is ");
        assertThat(answer)
                .anyMatch(line -> line.startsWith("Safe here"))
                .anyMatch(line -> line.startsWith("Diverge: "))
                .anyMatch(line -> line.startsWith("Least error where you care"))
                .anyMatch(line -> line.startsWith("Variance: "));
    }

    @Test
    void aTickMeansGoodAndNotJustConvergent() {
        String baird = text(explain("baird"), Detail.ANSWER);
        assertThat(baird)
                .startsWith("Take gtd (or lstd, which needs no step size): it is stable")
                .contains("Diverge: td, interest-td, etd-beta 0.5, truncated-etd 4, per-etd 4,")
                .contains(
                        "Variance: infinite for etd, etd-beta 0.5, lc-etd 0.5, true-online-etd, elstd (rare, huge steps);")
                .containsPattern("✓ gtd +stable +0.41\\d+ +0 +finite")
                .containsPattern("~ etd +stable +0.54\\d+ +0 +infinite")
                .containsPattern("✗ td +diverges +– +– +finite");
        // stable, of finite variance, and wrong where it matters
        assertThat(text(explain("collision"), Detail.ANSWER))
                .containsPattern("~ td[^\n]* +stable +\\S+ +0.392 +finite")
                .containsPattern("✓ etd[^\n]* +stable +\\S+ +0.112 +finite")
                .contains("(rmse 0.112): etd, true-online-etd, elstd, wis-etd; within 10 %: truncated-etd 4, per-etd 4;"
                        + " lc-etd 0.5 has 0.0926, but its fixed point moves; the worst safe one is");
        assertThat(text(explain("miner"), Detail.ANSWER))
                .contains(
                        "None is known to be good here; the least bad is etd (or elstd, which needs no step size): it is"
                                + " stable and has the least error where you care, but its variance is infinite: bound")
                .contains("Calmer: truncated-etd 4, of finite variance, rmse 0.117 to 0.974.");
    }

    /** By hand of JSON: the least rmse is 0.473, of 0 it is 0.4785 and of the mean value 0.325. */
    @Test
    void whatAConstantPredictsAsWellIsNotGood() {
        assertThat(text(explain("random-mdp"), Detail.ANSWER))
                .startsWith("None is good here; the least bad is ")
                .contains("but the best constant prediction is about as good, or better (rmse 0.325).")
                .containsPattern("Least error where you care \\(rmse 0.47\\d; always predicting 0 has 0.479\\): ")
                .doesNotContain("✓ td", "✓ gtd");
        assertThat(text(explain("miner"), Detail.ANSWER)).doesNotContain("constant prediction is", "predicting 0");
    }

    @Test
    void whatLimitsTheWholeAnswerIsInIt() {
        Problem problem = Problems.named("two-state");
        Explanation some = Explanation.of(
                problem.mdp(), problem.initialWeights(), Map.of(), (question, state) -> state > 0, () -> {});
        List<String> lines = text(some, Detail.ANSWER).lines().toList();
        assertThat(lines.get(1))
                .isEqualTo(
                        "But this is the theory of learning in every state, and the problem lets each target learn in"
                                + " some states only, where the outcome can differ.");
        assertThat(lines.subList(6, lines.size())).noneMatch(line -> line.contains("learned in"));
    }

    /** Questions of different MDPs, of which no algorithm answers each nearly best. */
    @Test
    void whereNoneIsRightForEveryTargetTheSafeOneOfLeastExcessIsTaken() {
        List<PolicyExplanation> targets = IntStream.range(0, 30)
                .mapToObj(seed -> RandomMdps.of(RandomMdps.rng(seed), 8, 2, 2))
                .flatMap(mdp ->
                        Explanation.of(mdp, new double[2], Map.of(), (question, state) -> true, () -> {})
                                .targets()
                                .stream())
                .toList();
        Explanation one = explain("baird");
        Answer answer = new Answer(
                new Explanation(one.mdp(), one.initialWeights(), one.assumptions(), one.stationary(), targets));
        String best = null;
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k < targets.get(0).solutions().size(); k++) {
            int algorithm = k;
            double excess = targets.stream()
                    .mapToDouble(target -> excess(target, target.solutions().get(algorithm)))
                    .max()
                    .orElseThrow();
            boolean moves = targets.get(0).solutions().get(k).name().equals("lc-etd");
            if (excess < least && !moves) {
                least = excess;
                best = TradeOff.name(targets.get(0).solutions().get(k).config());
            }
        }
        assertThat(least).isBetween(1.1, 100.0);
        assertThat(answer.sentences())
                .noneMatch(line -> line.startsWith("Least error"))
                .first()
                .asString()
                .startsWith("None is good here; the least bad is " + best + ": it is stable and has up to "
                        + Numbers.significant(least) + " times the least error where you care, ");
    }

    private static double excess(PolicyExplanation target, Solution solution) {
        double lowest = target.solutions().stream()
                .filter(other -> other.converges() && !other.name().equals("lc-etd"))
                .mapToDouble(Solution::interestRmse)
                .min()
                .orElseThrow();
        return solution.converges() ? solution.interestRmse() / lowest : Double.POSITIVE_INFINITY;
    }

    @Test
    void theVarianceOfTrueOnlineLearnersIsSaidToBeAnothers() {
        assertThat(Answer.LEGEND).contains("that of the trace (true online: of td's or etd's)");
    }

    @Test
    void whatIsNotComputedIsNotClaimed() {
        Mdp mdp = RandomMdps.of(RandomMdps.rng(3), 301, 2, 4);
        String text =
                text(Explanation.of(mdp, new double[4], Map.of(), (question, state) -> true, () -> {}), Detail.ANSWER);
        assertThat(text)
                .startsWith("None is good here; the least bad is td")
                .contains("its variance was not computed.")
                .contains("Variance: not computed; --variance does that for more than 300 states.")
                .doesNotContain("✓ td")
                .doesNotContain(" finite\n");
    }

    @Test
    void algorithmsOfWhichTheSameIsToBeSaidShareASentence() {
        PolicyExplanation target = explain("miner").targets().get(0);
        assertThat(Verdict.grouped(target.theory(), target.solutions()))
                .hasSizeLessThan(20)
                .contains("gtd, gtd2, tdrc, htd: each converges to the fixed point of td");
    }

    @ParameterizedTest
    @MethodSource("problems")
    void everyPageIsSelfContained(String name, @TempDir Path directory) throws Exception {
        Path file = directory.resolve("page.html");
        ExplanationPage.write(explain(name), "1.2.3", file);
        String page = Files.readString(file);
        assertThat(page)
                .doesNotContain("http")
                .doesNotContain("src=")
                .doesNotContain("@import")
                .doesNotContain("NaN");
        assertThat(Files.list(directory)).containsExactly(file);
        // well-formed but for the void elements of HTML
        String xml = page.replaceFirst("<!DOCTYPE html>", "").replaceAll("<meta ([^>]*)>", "<meta $1/>");
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
        int targets = Problems.named(name).mdp().questions().size();
        // of one trace, and of the gradient family but for pgtd2
        int paths = Problems.named(name).mdp().featureNames().size() <= 40 ? 14 : 0;
        assertThat(document.getElementsByTagName("figure").getLength()).isEqualTo(targets * (1 + paths));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void thePathsOfTheMeanOdeEndAtTheFixedPoint(String name) {
        for (PolicyExplanation target : explain(name).targets()) {
            for (Solution solution : drawn(target)) {
                MeanPath path = MeanPath.of(target.theory(), solution, new double[solution.b().length]);
                double[] end = path.weights()[path.weights().length - 1];
                // six time constants: e⁻⁶, with some room for what is not normal
                double size = 1e-9
                        + Arrays.stream(solution.fixedPoint())
                                .map(Math::abs)
                                .max()
                                .orElseThrow();
                for (int j = 0; j < end.length && solution.converges(); j++) {
                    assertThat(end[j])
                            .as(name + " " + solution.name())
                            .isCloseTo(solution.fixedPoint()[j], within(0.05 * size));
                }
            }
        }
    }

    /** Those whose paths a page draws. */
    private static List<Solution> drawn(PolicyExplanation target) {
        boolean few = target.theory().mdp().featureNames().size() <= ExplanationPage.MOST_PATHS;
        return target.solutions().stream()
                .filter(solution ->
                        few && (solution.family() == Family.ONE_TRACE || solution.family() == Family.GRADIENT))
                .toList();
    }

    @Test
    void thePathOfTwoStatesIsAnExponential() {
        Explanation explanation = explain("two-state");
        PolicyExplanation target = explanation.targets().get(0);
        for (Solution solution : target.solutions().subList(0, 3)) {
            MeanPath path = MeanPath.of(target.theory(), solution, new double[] {10});
            for (int k = 0; k < path.times().length; k++) {
                double exact = 10 * Math.exp(-solution.a()[0][0] * path.times()[k]);
                assertThat(path.weights()[k][0]).isCloseTo(exact, within(1e-9 * (1 + exact)));
            }
        }
    }

    @Test
    void theVerdictOnEtdAdvisesABetaOnlyWhereThatConverges() {
        assertThat(verdict(explain("miner"), 1, 2))
                .startsWith("etd converges")
                .contains("infinite variance (radius 3.18): expect volatility; bound steps (overshoot) or"
                        + " clip, or use etd-beta with beta = 0.55");
        assertThat(verdict(explain("baird"), 0, 2))
                .contains("clip (a beta small enough for a finite variance, 0.37, makes etd-beta diverge)");
    }

    @Test
    void theVerdictOnGtdSaysWhereTdDiverges() {
        assertThat(verdict(explain("baird"), 0, GTD)).contains("of td, although td itself diverges");
        assertThat(verdict(explain("two-state"), 0, GTD))
                .startsWith("gtd converges to the fixed point of td")
                .doesNotContain("although");
    }

    @Test
    void theVerdictOnEtdBetaIsAboutTheBetaGiven() {
        Problem miner = Problems.named("miner");
        Explanation explanation = Explanation.of(
                miner.mdp(), miner.initialWeights(), Map.of("beta", 0.9), (question, state) -> true, () -> {});
        assertThat(verdict(explanation, 1, 3))
                .startsWith("etd-beta with beta = 0.9 converges")
                .contains(
                        ", but its follow-on trace has infinite variance: expect volatility; bound steps (overshoot) or clip, or take beta = 0.55");
        // its radius allows 0.97
        assertThat(verdict(explanation, 0, 3)).doesNotContain("variance");
    }

    @Test
    void minerLeavesBlockDUntouchedForEveryTarget() {
        Explanation explanation = explain("miner");
        assertThat(explanation.assumptions().get(3).holds()).isFalse();
        assertThat(explanation.assumptions().get(3).detail())
                .isEqualTo("the features of emphasised states span 3 of 4 dimensions");
        for (PolicyExplanation target : explanation.targets()) {
            Solution etd = target.solutions().get(2);
            assertThat(etd.rank()).isEqualTo(3);
            assertThat(etd.untouched()).containsExactly("D");
            assertThat(etd.fixedPoint()[3]).isZero();
            assertThat(etd.a()[3]).containsOnly(0);
            assertThat(etd.converges()).isTrue();
            assertThat(etd.interestWeightedError()).isZero();
            assertThat(target.theory().followOn().finiteVariance()).isFalse();
        }
    }

    @Test
    void manyStatesAreShownByFeaturesOrTheMostVisited() {
        assertThat(text(explain("miner"), Detail.ALL)).contains("A (28 states)").doesNotContain("A1+D2:3");
        assertThat(text(explain("miner"), Detail.ALL_STATES))
                .contains("A1+D2:3")
                .doesNotContain("A (28 states)");
        Mdp mdp = RandomMdps.of(RandomMdps.rng(3), 60, 2, 4);
        String text =
                text(Explanation.of(mdp, new double[4], Map.of(), (question, state) -> true, () -> {}), Detail.ALL);
        assertThat(text).contains("the 24 most visited or emphasised of 60 states; --all-states shows every one");
    }

    @Test
    void manyTargetsAndFeaturesDoNotFillAPageWithTheirNames() {
        assertThat(explain("rooms").assumptions().get(3).detail())
                .isEqualTo("the features of emphasised states span 12 to 16 of 64 dimensions");
    }

    @Test
    void everyRegisteredAlgorithmHasARowAndAVerdict() {
        PolicyExplanation target = explain("miner").targets().get(0);
        List<String> names = Algorithms.all().stream()
                .map(Algorithm::name)
                .filter(name -> !WITHOUT_THEORY.contains(name))
                .toList();
        assertThat(target.solutions()).extracting(Solution::name).containsExactlyElementsOf(names);
        assertThat(ExplanationTables.algorithms(target)).hasSize(1 + names.size());
        for (Solution solution : target.solutions()) {
            assertThat(target.verdict(solution)).startsWith(solution.name());
        }
    }

    @Test
    void vtraceSaysWhichPolicyItEvaluates() {
        Problem miner = Problems.named("miner");
        Explanation explanation = Explanation.of(
                miner.mdp(), miner.initialWeights(), Map.of("ratio_cap", 1.0), (question, state) -> true, () -> {});
        assertThat(verdict(explanation, 1, 8))
                .startsWith("vtrace with trace_cap = 1, ratio_cap = 1 converges")
                .contains("it evaluates the policy π_ρ̄ ∝ min(ρ̄μ, π) in place of the target");
        assertThat(verdict(explain("miner"), 1, 8)).doesNotContain("evaluates");
    }

    @Test
    void theGivenEtaIsJudged() {
        Problem baird = Problems.named("baird");
        Explanation explanation = Explanation.of(
                baird.mdp(), baird.initialWeights(), Map.of("eta", 1.0), (question, state) -> true, () -> {});
        assertThat(verdict(explanation, 0, GTD)).startsWith("gtd converges").contains("with eta = 1");
        // without it, 16 is found
        assertThat(verdict(explanation, 0, GTD + 3))
                .isEqualTo("htd diverges with eta = 1: the mean update of θ and w together is not stable");
    }

    @Test
    void theTradeOffGoesFromInterestToEmphasis() {
        Explanation explanation = explain("miner").withTradeOffs();
        for (PolicyExplanation target : explanation.targets()) {
            TradeOff tradeOff = target.tradeOff().orElseThrow();
            double interest = target.solutions().get(1).interestRmse();
            double etd = target.solutions().get(2).interestRmse();
            List<TradeOff.TradeOffPoint> beta = tradeOff.curves().get(0).points();
            List<TradeOff.TradeOffPoint> horizon = tradeOff.curves().get(1).points();
            assertThat(beta.get(0).error().interestRmse()).isCloseTo(interest, within(1e-9));
            assertThat(horizon.get(0).error().interestRmse()).isCloseTo(interest, within(1e-9));
            assertThat(horizon.get(7).error().interestRmse()).isCloseTo(etd, within(0.05 * interest));
            assertThat(horizon)
                    .allSatisfy(point -> assertThat(point.moments().trace()).isFinite());
            for (int k = 1; k < beta.size(); k++) {
                assertThat(beta.get(k).moments().followOn())
                        .isGreaterThanOrEqualTo(beta.get(k - 1).moments().followOn());
            }
        }
        assertThat(text(explanation, Detail.ALL)).contains("E‖e‖²/E[M]²").contains("truncated-etd 64");
        assertThat(ExplanationPage.html(explanation, "1.2.3"))
                .containsOnlyOnce("<details open><summary>Bias and variance</summary>")
                .contains("<details><summary>Bias and variance</summary>")
                .containsPattern(
                        "(?s)<summary>Every algorithm and every value of its parameter</summary>.*truncated-etd 64")
                .contains("Error of the fixed point against the second moment of the trace, etd at ");
    }

    @Test
    void gradientLearnersAreComparedInBiasAndVarianceToo() {
        assertThat(text(explain("baird").withTradeOffs(), Detail.ANSWER))
                .containsPattern("no other has both less error and less variance[^\n]*\n[^\n]*\n +gtd +yes +0 ");
    }

    @Test
    void sharesAreOfAllStatesAndTheMostEmphasisedIsShown() {
        PolicyExplanation target = explain("rooms").targets().get(0);
        double[] emphasis = target.theory().emphasis();
        int most = 0;
        for (int s = 0; s < emphasis.length; s++) {
            most = emphasis[s] > emphasis[most] ? s : most;
        }
        int index = most;
        assertThat(StateRow.of(target.theory())).hasSize(24).anyMatch(row -> row.states()[0] == index);
        String share = Numbers.significant(
                        100 * emphasis[most] / Arrays.stream(emphasis).sum(), 3) + " %";
        assertThat(new ExplanationPage(explain("rooms"), target).bars().description())
                .endsWith("most emphasised: " + target.theory().mdp().states().get(most) + ", " + share);
    }

    /** Baird's star starts from other weights than zero, and A is singular. */
    @Test
    void dottedLinesAreWherePathsEnd() {
        Explanation explanation = explain("baird");
        PolicyExplanation target = explanation.targets().get(0);
        double[] from = explanation.initialWeights();
        for (Solution solution : drawn(target)) {
            if (solution.converges()) {
                MeanPath path = MeanPath.of(target.theory(), solution, from);
                double[] end = path.weights()[path.weights().length - 1];
                assertThat(end).containsExactly(target.theory().limit(solution, from), within(0.1));
                assertThat(solution.fixedPoint()).containsOnly(0);
            }
        }
        String page = ExplanationPage.html(explanation, "1.2.3");
        assertThat(page)
                .contains("Where A is singular that depends on where it starts")
                .contains("α × steps, logarithmic")
                .contains("stroke-dasharray");
    }
}
