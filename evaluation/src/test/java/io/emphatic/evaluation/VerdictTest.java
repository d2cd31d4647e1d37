package io.emphatic.evaluation;

import static io.emphatic.evaluation.EstimatorsTest.estimate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.evaluation.result.Trust;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the verdict looks at, on logs whose truth is known; EVALUATION.md §4. */
class VerdictTest {
    private static final double[] EVEN = {0.25, 0.25, 0.25, 0.25};
    private static final double[][] BEHAVIOUR = DrawnBandit.same(new double[] {0.5, 0.3, 0.2}, 4);
    private static final double[][] TARGET = {{0.6, 0.3, 0.1}, {0.3, 0.4, 0.3}, {0.2, 0.3, 0.5}, {0.5, 0.1, 0.4}};
    private static final DrawnBandit.Reward LIGHT = (s, a, random) -> s + a + random.nextGaussian();

    private static TargetResult only(PlainLog log) {
        return log.evaluate().targets().get(0);
    }

    private static PolicyEstimate recommended(TargetResult target) {
        return estimate(target, target.recommended());
    }

    private static double count(int logs, Trust verdict, DrawnBandit world, int rows) {
        return IntStream.range(0, logs)
                        .filter(k -> only(world.draw(rows, 7_000 + k)).verdict() == verdict)
                        .count()
                / (double) logs;
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 1_000})
    void rightInputsAndLightTailsAreTrusted(int rows) {
        assertThat(count(30, Trust.TRUST, new DrawnBandit(EVEN, BEHAVIOUR, TARGET, LIGHT), rows))
                .isGreaterThan(0.9);
    }

    /**
     * Machines that break in 3 % of their hours, ratios of 0.6 and 1.4. Products of so many have an infinite variance:
     * a log without the large ones looks even. With a discount few hours count, and no product is long.
     */
    @ParameterizedTest
    @CsvSource({"1, 0, 1", "0.8, 25, 40"})
    void weightsOfLongLivesAreNotTrustedUnlessADiscountEndsThem(double discount, int least, int most) {
        int trusted = 0;
        for (int k = 0; k < 40; k++) {
            SplittableRandom random = new SplittableRandom(300 + k);
            SmallLog log = new SmallLog(0, null);
            for (int j = 0; j < 300; j++) {
                List<double[]> rows = new ArrayList<>();
                do {
                    rows.add(SmallLog.row(random.nextBoolean() ? 0.6 : 1.4, 1));
                } while (random.nextDouble() >= 0.03);
                log.ended(discount, rows.toArray(double[][]::new));
            }
            trusted += log.evaluate().targets().get(0).verdict() == Trust.TRUST ? 1 : 0;
        }
        assertThat(trusted).isBetween(least, most);
    }

    /** The click is on the third offer, which the target never shows. */
    @Test
    void aClickOnWhatTheTargetNeverDoesIsNoEvidence() {
        double[][] target = DrawnBandit.same(new double[] {0.7, 0.3, 0}, 4);
        PlainLog none = new DrawnBandit(EVEN, BEHAVIOUR, target, (s, a, random) -> 0).draw(3_000, 1);
        List<PlainLog.Life> lives = new ArrayList<>(none.lives());
        int clicked = 0;
        while (lives.get(clicked).rows().get(0).action() != 2) {
            clicked++;
        }
        PlainLog.Row row = lives.get(clicked).rows().get(0);
        PlainLog.Row click = new PlainLog.Row(
                true, row.ratios(), row.policies(), row.action(), 1, row.discount(), row.lambda(), row.features());
        lives.set(clicked, new PlainLog.Life(List.of(click), true));
        TargetResult result = only(new PlainLog(none.settings(), lives));
        assertThat(result.verdict()).isNotEqualTo(Trust.TRUST);
        assertThat(result.reasons()).anyMatch(reason -> reason.contains("no evidence"));
        assertThat(recommended(result).high()).isGreaterThan(0.0014);
    }

    @Test
    void standardErrorsAreOverClusters() {
        DrawnBandit world = new DrawnBandit(EVEN, BEHAVIOUR, TARGET, LIGHT);
        world.rowsPerUser = 25;
        world.userSpread = 1;
        PlainLog log = world.draw(225, 3);
        EvaluationResult result = log.evaluate();
        assertThat(result.size().episodes()).isEqualTo(225);
        assertThat(result.size().clusters()).isEqualTo(9);
        // Var = G/(G − 1) Σ_g (Σ_{i∈g} ρ_i r_i − is)² / N²
        double is = estimate(result.targets().get(0), "is").value();
        double[] users = new double[9];
        for (int j = 0; j < 225; j++) {
            PlainLog.Row row = log.lives().get(j).rows().get(0);
            users[j / 25] += row.ratios()[0] * row.reward() - is;
        }
        double squares =
                IntStream.range(0, 9).mapToDouble(g -> users[g] * users[g]).sum();
        assertThat(estimate(result.targets().get(0), "is").stderr())
                .isCloseTo(Math.sqrt(9.0 / 8 * squares) / 225, within(1e-12));
    }

    /** A user adds as much to all rewards as chance to each; without users the interval misses often. */
    @Test
    void intervalsOfFewUsersHold() {
        DrawnBandit world = new DrawnBandit(EVEN, BEHAVIOUR, TARGET, LIGHT);
        world.userSpread = 1;
        world.rowsPerUser = 25;
        double truth = 1.5 + 0.25 * (0.5 + 1.0 + 1.3 + 0.9);
        int missed = 0;
        int missedApart = 0;
        for (int k = 0; k < 100; k++) {
            PlainLog log = world.draw(225, 100 + k);
            missed += misses(recommended(only(log)), truth) ? 1 : 0;
            List<PlainLog.Life> apart = log.lives().stream()
                    .map(life -> new PlainLog.Life(life.rows(), life.ended()))
                    .toList();
            missedApart += misses(recommended(only(new PlainLog(log.settings(), apart))), truth) ? 1 : 0;
        }
        assertThat(missed).isLessThanOrEqualTo(10);
        assertThat(missedApart).isGreaterThan(25);
    }

    private static boolean misses(PolicyEstimate estimate, double truth) {
        return estimate.low() == null || truth < estimate.low() || truth > estimate.high();
    }

    /** Whatever was done, the log has the probability of the third action; the mean ratio is 0.975. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theColumnOfAnotherActionEndsTrust(boolean map) {
        DrawnBandit world = new DrawnBandit(EVEN, BEHAVIOUR, TARGET, LIGHT);
        world.map = map;
        world.column = new double[4][3];
        for (int s = 0; s < 4; s++) {
            Arrays.fill(world.column[s], TARGET[s][2]);
        }
        assertThat(count(20, Trust.TRUST, world, 200)).isZero();
    }

    /** Two actions are exchanged in each context: no ratio shows it, but the probabilities of every action do. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theColumnsOfExchangedActionsEndTrust(boolean hasFeatures) {
        DrawnBandit world = new DrawnBandit(EVEN, BEHAVIOUR, TARGET, LIGHT);
        world.hasFeatures = hasFeatures;
        world.column = new double[][] {{0.3, 0.6, 0.1}, {0.4, 0.3, 0.3}, {0.3, 0.2, 0.5}, {0.1, 0.5, 0.4}};
        assertThat(count(20, Trust.TRUST, world, 1_000)).isZero();
    }

    @Test
    void aTargetWrittenByActionHasTheEstimateOfItsColumn() {
        DrawnBandit world = new DrawnBandit(EVEN, BEHAVIOUR, TARGET, LIGHT);
        TargetResult byAction = only(world.draw(500, 8));
        world.map = false;
        TargetResult column = only(world.draw(500, 8));
        assertThat(byAction.recommended()).isEqualTo(column.recommended());
        assertThat(recommended(byAction)).isEqualTo(recommended(column));
    }

    @Test
    void aHoleEndsTrustAndIsNamed() {
        double[] contexts = {0.04, 0.32, 0.32, 0.32};
        double[][] behaviour = BEHAVIOUR.clone();
        behaviour[0] = new double[] {0, 0.6, 0.4};
        double[][] target = TARGET.clone();
        target[0] = new double[] {1, 0, 0};
        DrawnBandit world = new DrawnBandit(contexts, behaviour, target, LIGHT);
        world.declared = new Declarations(
                false, 0, 1, List.of("weather=storm", "weather=rain", "weather=fog", "weather=sun"), List.of(), null);
        TargetResult result = only(world.draw(1_000, 5));
        assertThat(result.verdict()).isEqualTo(Trust.DO_NOT_TRUST);
        assertThat(result.reasons())
                .anyMatch(reason ->
                        reason.matches("In [345] % of the visits \\(weather = storm\\) the log never does what the"
                                + " target does there\\."));
        assertThat(count(20, Trust.TRUST, world, 1_000)).isLessThan(0.1);
    }

    /** Of 200 visits eight: too few for a test of balance, and enough to put the estimate far off. */
    @Test
    void aHoleInFewVisitsEndsTrust() {
        double[] contexts = {0.04, 0.32, 0.32, 0.32};
        double[][] behaviour = BEHAVIOUR.clone();
        behaviour[0] = new double[] {0, 0.6, 0.4};
        double[][] target = TARGET.clone();
        target[0] = new double[] {1, 0, 0};
        assertThat(count(20, Trust.TRUST, new DrawnBandit(contexts, behaviour, target, LIGHT), 200))
                .isLessThan(0.1);
    }

    /** A cost of 20 in one of 100 rows, which most logs of 50 rows do not have: the declared range does. */
    @Test
    void aDeclaredCostThatASmallLogMayHaveMissedEndsTrust() {
        DrawnBandit costs = new DrawnBandit(
                EVEN, BEHAVIOUR, TARGET, (s, a, random) -> random.nextDouble() < 0.01 ? -20 : random.nextDouble());
        costs.range = new ReturnRange(-20, 1);
        assertThat(count(20, Trust.TRUST, costs, 50)).isZero();
        costs.range = null;
        assertThat(count(20, Trust.TRUST, costs, 50)).isPositive();
    }

    /** The shape of the Pareto distribution is 1.5: no variance. */
    @ParameterizedTest
    @ValueSource(ints = {50, 200})
    void heavyTailedRewardsAreNotTrusted(int rows) {
        DrawnBandit heavy = new DrawnBandit(
                EVEN, BEHAVIOUR, TARGET, (s, a, random) -> Math.pow(1 - random.nextDouble(), -1 / 1.5) * (1 + a));
        assertThat(count(30, Trust.TRUST, heavy, rows)).isLessThan(0.2);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.002, 0.03, 0.5})
    void estimatesOfRatesAreRates(double rate) {
        DrawnBandit clicks =
                new DrawnBandit(EVEN, BEHAVIOUR, TARGET, (s, a, random) -> random.nextDouble() < rate ? 1 : 0);
        for (int k = 0; k < 20; k++) {
            TargetResult result = only(clicks.draw(300, k));
            for (PolicyEstimate estimate : result.estimates()) {
                assertThat(estimate.value()).as(estimate.name()).isBetween(0.0, 1.0);
                assertThat(estimate.low()).as(estimate.name()).isNotNull().isGreaterThanOrEqualTo(0);
                assertThat(estimate.high())
                        .as(estimate.name())
                        .isLessThanOrEqualTo(1)
                        .isGreaterThan(estimate.low());
            }
        }
    }

    /** A complaint is a click with the other sign, of the same certainty. */
    @ParameterizedTest
    @ValueSource(doubles = {0.03, 0.1, 0.5})
    void complaintsAreJudgedAsClicks(double rate) {
        for (int k = 0; k < 20; k++) {
            TargetResult clicks = only(bandit(rate, 1).draw(300, k));
            TargetResult complaints = only(bandit(rate, -1).draw(300, k));
            assertThat(complaints.verdict()).isEqualTo(clicks.verdict());
            PolicyEstimate click = estimate(clicks, "cwpdis");
            PolicyEstimate complaint = estimate(complaints, "cwpdis");
            assertThat(complaint.value()).isCloseTo(-click.value(), within(1e-12));
            assertThat(complaint.low()).isCloseTo(-click.high(), within(1e-12));
            assertThat(complaint.high()).isCloseTo(-click.low(), within(1e-12));
        }
    }

    private static DrawnBandit bandit(double rate, double reward) {
        return new DrawnBandit(EVEN, BEHAVIOUR, TARGET, (s, a, random) -> random.nextDouble() < rate ? reward : 0);
    }

    /** The standard error knows how alike the rows of a user are: here they are not. */
    @Test
    void rowsOfUsersThatAreNotAlikeCountOneByOne() {
        DrawnBandit clicks = bandit(0.1, 1);
        clicks.rowsPerUser = 20;
        for (int k = 0; k < 10; k++) {
            PolicyEstimate estimate = estimate(only(clicks.draw(2_000, k)), "cwpdis");
            assertThat((estimate.high() - estimate.low()) / 2).isLessThan(3 * estimate.stderr());
        }
    }

    /** Wilson's interval of 30 of 300: 1.15 · t_{0.975, 299} = 2.2632; n = 0.09/stderr². */
    @Test
    void theBehavioursRateHasWilsonsInterval() {
        SmallLog log = new SmallLog(0, null);
        for (int j = 0; j < 300; j++) {
            log.ended(1, SmallLog.row(1, j % 10 == 0 ? 1 : 0));
        }
        PolicyEstimate behaviour = estimate(log.evaluate().targets().get(0), "behaviour");
        double n = 0.09 / (behaviour.stderr() * behaviour.stderr());
        double z = 1.15 * 1.967929669;
        double half = z * Math.sqrt(0.09 / n + z * z / (4 * n * n));
        assertThat(behaviour.low()).isCloseTo((0.1 + z * z / (2 * n) - half) / (1 + z * z / n), within(1e-8));
        assertThat(behaviour.high()).isCloseTo((0.1 + z * z / (2 * n) + half) / (1 + z * z / n), within(1e-8));
    }

    /** 4 of 800 clicks on what the target hardly ever does, none of 200 on what it mostly does: worth 246 visits. */
    @Test
    void noClickOnWhatTheTargetMostlyDoesIsNoCertainty() {
        SmallLog log = new SmallLog(0, null);
        for (int j = 0; j < 1_000; j++) {
            log.ended(1, SmallLog.row(j < 800 ? 0.125 : 4.5, j < 800 && j % 200 == 0 ? 1 : 0));
        }
        PolicyEstimate estimate = estimate(log.evaluate().targets().get(0), "cwpdis");
        assertThat(estimate.value()).isCloseTo(0.0005, within(1e-12));
        assertThat(estimate.high()).isBetween(0.015, 0.03);
    }

    /** 40 of 800 clicks on what the target hardly ever does, worth 5, and none of 200 on what it mostly does. */
    @Test
    void clicksOnWhatTheTargetHardlyEverDoesAreLittleEvidence() {
        SmallLog log = new SmallLog(0, null);
        for (int j = 0; j < 1_000; j++) {
            log.ended(1, SmallLog.row(j < 800 ? 0.125 : 4.5, j < 800 && j % 20 == 0 ? 1 : 0));
        }
        TargetResult result = log.evaluate().targets().get(0);
        assertThat(result.verdict()).isEqualTo(Trust.CARE);
        assertThat(result.reasons())
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains("about 5.00 episodes");
    }

    /** Every ratio is 2: the lower bound of the value is above its upper one. */
    @Test
    void boundsThatCrossGuaranteeNothing() {
        SmallLog log = new SmallLog(0, new ReturnRange(0, 1));
        for (int j = 0; j < 1_000; j++) {
            log.ended(1, SmallLog.row(2, j % 2));
        }
        TargetResult result = log.evaluate().targets().get(0);
        assertThat(result.verdict()).isEqualTo(Trust.DO_NOT_TRUST);
        assertThat(estimate(result, "cwpdis").guaranteedLow()).isNull();
    }

    @Test
    void noEstimateIsOutsideTheDeclaredRange() {
        DrawnBandit world = new DrawnBandit(EVEN, BEHAVIOUR, TARGET, (s, a, random) -> 0.9 + 0.1 * random.nextDouble());
        world.range = new ReturnRange(0, 1);
        for (int k = 0; k < 20; k++) {
            for (PolicyEstimate estimate : only(world.draw(60, k)).estimates()) {
                assertThat(estimate.value()).as(estimate.name()).isBetween(0.0, 1.0);
                assertThat(estimate.high()).as(estimate.name()).isLessThanOrEqualTo(1);
            }
        }
    }

    @Test
    void rewardsThatAreNeverNegativeKeepEstimatesFromBeingSo() {
        DrawnBandit world = new DrawnBandit(
                EVEN, BEHAVIOUR, TARGET, (s, a, random) -> random.nextDouble() < 0.05 ? 3 * random.nextDouble() : 0);
        for (int k = 0; k < 20; k++) {
            for (PolicyEstimate estimate : only(world.draw(60, k)).estimates()) {
                assertThat(estimate.value()).as(estimate.name()).isNotNegative();
                assertThat(estimate.low() == null || estimate.low() >= 0)
                        .as(estimate.name())
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"false, CARE", "true, TRUST"})
    void estimatedProbabilitiesAreTrustedOnlyIfNothingElseMattered(boolean declared, Trust verdict) {
        DrawnBandit world = new DrawnBandit(EVEN, BEHAVIOUR, TARGET, LIGHT);
        world.estimated = true;
        world.declared = new Declarations(declared, 0, 1, List.of(), List.of(), null);
        assertThat(only(world.draw(1_000, 2)).verdict()).isEqualTo(verdict);
    }

    /** The policy that ran, whose returns are all 200 but for one in a hundred. */
    @ParameterizedTest
    @CsvSource({"0, DO_NOT_TRUST", "5, CARE"})
    void whatIsKnownWellEnoughIsNotRefused(double tolerance, Trust verdict) {
        DrawnBandit world =
                new DrawnBandit(new double[] {1}, new double[][] {{1}}, new double[][] {{1}}, (s, a, random) -> 200);
        world.declared = new Declarations(false, tolerance, 1, List.of(), List.of(), null);
        PlainLog same = world.draw(300, 1);
        List<PlainLog.Life> lives = new ArrayList<>(same.lives());
        PlainLog.Row row = lives.get(17).rows().get(0);
        PlainLog.Row less = new PlainLog.Row(
                true, row.ratios(), row.policies(), row.action(), 150, row.discount(), row.lambda(), row.features());
        lives.set(17, new PlainLog.Life(List.of(less), true));
        assertThat(only(new PlainLog(same.settings(), lives)).verdict()).isEqualTo(verdict);
    }

    /** Forty decisions under a target that is surer: after some, hardly an episode has a weight. */
    @Test
    void degenerateWeightsLateInAnEpisodeDoNotAccuseTheProbabilities() {
        SplittableRandom random = new SplittableRandom(4);
        SmallLog log = new SmallLog(1, null);
        for (int j = 0; j < 200; j++) {
            double[][] rows = new double[40][];
            for (int t = 0; t < rows.length; t++) {
                rows[t] = SmallLog.row(random.nextDouble() < 0.5 ? 1.9 : 0.1, random.nextGaussian());
            }
            log.ended(1, rows);
        }
        TargetResult target = log.evaluate().targets().get(0);
        assertThat(target.meanWeight()[39]).isLessThan(0.5);
        assertThat(target.reasons()).noneMatch(reason -> reason.contains("wrong probabilities"));
    }

    @Test
    void endsAtManyLengthsWithoutRewardMayBeTimeOuts() {
        SmallLog paid = new SmallLog(0, null);
        SmallLog unpaid = new SmallLog(0, null);
        for (int j = 0; j < 40; j++) {
            int length = 2 + j % 9;
            paid.ended(1, rows(length, 0, 1));
            unpaid.ended(1, rows(length, 1, 0));
        }
        assertThat(paid.evaluate().findings()).noneMatch(finding -> finding.contains("time-outs"));
        assertThat(unpaid.evaluate().findings()).anyMatch(finding -> finding.contains("time-outs"));
    }

    @ParameterizedTest
    @CsvSource({"15, true", "200, false", "1, false"})
    void manyEndsAtTheGreatestLengthMayBeALimitOfTime(int limit, boolean isSeen) {
        SplittableRandom random = new SplittableRandom(6);
        SmallLog log = new SmallLog(0, null);
        for (int j = 0; j < 60; j++) {
            int length = 1;
            while (length < limit && random.nextDouble() > 0.05) {
                length++;
            }
            log.ended(1, rows(length, random.nextGaussian(), random.nextGaussian()));
        }
        assertThat(log.evaluate().targets().get(0).reasons().stream()
                        .anyMatch(reason -> reason.contains("episodes end after exactly 15 rows")))
                .isEqualTo(isSeen);
    }

    /** Paid growthᵗ at the end: of episodes that last longer than these, the log knows nothing. */
    @ParameterizedTest
    @CsvSource({"1.2, true", "1, false"})
    void returnsThatGrowWithTimeAreNotTrustedWhereFewEpisodesLast(double growth, boolean isSeen) {
        SplittableRandom random = new SplittableRandom(8);
        SmallLog log = new SmallLog(0, null);
        for (int j = 0; j < 300; j++) {
            int length = 1;
            while (random.nextDouble() < 0.65) {
                length++;
            }
            log.ended(1, rows(length, 0, Math.pow(growth, length - 1)));
        }
        assertThat(log.evaluate().targets().get(0).reasons().stream()
                        .anyMatch(reason -> reason.contains("Rows bring more the later they are")))
                .isEqualTo(isSeen);
    }

    @Test
    void oneAbsurdFeatureDoesNotMoveTheRecommendedEstimateOutOfWhatIsGuaranteed() {
        DrawnBandit world = new DrawnBandit(EVEN, BEHAVIOUR, TARGET, (s, a, random) -> random.nextDouble());
        world.range = new ReturnRange(0, 1);
        for (int k = 0; k < 20; k++) {
            PlainLog log = world.draw(300, 900 + k);
            log.lives().get(17).rows().get(0).features()[0] = -99;
            PolicyEstimate estimate = recommended(only(log));
            assertThat(estimate.value()).isBetween(estimate.guaranteedLow(), estimate.guaranteedHigh());
        }
    }

    private static double[][] rows(int length, double before, double last) {
        double[][] rows = new double[length][];
        for (int t = 0; t < length; t++) {
            rows[t] = SmallLog.row(1, t == length - 1 ? last : before);
        }
        return rows;
    }

    /**
     * Whole returns are 60; those of cut episodes are not in the declared range, and no policy earns more than another.
     */
    @Test
    void whatCameBeforeACutIsNotMovedIntoTheRangeOfReturns() {
        SplittableRandom random = new SplittableRandom(5);
        List<PlainLog.Life> lives = new ArrayList<>();
        for (int j = 0; j < 400; j++) {
            List<PlainLog.Row> rows = new ArrayList<>();
            for (int t = 0; t < (j % 4 == 0 ? 2 : 3); t++) {
                double[] ratios = {random.nextBoolean() ? 1.2 : 0.8};
                rows.add(new PlainLog.Row(t == 0, ratios, new double[1][], 0, 20, 1, 0, new double[] {1}));
            }
            lives.add(new PlainLog.Life(rows, j % 4 != 0));
        }
        EvaluationSettings settings = new EvaluationSettings(
                List.of(new EvaluationTarget("target", false)),
                1,
                0,
                0.0,
                new ReturnRange(58, 62),
                false,
                Declarations.NONE,
                null);
        EvaluationResult result = new PlainLog(settings, lives).evaluate();
        PolicyEstimate behaviour = estimate(result.targets().get(0), "behaviour");
        assertThat(behaviour.value()).isLessThan(58);
        assertThat(behaviour.low()).isLessThanOrEqualTo(behaviour.value());
        assertThat(result.comparisons().get(0).low()).isLessThan(0);
    }
}
