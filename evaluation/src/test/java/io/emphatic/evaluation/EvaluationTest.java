package io.emphatic.evaluation;

import static io.emphatic.evaluation.EstimatorsTest.estimate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.LoggedRow;
import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.experience.Features;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the log is played to an evaluation. */
class EvaluationTest {

    private static PlainLog map(PlainLog log, EvaluationSettings settings, UnaryOperator<PlainLog.Row> change) {
        return new PlainLog(
                settings,
                log.lives().stream()
                        .map(life -> new PlainLog.Life(
                                life.rows().stream().map(change).toList(), life.ended()))
                        .toList());
    }

    private static PlainLog.Row withFeatures(PlainLog.Row row, double[] features) {
        return new PlainLog.Row(
                row.starts(),
                row.ratios(),
                row.policies(),
                row.action(),
                row.reward(),
                row.discount(),
                row.lambda(),
                features);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 20})
    void aHelperChangesNoBit(int targets) {
        PlainLog log = PlainLog.random(new PlainLog.Shape(3_000, 6, 3, 2, targets, null, 0.2, false, null), 1);
        ExecutorService helper = Executors.newSingleThreadExecutor();
        try {
            EvaluationResult alone = log.evaluate();
            EvaluationResult helped = log.evaluate(helper);
            assertThat(helped).usingRecursiveComparison().isEqualTo(alone);
        } finally {
            helper.shutdown();
        }
    }

    @Test
    void aBiasBesideOneHotFeaturesHasTheValuesOfOneHotFeaturesAlone() {
        PlainLog random = PlainLog.random(PlainLog.RAGGED.withLambda(0.5), 4);
        PlainLog oneHot = map(random, settings(random, 3, 0.5), row -> withFeatures(row, oneHot(row, 0)));
        PlainLog biased = map(random, settings(random, 4, 0.5), row -> withFeatures(row, oneHot(row, 1)));
        TargetResult plain = oneHot.evaluate().targets().get(0);
        TargetResult singular = biased.evaluate().targets().get(0);
        for (String name : List.of("lstd", "elstd", "vdr", "wdr", "dm", "dr")) {
            assertThat(estimate(singular, name).value())
                    .as(name)
                    .isCloseTo(estimate(plain, name).value(), within(1e-9));
            assertThat(estimate(singular, name).stderr())
                    .as(name)
                    .isCloseTo(estimate(plain, name).stderr(), within(1e-9));
        }
        assertThat(oneHot.evaluate().findings()).noneMatch(finding -> finding.startsWith("No combination"));
        assertThat(biased.evaluate().findings()).noneMatch(finding -> finding.startsWith("No combination"));
    }

    private static EvaluationSettings settings(PlainLog log, int features, Double lambda) {
        return new EvaluationSettings(
                log.settings().targets(), features, 2, lambda, null, false, Declarations.NONE, null);
    }

    /** Which third of [−1, 2] the second feature is in, after a bias if wanted. */
    private static double[] oneHot(PlainLog.Row row, int bias) {
        double[] features = new double[3 + bias];
        features[bias + (int) Math.floor(row.features()[1] + 1)] = 1;
        if (bias > 0) {
            features[0] = 1;
        }
        return features;
    }

    @Test
    void manyFeaturesAreSolvedAsFewAre() {
        PlainLog few = PlainLog.random(new PlainLog.Shape(60, 5, 3, 0, 2, null, 0.2, false, null), 5);
        // Forty features that never differ from 0 change nothing.
        PlainLog many = map(
                few,
                new EvaluationSettings(few.settings().targets(), 43, 0, null, null, false, Declarations.NONE, null),
                row -> {
                    double[] features = new double[43];
                    System.arraycopy(row.features(), 0, features, 40, 3);
                    return withFeatures(row, features);
                });
        TargetResult plain = few.evaluate().targets().get(1);
        TargetResult padded = many.evaluate().targets().get(1);
        for (String name : List.of("lstd", "elstd", "vdr", "wdr")) {
            assertThat(estimate(padded, name).value())
                    .as(name)
                    .isCloseTo(estimate(plain, name).value(), within(1e-9));
        }
    }

    @Test
    void featuresOfVeryDifferentSizeAreSolvedExactly() {
        PlainLog plain = PlainLog.random(PlainLog.RAGGED, 6);
        double[] scale = {1, 1e7, 1e-6};
        PlainLog scaled = map(plain, plain.settings(), row -> {
            double[] features = row.features().clone();
            for (int p = 0; p < features.length; p++) {
                features[p] *= scale[p];
            }
            return withFeatures(row, features);
        });
        TargetResult wanted = plain.evaluate().targets().get(0);
        TargetResult result = scaled.evaluate().targets().get(0);
        for (String name : List.of("lstd", "elstd", "vdr", "wdr", "dm", "dr")) {
            assertThat(estimate(result, name).value())
                    .as(name)
                    .isCloseTo(estimate(wanted, name).value(), within(1e-8));
        }
    }

    @Test
    void moreStartsThanAreFollowedLeaveOutWhatNeedsThem() {
        EvaluationSettings settings = new EvaluationSettings(
                List.of(new EvaluationTarget("target", false)), 1, 0, 0.0, null, false, Declarations.NONE, null);
        List<PlainLog.Life> lives = new ArrayList<>();
        for (int j = 0; j < 6; j++) {
            List<PlainLog.Row> rows = new ArrayList<>();
            for (int t = 0; t < 1100; t++) {
                rows.add(new PlainLog.Row(true, new double[] {1}, new double[1][], 0, 1, 0.5, 0, new double[] {1}));
            }
            lives.add(new PlainLog.Life(rows, true));
        }
        EvaluationResult result = new PlainLog(settings, lives).evaluate();
        assertThat(result.size().episodes()).isEqualTo(6600);
        assertThat(result.size().lives()).isEqualTo(6);
        TargetResult target = result.targets().get(0);
        assertThat(target.estimates())
                .extracting(PolicyEstimate::name)
                .containsExactly("behaviour", "pdis", "lstd", "elstd", "vdr");
        // All but the last few of 1100 starts see 1 + ½ + ¼ + …
        assertThat(estimate(target, "pdis").value()).isCloseTo(2 - 2 / 1100.0, within(1e-6));
        assertThat(estimate(target, "elstd").value()).isCloseTo(2 - 2 / 1100.0, within(1e-2));
        assertThat(result.findings()).anyMatch(finding -> finding.startsWith("is, wis, cwpdis and wdr are absent"));
    }

    @Test
    void rowsBeforeTheFirstStartOfALifeAreNoPartOfTheQuestion() {
        PlainLog log = PlainLog.random(PlainLog.RAGGED, 7);
        List<PlainLog.Life> later = new ArrayList<>();
        for (PlainLog.Life life : log.lives()) {
            List<PlainLog.Row> rows = new ArrayList<>();
            PlainLog.Row any = life.rows().get(0);
            rows.add(new PlainLog.Row(
                    false, any.ratios(), any.policies(), any.action(), 1e6, 0.1, any.lambda(), any.features()));
            rows.addAll(life.rows());
            later.add(new PlainLog.Life(rows, life.ended()));
        }
        EvaluationResult shifted = new PlainLog(log.settings(), later).evaluate();
        EvaluationResult plain = log.evaluate();
        assertThat(shifted.targets()).usingRecursiveComparison().isEqualTo(plain.targets());
        assertThat(shifted.size().steps()).isEqualTo(plain.size().steps());
    }

    @Test
    void guaranteedIntervalsComeWithADeclaredRangeOnly() {
        PlainLog.Shape shape = new PlainLog.Shape(50, 3, 2, 0, 2, 0.0, 0.1, false, new ReturnRange(-10, 10));
        EvaluationResult result = PlainLog.random(shape, 8).evaluate();
        TargetResult target = result.targets().get(0);
        double low = estimate(target, "is").guaranteedLow();
        double high = estimate(target, "is").guaranteedHigh();
        assertThat(target.estimates())
                .filteredOn(estimate -> !estimate.name().equals("behaviour"))
                .allSatisfy(estimate -> {
                    assertThat(estimate.guaranteedLow()).isEqualTo(low);
                    assertThat(estimate.guaranteedHigh()).isEqualTo(high);
                });
        PolicyEstimate behaviour = estimate(target, "behaviour");
        assertThat(behaviour.guaranteedLow()).isBetween(-10.0, behaviour.value());
        assertThat(behaviour.guaranteedHigh()).isBetween(behaviour.value(), 10.0);
        assertThat(behaviour.guaranteedLow()).isNotEqualTo(low);
        EvaluationResult without = PlainLog.random(PlainLog.RAGGED, 8).evaluate();
        assertThat(estimate(without.targets().get(0), "is").guaranteedLow()).isNull();
        assertThat(without.findings()).anyMatch(finding -> finding.startsWith("No interval is guaranteed"));
    }

    @Test
    void unusableRowsAreRefusedWithWhatIsWrong() {
        EvaluationSettings settings = new EvaluationSettings(
                List.of(new EvaluationTarget("bold", true)), 1, 2, null, null, false, Declarations.NONE, null);
        refused(settings, row -> row.reward(Double.NaN), "the reward is not a finite number: NaN");
        refused(settings, row -> row.ratio(0, -1), "the ratio of target bold is not a finite number ≥ 0: -1.0");
        refused(settings, row -> row.discount(-0.5), "the discount is not a finite number ≥ 0: -0.5");
        refused(settings, row -> row.lambda(1.5), "lambda is not in the interval [0, 1]: 1.5");
        refused(settings, row -> row.action(2), "no action has the index 2");
        refused(settings, row -> row.probability(0, 1, 0.6), "the probabilities of target bold sum to 1.1, not to 1");
        refused(settings, row -> row.features(Features.dense(1, 2)), "the row has not 1 features");
    }

    private static void refused(EvaluationSettings settings, UnaryOperator<LoggedRow> spoil, String message) {
        LoggedRow row = new LoggedRow(settings)
                .ratio(0, 1)
                .probability(0, 0, 0.5)
                .probability(0, 1, 0.5)
                .features(Features.dense(1))
                .starts(true);
        Evaluation evaluation = Evaluation.of(settings);
        evaluation.begin();
        evaluation.accept(row);
        assertThatThrownBy(() -> evaluation.accept(spoil.apply(row)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void passesComeInOrder() {
        Evaluation evaluation =
                Evaluation.of(PlainLog.random(PlainLog.RAGGED, 1).settings());
        assertThatThrownBy(evaluation::result).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(evaluation::endPass).isInstanceOf(IllegalStateException.class);
        evaluation.begin();
        assertThatThrownBy(evaluation::begin).isInstanceOf(IllegalStateException.class);
    }
}
