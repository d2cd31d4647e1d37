package io.emphatic.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.GateQuestion;
import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.DifferenceBounds;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.GateResult;
import io.emphatic.evaluation.result.GateResult.Decision;
import io.emphatic.evaluation.result.GateResult.NextLog;
import io.emphatic.evaluation.result.GateResult.TestedMixture;
import io.emphatic.evaluation.result.PolicyComparison;
import io.emphatic.evaluation.result.PolicyEstimate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class GateTest {
    private static final GateQuestion USUAL = question(0);

    private static GateQuestion question(double margin) {
        return new GateQuestion("target", GateQuestion.BEHAVIOUR, margin, GateQuestion.USUAL_CONFIDENCE);
    }

    /** One context, two actions; the second pays 1 ± 0.5 instead of 0 ± 0.5, and the target takes it more often. */
    private static DrawnBandit bandit(double behaviour, double target) {
        DrawnBandit world = new DrawnBandit(
                new double[] {1},
                new double[][] {{1 - behaviour, behaviour}},
                new double[][] {{1 - target, target}},
                (context, action, random) -> action + random.nextDouble(-0.5, 0.5));
        world.map = false;
        return world;
    }

    private static PlainLog log(DrawnBandit world, int rows, long seed, GateQuestion question) {
        PlainLog drawn = world.draw(rows, seed);
        return new PlainLog(drawn.settings().with(question), drawn.lives());
    }

    private static EvaluationResult evaluated(DrawnBandit world, int rows, GateQuestion question) {
        return log(world, rows, 1, question).evaluate();
    }

    @Test
    void aPolicyPassesWhereTheLowerEndOfTheComparisonExceedsTheMargin() {
        EvaluationResult result = evaluated(bandit(0.4, 0.8), 400, USUAL);
        PolicyComparison comparison = result.comparisons().get(0);
        GateResult gate = result.gate();
        assertThat(gate.decision()).isEqualTo(Decision.PASS);
        assertThat(gate.difference()).isEqualTo(comparison.difference());
        assertThat(gate.low()).isEqualTo(comparison.low());
        assertThat(gate.high()).isEqualTo(comparison.high());
        assertThat(gate.logNext()).isEmpty();
        assertThat(evaluated(bandit(0.4, 0.8), 400, question(gate.low() - 1e-9))
                        .gate()
                        .decision())
                .isEqualTo(Decision.PASS);
        assertThat(evaluated(bandit(0.4, 0.8), 400, question(gate.low())).gate().decision())
                .isEqualTo(Decision.NOT_SHOWN);
    }

    /**
     * The log tries the second action in 2 % of the rows, the target in half of them; one in 200 complains, whatever is
     * done.
     */
    @Test
    void noComplaintAmongFewTriesIsNoReasonToPass() {
        DrawnBandit world = new DrawnBandit(
                new double[] {1},
                new double[][] {{0.98, 0.02}},
                new double[][] {{0.5, 0.5}},
                (context, action, random) -> random.nextDouble() < 0.005 ? 0 : 1);
        world.map = false;
        int passed = 0;
        for (int seed = 0; seed < 40; seed++) {
            passed += log(world, 5_000, seed, USUAL).evaluate().gate().decision() == Decision.PASS ? 1 : 0;
        }
        assertThat(passed).isLessThanOrEqualTo(3); // 23 by the variance of the terms alone
    }

    @Test
    void whatIsAskedForIsEvaluatedAsWithoutAGate() {
        PlainLog plain = bandit(0.4, 0.8).draw(300, 4);
        EvaluationResult without = plain.evaluate();
        EvaluationResult with = new PlainLog(plain.settings().with(USUAL), plain.lives()).evaluate();
        assertThat(with.comparisons()).isEqualTo(without.comparisons());
        assertThat(with.findings()).isEqualTo(without.findings());
        assertThat(with.targets()).hasSize(1);
        assertThat(with.targets().get(0).estimates())
                .isEqualTo(without.targets().get(0).estimates());
    }

    @Test
    void aPolicyThatTheLogDoesNotKnowIsNotToBeBelieved() {
        GateResult gate = evaluated(bandit(0.02, 1), 60, USUAL).gate();
        assertThat(gate.decision()).isEqualTo(Decision.NOT_TO_BE_BELIEVED);
        assertThat(gate.gammaStar()).isNull();
        assertThat(gate.reasons()).anyMatch(reason -> reason.contains("few episodes"));
    }

    private static EvaluationResult anytime(double behaviour, double target, int rows, ReturnRange range) {
        PlainLog drawn = bandit(behaviour, target).draw(rows, 1);
        EvaluationSettings given = drawn.settings();
        EvaluationSettings ranged = new EvaluationSettings(
                given.targets(),
                given.features(),
                given.actions(),
                given.lambda(),
                range,
                false,
                Declarations.NONE,
                null);
        return new PlainLog(ranged.with(USUAL.atAnyTime()), drawn.lives()).evaluate();
    }

    /** What holds however often it is looked at is wider than what holds once, and has a lower end all the same. */
    @Test
    void aGateAtAnyTimeDecidesByItsOwnBounds() {
        ReturnRange range = new ReturnRange(-0.5, 1.5);
        EvaluationResult result = anytime(0.4, 0.8, 2_000, range);
        GateResult gate = result.gate();
        assertThat(gate.decision()).isEqualTo(Decision.PASS);
        assertThat(gate.low()).isBetween(0.01, result.comparisons().get(0).low());
        assertThat(gate.high()).isGreaterThan(result.comparisons().get(0).high());
        assertThat(gate.gammaStar()).isNull();
        assertThat(gate.tested()).isEmpty();
        assertThat(evaluated(bandit(0.4, 0.8), 100, USUAL).gate().decision()).isEqualTo(Decision.PASS);
        assertThat(anytime(0.4, 0.8, 100, range).gate().decision()).isEqualTo(Decision.NOT_SHOWN);
        GateResult unbounded = anytime(0.4, 0.8, 2_000, null).gate();
        assertThat(unbounded.decision()).isEqualTo(Decision.NOT_TO_BE_BELIEVED);
        assertThat(unbounded.reasons().get(0)).contains("return_range");
    }

    /** Two policies that earn the same: 300 logs, looked at after each of 1,000 episodes, at 5 % for each end. */
    @Test
    void policiesThatEarnTheSameHardlyEverPassHoweverOftenTheyAreLookedAt() {
        int passed = 0;
        for (int log = 0; log < 300; log++) {
            DifferenceBounds bounds = new DifferenceBounds(new ReturnRange(0, 1), 0.05);
            SplittableRandom random = new SplittableRandom(log);
            boolean everPassed = false;
            for (int k = 0; k < 1_000; k++) {
                bounds.add(random.nextBoolean() ? 1.9 : 0.1, 1, random.nextBoolean() ? 1 : 0, true);
                everPassed |= bounds.low() > 0;
            }
            passed += everPassed ? 1 : 0;
            assertThat(bounds.low()).isBetween(-0.3, 0.1);
            assertThat(bounds.high()).isBetween(-0.1, 0.3);
        }
        assertThat(passed).isLessThanOrEqualTo(15);
    }

    @Test
    void otherConfidenceHasAnotherInterval() {
        GateResult usual = evaluated(bandit(0.4, 0.6), 100, USUAL).gate();
        GateResult less = evaluated(
                        bandit(0.4, 0.6), 100, new GateQuestion("target", GateQuestion.BEHAVIOUR, 0, 0.6826895))
                .gate();
        assertThat((usual.difference() - usual.low()) / (less.difference() - less.low()))
                .isCloseTo(1.98 / 1.0, within(0.01)); // quantiles of Student's t
    }

    /** Mixtures of a bandit earn their share of the difference, and are certified one after the other. */
    @Test
    void mixturesAreTestedInOrderUpToTheFirstThatFails() {
        GateResult gate = evaluated(bandit(0.4, 0.8), 400, USUAL).gate();
        assertThat(gate.tested()).extracting(TestedMixture::share).isEqualTo(GateQuestion.SHARES);
        assertThat(gate.certified()).isEqualTo(1);
        for (TestedMixture mixture : gate.tested()) {
            assertThat(mixture.difference()).isCloseTo(0.4 * mixture.share(), within(0.06 * mixture.share()));
        }
        assertThat(gate.tested().get(5).low()).isEqualTo(gate.low());
        GateResult worse = evaluated(bandit(0.4, 0.2), 400, USUAL).gate();
        assertThat(worse.certified()).isZero();
        assertThat(worse.tested()).hasSize(1);
    }

    /** Γ* is where the lower end, with that error declared, reaches the margin. */
    @Test
    void theConclusionStandsUpToGammaStar() {
        double star = evaluated(bandit(0.4, 0.8), 400, USUAL).gate().gammaStar();
        assertThat(star).isBetween(1.2, 20.0);
        assertThat(declared(star * 0.999).gate().decision()).isEqualTo(Decision.PASS);
        assertThat(declared(star * 1.001).gate().decision()).isEqualTo(Decision.NOT_SHOWN);
        assertThat(declared(star * 1.001).gate().gammaStar()).isEqualTo(star);
        assertThat(evaluated(bandit(0.4, 0.8), 400, question(2)).gate().gammaStar())
                .isNull();
    }

    private static EvaluationResult declared(double gamma) {
        DrawnBandit world = bandit(0.4, 0.8);
        world.declared = new Declarations(false, 0, gamma, List.of(), List.of(), null);
        return evaluated(world, 400, USUAL);
    }

    /** EVALUATION.md §7 on weights and returns by hand: the ends of each move to its bounds, and a little beyond. */
    @Test
    void aDeclaredErrorWidensEveryIntervalByItsOwnBounds() {
        DrawnBandit world = bandit(0.4, 0.8);
        world.map = true;
        world.range = new ReturnRange(-1, 2);
        EvaluationResult plain = world.draw(400, 1).evaluate();
        world.declared = new Declarations(false, 0, 1.2, List.of(), List.of(), null);
        PlainLog log = world.draw(400, 1);
        EvaluationResult wide = log.evaluate();
        double[] bounds = bounds(log, 1.2);
        double[] ofMean = boundsOfMean(log, 1.2);
        assertThat(ofMean[0]).isLessThan(bounds[0] - 0.05);
        for (PolicyEstimate estimate : wide.targets().get(0).estimates()) {
            PolicyEstimate before = estimate(plain, estimate.name());
            double value = estimate.value();
            double[] moved =
                    switch (estimate.name()) {
                        case "behaviour" -> new double[] {value, value};
                        case "is", "pdis" -> ofMean;
                        case "wis", "cwpdis", "wdr" -> bounds;
                        default -> null;
                    };
            assertThat(value).isEqualTo(before.value());
            if (moved != null) {
                double below = value - before.low();
                assertThat(estimate.low()).as(estimate.name()).isCloseTo(moved[0] - below, within(0.25 * below));
                assertThat(estimate.high()).isCloseTo(moved[1] + before.high() - value, within(0.25 * below));
            } else if (List.of("lstd", "elstd", "dm").contains(estimate.name())) {
                assertThat(estimate.low()).as(estimate.name()).isNull();
                assertThat(estimate.high()).isNull();
            } else {
                assertThat(estimate.low()).as(estimate.name()).isLessThan(before.low() - 0.01);
            }
            double factor = estimate.name().equals("behaviour") ? 1 : 1.2;
            assertThat(estimate.guaranteedLow() + 1).isCloseTo((before.guaranteedLow() + 1) / factor, within(1e-12));
            assertThat(2 - estimate.guaranteedHigh()).isCloseTo((2 - before.guaranteedHigh()) / factor, within(1e-12));
        }
        assertThat(wide.comparisons().get(0).low())
                .isLessThan(plain.comparisons().get(0).low()
                        - (estimate(wide, "wis").value() - bounds[0]) * 0.9);
    }

    /** Of Σ wG / N. */
    private static double[] boundsOfMean(PlainLog log, double gamma) {
        double[] bounds = new double[2];
        for (PlainLog.Life life : log.lives()) {
            PlainLog.Row row = life.rows().get(0);
            double term = row.ratios()[0] * row.reward() / log.lives().size();
            bounds[0] += Math.min(term * gamma, term / gamma);
            bounds[1] += Math.max(term * gamma, term / gamma);
        }
        return bounds;
    }

    /** What is compared with another target is what is moved: here by cwpdis, though episodes were cut. */
    @Test
    void betweenTargetsTheEstimatesThatAreReportedAreMoved() {
        PlainLog log = tooLarge(1.2);
        List<PlainLog.Life> lives = new ArrayList<>();
        for (PlainLog.Life life : log.lives()) {
            List<PlainLog.Row> rows = life.rows().stream()
                    .map(row -> new PlainLog.Row(
                            row.starts(),
                            new double[] {row.ratios()[0], 1},
                            new double[2][],
                            0,
                            row.reward(),
                            1,
                            0,
                            row.features()))
                    .toList();
            lives.add(new PlainLog.Life(rows, life.ended()));
        }
        List<EvaluationTarget> targets =
                List.of(new EvaluationTarget("target", false), new EvaluationTarget("same", false));
        EvaluationSettings settings = new EvaluationSettings(
                        targets, 0, 0, 0.0, null, false, log.settings().declared(), null)
                .with(new GateQuestion("target", "same", -10, 0.95));
        EvaluationResult result = new PlainLog(settings, lives).evaluate();
        assertThat(result.targets().get(0).recommended()).isEqualTo("cwpdis");
        assertThat(result.gate().low()).isBetween(-3.0, 0.0); // the rewards differ by ±1, not by 17
        assertThat(result.gate().decision()).isEqualTo(Decision.PASS);
        assertThat(result.gate().gammaStar()).isGreaterThan(10);
        assertThat(result.gate().tested()).as("mixtures with what ran").isEmpty();
    }

    /** Rewards of 100 ± 1, every ratio too large by 5 %: the mean of weighted returns is, the policy earns no more. */
    private static PlainLog tooLarge(double gamma) {
        SplittableRandom random = new SplittableRandom(3);
        List<PlainLog.Life> lives = new ArrayList<>();
        for (int j = 0; j < 400; j++) {
            List<PlainLog.Row> rows =
                    new ArrayList<>(List.of(row(1.0495 * (j % 2 == 0 ? 1.4 : 0.6), 100 + random.nextGaussian(), true)));
            boolean cut = j % 10 < 2;
            if (cut) {
                rows.add(row(1, 0, false));
            }
            lives.add(new PlainLog.Life(rows, !cut));
        }
        Declarations declared = new Declarations(false, 0, gamma, List.of(), List.of(), null);
        List<EvaluationTarget> targets = List.of(new EvaluationTarget("target", false));
        return new PlainLog(new EvaluationSettings(targets, 0, 0, 0.0, null, false, declared, null).with(USUAL), lives);
    }

    private static PlainLog.Row row(double ratio, double reward, boolean starts) {
        return new PlainLog.Row(starts, new double[] {ratio}, new double[1][], 0, reward, 1, 0, new double[0]);
    }

    @Test
    void whereEpisodesWereCutADeclaredErrorMovesTheMeanWeight() {
        EvaluationResult plain = tooLarge(1).evaluate();
        assertThat(plain.gate().decision()).isEqualTo(Decision.PASS);
        assertThat(plain.gate().gammaStar()).isLessThan(1.05);
        GateResult declared = tooLarge(1.2).evaluate().gate();
        assertThat(declared.decision()).isEqualTo(Decision.NOT_SHOWN);
        double moved = estimate(plain, "pdis").value() * (1 - 1 / 1.2);
        assertThat(declared.low()).isLessThan(declared.difference() - moved);
        assertThat(declared.logNext())
                .as("what is wrong is not decided by more of it")
                .extracting(NextLog::episodes)
                .containsOnlyNulls();
    }

    private static double[] bounds(PlainLog log, double gamma) {
        double[] bounds = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        for (PlainLog.Life threshold : log.lives()) {
            double at = threshold.rows().get(0).reward();
            for (double above : new double[] {gamma, 1 / gamma}) {
                double sum = 0;
                double weights = 0;
                for (PlainLog.Life life : log.lives()) {
                    double reward = life.rows().get(0).reward();
                    double weight = life.rows().get(0).ratios()[0] * (reward >= at ? above : 1 / above);
                    sum += weight * reward;
                    weights += weight;
                }
                bounds[0] = Math.min(bounds[0], sum / weights);
                bounds[1] = Math.max(bounds[1], sum / weights);
            }
        }
        return bounds;
    }

    private static PolicyEstimate estimate(EvaluationResult result, String name) {
        return result.targets().get(0).estimates().stream()
                .filter(estimate -> estimate.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A log of the size that is named, written as is named, has an interval that is as narrow as was asked for. */
    @Test
    void whatToLogNextIsEnough() {
        GateQuestion question = question(0.4);
        GateResult gate = evaluated(bandit(0.1, 0.5), 1_500, question).gate();
        assertThat(gate.decision()).isEqualTo(Decision.NOT_SHOWN);
        assertThat(gate.logNext()).extracting(NextLog::share).isEqualTo(GateQuestion.LOGGED_SHARES);
        double wanted = Math.abs(gate.difference() - 0.4);
        for (NextLog next : gate.logNext()) {
            double share = next.share();
            int rows = (int) Math.round(next.episodes());
            DrawnBandit logger = bandit((1 - share) * 0.1 + share * 0.5, 0.5);
            PlainLog target = logger.draw(rows, 7);
            List<PlainLog.Life> lives = new ArrayList<>();
            for (PlainLog.Life life : target.lives()) { // beside the target, the behaviour of old
                PlainLog.Row row = life.rows().get(0);
                double old = (row.action() == 1 ? 0.1 : 0.9) * row.ratios()[0] / 0.5;
                lives.add(new PlainLog.Life(
                        List.of(new PlainLog.Row(
                                true,
                                new double[] {row.ratios()[0], old},
                                new double[2][],
                                row.action(),
                                row.reward(),
                                1,
                                0,
                                row.features())),
                        true));
            }
            EvaluationSettings two = new EvaluationSettings(
                    List.of(new EvaluationTarget("target", false), new EvaluationTarget("old", false)),
                    1,
                    0,
                    0.0,
                    null,
                    false,
                    Declarations.NONE,
                    null);
            PolicyComparison pair =
                    new PlainLog(two, lives).evaluate().comparisons().get(0);
            assertThat(pair.difference() - pair.low())
                    .as("share %s, %d rows", share, rows)
                    .isCloseTo(wanted, within(0.25 * wanted));
        }
        assertThat(gate.logNext().get(4).episodes())
                .isLessThan(gate.logNext().get(0).episodes());
    }

    @Test
    void aPolicyIsComparedWithAnotherOne() {
        PlainLog drawn = PlainLog.random(PlainLog.RAGGED.withLives(200), 5);
        GateQuestion question = new GateQuestion("target0", "target2", 0, 0.95);
        EvaluationResult result = new PlainLog(drawn.settings().with(question), drawn.lives()).evaluate();
        PolicyComparison pair = result.comparisons().stream()
                .filter(one -> one.a().equals("target0") && one.b().equals("target2"))
                .findFirst()
                .orElseThrow();
        assertThat(result.gate().difference()).isEqualTo(pair.difference());
        assertThat(result.gate().low()).isEqualTo(pair.low());
    }

    @Test
    void partsAndThreadsLeaveTheBits() throws IOException {
        PlainLog drawn = PlainLog.random(new PlainLog.Shape(300, 3, 3, 2, 3, 0.0, 0, false, null), 5);
        EvaluationSettings settings = drawn.settings();
        Declarations declared = new Declarations(false, 0, 1.1, List.of(), List.of(), null);
        settings = new EvaluationSettings(settings.targets(), 3, 2, 0.0, null, false, declared, null)
                .with(new GateQuestion("target2", "target0", -5, 0.9));
        PlainLog log = new PlainLog(settings, drawn.lives());
        GateResult alone = log.evaluate().gate();
        assertThat(alone.gammaStar()).isGreaterThan(1);
        ExecutorService helper = Executors.newSingleThreadExecutor();
        try {
            assertThat(log.evaluate(helper).gate()).isEqualTo(alone);
        } finally {
            helper.shutdownNow();
        }
        GateResult inParts =
                EvaluationPartsTest.inParts(log, new int[] {1, 100, 300}).gate();
        assertThat(inParts.low()).isCloseTo(alone.low(), within(1e-9));
        assertThat(inParts.gammaStar()).isCloseTo(alone.gammaStar(), within(1e-6));
        assertThat(inParts.logNext().size()).isEqualTo(alone.logNext().size());
    }

    @Test
    void questionsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> new GateQuestion("a", "a", 0, 0.95)).hasMessageContaining("the same");
        assertThatThrownBy(() -> new GateQuestion("a", "b", Double.NaN, 0.95)).hasMessageContaining("margin");
        assertThatThrownBy(() -> new GateQuestion("a", "b", 0, 1)).hasMessageContaining("[0.5, 1)");
        assertThatThrownBy(() -> new Declarations(false, 0, 0.9, List.of(), List.of(), null))
                .hasMessage("probability_error is not a finite factor ≥ 1: 0.9");
    }
}
