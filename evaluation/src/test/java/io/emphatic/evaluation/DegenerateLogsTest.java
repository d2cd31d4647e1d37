package io.emphatic.evaluation;

import static io.emphatic.evaluation.EstimatorsTest.estimate;
import static io.emphatic.evaluation.SmallLog.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.PolicyComparison;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.evaluation.result.TargetResult.ValueAtLambda;
import io.emphatic.evaluation.result.Trust;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs at the edge: a number or a sentence, never NaN. */
class DegenerateLogsTest {
    private static final ReturnRange RANGE = new ReturnRange(0, 10);

    private static TargetResult only(EvaluationResult result) {
        assertThat(result.targets()).hasSize(1);
        TargetResult target = result.targets().get(0);
        for (PolicyEstimate estimate : target.estimates()) {
            numbers(
                    estimate.name(),
                    estimate.value(),
                    estimate.stderr(),
                    estimate.low(),
                    estimate.high(),
                    estimate.guaranteedLow(),
                    estimate.guaranteedHigh());
        }
        numbers("weights", target.paretoK(), target.largestShare(), target.topPercentShare());
        for (ValueAtLambda value : target.byLambda()) {
            numbers("λ = " + value.lambda(), value.value(), value.stderr());
        }
        for (PolicyComparison each : result.comparisons()) {
            numbers("difference", each.difference(), each.stderr(), each.low(), each.high());
        }
        assertThat(DoubleStream.of(target.effectiveSampleSize()).allMatch(Double::isFinite))
                .isTrue();
        assertThat(DoubleStream.of(target.meanWeight()).allMatch(Double::isFinite))
                .isTrue();
        assertThat(target.reasons()).isNotEmpty();
        return target;
    }

    private static void numbers(String what, Double... values) {
        for (Double value : values) {
            assertThat(value == null || Double.isFinite(value))
                    .as(what + ": " + value)
                    .isTrue();
        }
    }

    private static List<String> names(TargetResult target) {
        return target.estimates().stream().map(PolicyEstimate::name).toList();
    }

    @Test
    void everyRatioZeroIsAnAnswerWithoutNormalisedEstimates() {
        SmallLog log = new SmallLog(2, RANGE);
        for (int j = 0; j < 10; j++) {
            log.ended(0.9, row(0, 1), row(0, 2));
        }
        EvaluationResult result = log.evaluate();
        TargetResult target = only(result);
        assertThat(names(target)).contains("behaviour", "is", "pdis").doesNotContain("wis", "cwpdis", "wdr");
        assertThat(estimate(target, "is").value()).isZero();
        assertThat(target.verdict()).isEqualTo(Trust.DO_NOT_TRUST);
        assertThat(result.findings()).anyMatch(finding -> finding.contains("every episode has weight 0"));
        assertThat(target.largestShare()).isNull();
    }

    @Test
    void oneEpisodeHasValuesButNoErrors() {
        EvaluationResult result =
                new SmallLog(2, RANGE).ended(0.5, row(2, 1), row(0.5, 4)).evaluate();
        TargetResult target = only(result);
        assertThat(estimate(target, "is").value()).isCloseTo(3, within(1e-12));
        assertThat(estimate(target, "pdis").value()).isCloseTo(2 + 0.5 * 4, within(1e-12));
        assertThat(estimate(target, "is").stderr()).isNull();
        assertThat(estimate(target, "is").low()).isNull();
        assertThat(names(target)).contains("elstd").doesNotContain("vdr", "wdr");
        assertThat(result.findings()).anyMatch(finding -> finding.startsWith("vdr, wdr and dr are absent"));
        assertThat(target.moreClusters()).isNull();
        assertThat(target.verdict()).isEqualTo(Trust.DO_NOT_TRUST);
    }

    @Test
    void oneCutEpisodeOfOneRowIsAnswered() {
        EvaluationResult result = new SmallLog(2, RANGE).cut(0.5, row(2, 1)).evaluate();
        TargetResult target = only(result);
        assertThat(estimate(target, "is").value()).isEqualTo(2);
        assertThat(result.size().cut()).isEqualTo(1);
        assertThat(result.size().steps()).isZero();
        assertThat(result.size().leftOver()).isEqualTo(0.5);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 100})
    void duplicatedEpisodesHaveNoErrorAtAll(int count) {
        SmallLog log = new SmallLog(2, RANGE);
        for (int j = 0; j < count; j++) {
            log.ended(0.9, row(1.5, 1), row(0.5, 2));
        }
        TargetResult target = only(log.evaluate());
        assertThat(target.estimates())
                .allSatisfy(estimate -> assertThat(estimate.stderr()).isCloseTo(0, within(1e-12)));
        // As ρ is not 1 on average, is and wis differ: 0.75 G against G.
        assertThat(estimate(target, "is").value()).isCloseTo(0.75 * 2.8, within(1e-12));
        assertThat(estimate(target, "wis").value()).isCloseTo(2.8, within(1e-12));
        assertThat(estimate(target, "cwpdis").value()).isCloseTo(2.8, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e10, 1e100, 1e305})
    void productsOfRatiosBeyondTheRangeOfNumbersLeaveASentence(double ratio) {
        SmallLog log = new SmallLog(2, RANGE);
        for (int j = 0; j < 10; j++) {
            double[][] rows = new double[40][];
            for (int t = 0; t < rows.length; t++) {
                rows[t] = row(j == 3 ? ratio : 1, 0.1);
            }
            log.ended(0.9, rows);
        }
        EvaluationResult result = log.evaluate();
        TargetResult target = only(result);
        assertThat(names(target)).contains("behaviour").doesNotContain("is", "wis", "pdis", "cwpdis", "elstd", "vdr");
        assertThat(result.findings()).anyMatch(finding -> finding.contains("a product of ratios passes 1.0E150"));
    }

    @Test
    void weightsThatVanishAreZeroAndDoNotHinder() {
        SmallLog log = new SmallLog(2, null);
        for (int j = 0; j < 6; j++) {
            double[][] rows = new double[400][];
            for (int t = 0; t < rows.length; t++) {
                rows[t] = row(t < j ? 1 : 0.1, 1);
            }
            log.ended(1, rows);
        }
        TargetResult target = only(log.evaluate());
        assertThat(estimate(target, "is").value()).isZero();
        assertThat(estimate(target, "pdis").value()).isCloseTo(2.5 + 1.0 / 9, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theTargetThatRanHasTheMeanReturnInEveryEstimateFromRatios(long seed) {
        PlainLog random = PlainLog.random(new PlainLog.Shape(50, 6, 3, 2, 1, 0.5, 0, false, null), seed);
        PlainLog same = new PlainLog(
                random.settings(),
                random.lives().stream()
                        .map(life -> new PlainLog.Life(
                                life.rows().stream()
                                        .map(row -> new PlainLog.Row(
                                                row.starts(),
                                                new double[] {1},
                                                row.policies(),
                                                row.action(),
                                                row.reward(),
                                                row.discount(),
                                                row.lambda(),
                                                row.features()))
                                        .toList(),
                                life.ended()))
                        .toList());
        TargetResult target = only(same.evaluate());
        double mean = estimate(target, "behaviour").value();
        double error = estimate(target, "behaviour").stderr();
        for (String name : List.of("is", "wis", "pdis", "cwpdis")) {
            assertThat(estimate(target, name).value()).as(name).isCloseTo(mean, within(1e-12));
            assertThat(estimate(target, name).stderr()).as(name).isCloseTo(error, within(1e-12));
        }
        // The models estimate the same mean: within their errors.
        for (String name : List.of("elstd", "vdr", "wdr")) {
            assertThat(estimate(target, name).value()).as(name).isCloseTo(mean, within(3 * error));
        }
        assertThat(target.effectiveSampleSize()).containsOnly(50);
        assertThat(target.meanWeight()).containsOnly(1);
        // One episode of fifty is two percent; the largest one percent is at least one episode.
        assertThat(target.largestShare()).isCloseTo(0.02, within(1e-12));
        assertThat(target.topPercentShare()).isCloseTo(0.02, within(1e-12));
        assertThat(target.paretoK()).isNull();
    }

    @Test
    void elstdWithABiasAloneAndEpisodesOfOneRowIsSelfNormalised() {
        SmallLog log = new SmallLog(1, null);
        double[] ratios = {0.5, 2, 1, 0.25, 3, 1.25};
        double weights = 0;
        double sum = 0;
        for (int j = 0; j < ratios.length; j++) {
            log.ended(1, row(ratios[j], j * j));
            weights += ratios[j];
            sum += ratios[j] * j * j;
        }
        double normalised = sum / weights;
        TargetResult target = only(log.evaluate());
        for (String name : List.of("wis", "cwpdis", "lstd", "elstd")) {
            assertThat(estimate(target, name).value()).as(name).isCloseTo(normalised, within(1e-12));
        }
        assertThat(target.byLambda())
                .allSatisfy(value -> assertThat(value.value()).isCloseTo(normalised, within(1e-12)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {2, 50})
    void inEpisodesOfOneRowIsAndWisHaveTheIntervalsOfPdisAndCwpdis(double largest) {
        SmallLog log = new SmallLog(0, null);
        for (int j = 0; j < 12; j++) {
            log.ended(1, row(j == 3 ? largest : 0.5, j % 5));
        }
        TargetResult target = only(log.evaluate());
        assertThat(estimate(target, "pdis").low()).isNotNull();
        assertThat(estimate(target, "is").low())
                .isCloseTo(estimate(target, "pdis").low(), within(1e-12));
        assertThat(estimate(target, "is").high())
                .isCloseTo(estimate(target, "pdis").high(), within(1e-12));
        assertThat(estimate(target, "wis").low())
                .isCloseTo(estimate(target, "cwpdis").low(), within(1e-12));
        assertThat(estimate(target, "wis").high())
                .isCloseTo(estimate(target, "cwpdis").high(), within(1e-12));
    }

    @Test
    void rowsWithoutADifferenceOrARewardBetweenOthersAreAnswered() {
        SmallLog log = new SmallLog(1, null)
                .ended(1, row(1, 1), row(1, 2))
                .ended(1, row(1, 1), row(1, 0), row(1, 3))
                .ended(1, row(1, 1), row(1, 0), row(1, 0), row(1, 4));
        TargetResult target = only(log.evaluate());
        assertThat(estimate(target, "elstd").value()).isCloseTo(4, within(1e-12));
        assertThat(estimate(target, "lstd").value()).isCloseTo(4, within(1e-12));
    }

    @Test
    void cwpdisKeepsTheWeightOfEndedEpisodesAndLosesCutOnes() {
        // t = 0: weights 2, 1, 3; t = 1: the first ended and keeps 2, the second has 0.5, the third was cut.
        EvaluationResult result = new SmallLog(0, null)
                .ended(0.5, row(2, 10))
                .ended(0.5, row(1, 4), row(0.5, 8))
                .cut(0.5, row(3, 1))
                .evaluate();
        TargetResult target = only(result);
        double first = (2 * 10 + 1 * 4 + 3 * 1) / 6.0;
        double second = (2 * 0 + 0.5 * 0.5 * 8) / 2.5;
        assertThat(estimate(target, "cwpdis").value()).isCloseTo(first + second, within(1e-14));
        assertThat(target.meanWeight()).containsExactly(2, 1.25);
        assertThat(target.effectiveSampleSize()[0]).isCloseTo(36.0 / 14, within(1e-14));
        assertThat(target.effectiveSampleSize()[1]).isCloseTo(2.5 * 2.5 / 4.25, within(1e-14));
        assertThat(result.size().ended()).isEqualTo(2);
        assertThat(result.size().steps()).isEqualTo(3);
        assertThat(result.size().leftOver()).isEqualTo(0.5);
        assertThat(target.largestShare()).isCloseTo(3 / 5.5, within(1e-14));
    }

    @Test
    void featuresWithoutAConstantAreAFinding() {
        PlainLog log = PlainLog.random(PlainLog.RAGGED, 3);
        PlainLog without = new PlainLog(
                new EvaluationSettings(log.settings().targets(), 1, 2, 0.0, null, false, Declarations.NONE, null),
                log.lives().stream()
                        .map(life -> new PlainLog.Life(
                                life.rows().stream()
                                        .map(row -> new PlainLog.Row(
                                                row.starts(),
                                                row.ratios(),
                                                row.policies(),
                                                row.action(),
                                                row.reward(),
                                                row.discount(),
                                                row.lambda(),
                                                new double[] {row.features()[1]}))
                                        .toList(),
                                life.ended()))
                        .toList());
        assertThat(without.evaluate().findings()).anyMatch(finding -> finding.startsWith("No combination"));
        assertThat(log.evaluate().findings()).noneMatch(finding -> finding.startsWith("No combination"));
    }

    @Test
    void aReturnOutsideTheDeclaredRangeIsRefused() {
        SmallLog log = new SmallLog(0, RANGE).ended(1, row(1, 5)).ended(1, row(1, 6), row(1, 4.5));
        assertThatThrownBy(log::evaluate)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the return of an episode is outside the declared range [0.0, 10.0]: 10.5 (episode 2)");
    }

    private static PlainLog longEpisodes(int targets, int features, int rows) {
        List<EvaluationTarget> names = new ArrayList<>();
        for (int k = 0; k < targets; k++) {
            names.add(new EvaluationTarget("target" + k, false));
        }
        double[] ratios = new double[targets];
        Arrays.fill(ratios, 1);
        List<PlainLog.Life> lives = new ArrayList<>();
        for (int j = 0; j < 5; j++) {
            List<PlainLog.Row> life = new ArrayList<>();
            for (int t = 0; t < rows; t++) {
                double[] phi = new double[features];
                for (int p = 0; p < features; p++) {
                    phi[p] = p == 0 ? 1 : (t * (j + 2)) % (p + 7) == 0 ? 1 : 0;
                }
                life.add(new PlainLog.Row(t == 0, ratios, new double[targets][], 0, j + 1, 0.5, 0, phi));
            }
            lives.add(new PlainLog.Life(life, true));
        }
        return new PlainLog(
                new EvaluationSettings(names, features, 0, 0.0, null, false, Declarations.NONE, null), lives);
    }

    @Test
    void episodesTooLongForSumsByTimeLeaveOutCwpdis() {
        EvaluationResult result = longEpisodes(100, 0, 11_000).evaluate();
        TargetResult target = result.targets().get(7);
        assertThat(names(target)).containsExactly("behaviour", "is", "wis", "pdis");
        assertThat(estimate(target, "wis").value()).isCloseTo(6, within(1e-9));
        assertThat(result.findings())
                .contains("target7: cwpdis is absent: an episode has more than 10485 rows, too many to keep sums of"
                        + " each.");
    }

    @Test
    void episodesTooLongForSumsOfFeaturesHaveAWdrAllTheSame() {
        EvaluationResult result = longEpisodes(50, 20, 1_000).evaluate();
        TargetResult target = result.targets().get(3);
        // Every ratio is 1, so that the values cancel: the mean of 2, 4, … 10.
        assertThat(estimate(target, "wdr").value()).isCloseTo(6, within(1e-9));
        assertThat(estimate(target, "wdr").stderr()).isCloseTo(Math.sqrt(2), within(1e-9));
        assertThat(result.findings()).anyMatch(finding -> finding.startsWith("target3: the standard error of wdr"));
    }

    @ParameterizedTest
    @ValueSource(ints = {63, 64, 65, 66, 128, 129})
    void aLifeMayBeCutWhereTheSumsByTimeEnd(int rows) {
        SmallLog log = new SmallLog(2, null);
        for (int j = 0; j < 10; j++) {
            double reward = j;
            log.cut(
                    0.9,
                    DoubleStream.iterate(0, t -> t + 1)
                            .limit(rows)
                            .mapToObj(t -> row(1, reward))
                            .toArray(double[][]::new));
        }
        TargetResult target = only(log.evaluate());
        // Every ratio is 1; the last row is no step: Σ 0.9ᵗ over the others, times the mean reward of 4.5.
        double steps = 10 * (1 - Math.pow(0.9, rows - 1));
        assertThat(estimate(target, "behaviour").value()).isCloseTo(4.5 * 10 * (1 - Math.pow(0.9, rows)), within(1e-9));
        assertThat(estimate(target, "wdr").value()).isGreaterThan(4.5 * steps - 1e-6);
    }

    @Test
    void aLogWithoutAStartIsRefused() {
        PlainLog empty = new PlainLog(PlainLog.random(PlainLog.RAGGED, 1).settings(), List.of());
        assertThatThrownBy(empty::evaluate)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the log has no episode: no row is a start");
    }
}
