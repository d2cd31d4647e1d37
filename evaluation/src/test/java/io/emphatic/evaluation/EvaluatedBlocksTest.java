package io.emphatic.evaluation;

import static io.emphatic.evaluation.EstimatorsTest.estimate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.LoggedRow;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.evaluation.result.TargetResult.ValueAtLambda;
import io.emphatic.experience.Features;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows are summed some at a time, for some targets at a time: where one lot ends must not show. */
class EvaluatedBlocksTest {
    private static final double PRECISION = 1e-9;
    private static final int FEATURES = 4;

    static Stream<Arguments> targetsAndLambdas() {
        return Stream.of(1, 3, 20)
                .flatMap(targets -> Stream.of(0.0, 0.5, 1.0, null).flatMap(lambda -> Stream.of(false, true)
                        .map(severalStarts -> Arguments.of(targets, lambda, severalStarts))));
    }

    @ParameterizedTest(name = "{0} targets, λ {1}, several starts {2}")
    @MethodSource("targetsAndLambdas")
    void anyNumberOfTargetsHasTheEstimatesOfTheEquations(int targets, Double lambda, boolean severalStarts) {
        PlainLog.Shape shape = new PlainLog.Shape(45, 8, FEATURES, 0, targets, lambda, 0.3, severalStarts, null);
        PlainLog log = PlainLog.random(shape, targets);
        EvaluationResult result = log.evaluate();
        for (int k : new int[] {0, targets / 2, targets - 1}) {
            assertEquations(log, result, k);
        }
    }

    @ParameterizedTest(name = "{0} targets, λ {1}, several starts {2}")
    @CsvSource({"3, 0, false", "3, , false", "20, 0.5, false", "20, 0, true"})
    void longLivesHaveTheEstimatesOfTheEquations(int targets, Double lambda, boolean severalStarts) {
        PlainLog.Shape shape = new PlainLog.Shape(12, 130, 4, 0, targets, lambda, 0.3, severalStarts, null);
        PlainLog log = PlainLog.random(shape, 7);
        EvaluationResult result = log.evaluate();
        assertEquations(log, result, 0);
        assertEquations(log, result, targets - 1);
    }

    private static void assertEquations(PlainLog log, EvaluationResult result, int k) {
        PlainEvaluation plain = new PlainEvaluation(log, k);
        TargetResult target = result.targets().get(k);
        assertIs(plain.is(), estimate(target, "is"));
        assertIs(plain.pdis(), estimate(target, "pdis"));
        assertIs(plain.cwpdis(), estimate(target, "cwpdis"));
        assertIs(plain.lstd(), estimate(target, "lstd"));
        assertIs(plain.elstd(null), estimate(target, "elstd"));
        assertIs(plain.vdr(), estimate(target, "vdr"));
        assertIs(plain.wdr(), estimate(target, "wdr"));
        for (ValueAtLambda value : target.byLambda()) {
            PlainEvaluation.Plain wanted = plain.elstd(value.lambda());
            assertThat(value.value()).as("λ = " + value.lambda()).isCloseTo(wanted.value(), within(PRECISION));
            assertThat(value.stderr()).as("λ = " + value.lambda()).isCloseTo(wanted.stderr(), within(PRECISION));
        }
    }

    private static void assertIs(PlainEvaluation.Plain wanted, PolicyEstimate estimate) {
        assertThat(estimate.value()).as(estimate.name()).isCloseTo(wanted.value(), within(PRECISION));
        assertThat(estimate.stderr()).as(estimate.name()).isCloseTo(wanted.stderr(), within(PRECISION));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 12, 4085, 4090, 4094, 4095, 4096, 4097})
    void aBlockMayEndAnywhereInALife(int before) {
        PlainLog log = lives(3, before, 7, 2, 5, 1, 12, 13);
        assertEquations(log, log.evaluate(), 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {521, 527, 528, 1_056})
    void aBlockOfManyTargetsMayEndAnywhereInALife(int before) {
        PlainLog log = lives(100, before, 7, 2, 5, 1, 12, 13);
        assertEquations(log, log.evaluate(), 99);
    }

    /** So many lives of one row, then some of these lengths; every second of them is cut. */
    private static PlainLog lives(int targets, int before, int... longer) {
        SplittableRandom random = new SplittableRandom(before);
        int[] lengths = IntStream.concat(IntStream.generate(() -> 1).limit(before), Arrays.stream(longer))
                .toArray();
        List<EvaluationTarget> names = new ArrayList<>();
        for (int k = 0; k < targets; k++) {
            names.add(new EvaluationTarget("target" + k, false));
        }
        List<PlainLog.Life> lives = new ArrayList<>();
        for (int length : lengths) {
            List<PlainLog.Row> rows = new ArrayList<>();
            for (int t = 0; t < length; t++) {
                double[] ratios = random.doubles(targets, 0.5, 1.5).toArray();
                double[] features = random.doubles(FEATURES, -1, 2).toArray();
                features[0] = 1;
                double discount = random.nextDouble(0.9, 1);
                rows.add(new PlainLog.Row(
                        t == 0, ratios, new double[targets][], 0, random.nextDouble(-1, 3), discount, 0, features));
            }
            lives.add(new PlainLog.Life(rows, lives.size() % 2 == 0));
        }
        return new PlainLog(
                new EvaluationSettings(names, FEATURES, 0, 0.0, null, false, Declarations.NONE, null), lives);
    }

    @Tag("slow")
    @Test
    void aHelperChangesNoBitOfManyTargets() {
        PlainLog log = PlainLog.random(new PlainLog.Shape(1_500, 6, 3, 0, 100, null, 0.2, true, null), 3);
        ExecutorService helper = Executors.newSingleThreadExecutor();
        try {
            assertThat(log.evaluate(helper)).usingRecursiveComparison().isEqualTo(log.evaluate());
        } finally {
            helper.shutdown();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 1_000, 4_096, 100_000})
    void ratiosFromColumnsAreThoseOfTheRows(int chunk) {
        // Rows before the first start of a life have ratios, too, which are passed over.
        PlainLog log = PlainLog.random(new PlainLog.Shape(2_000, 6, 2, 0, 3, 0.0, 0.2, true, null), 4);
        assertThat(fromColumns(log, chunk)).usingRecursiveComparison().isEqualTo(log.evaluate());
    }

    /** Plays the log with columns of so many rows, which are overwritten after each. */
    private static EvaluationResult fromColumns(PlainLog log, int chunk) {
        Evaluation evaluation = Evaluation.of(log.settings());
        LoggedRow row = new LoggedRow(log.settings());
        double[][] columns = new double[log.settings().targets().size()][chunk];
        while (evaluation.needsAnotherPass()) {
            evaluation.begin();
            int at = 0;
            for (PlainLog.Life life : log.lives()) {
                for (int t = 0; t < life.rows().size(); t++) {
                    PlainLog.Row from = life.rows().get(t);
                    for (int k = 0; k < columns.length; k++) {
                        columns[k][at] = from.ratios()[k];
                    }
                    boolean last = t == life.rows().size() - 1;
                    evaluation.accept(row.ratios(columns, at)
                            .first(t == 0)
                            .starts(from.starts())
                            .terminated(last && life.ended())
                            .truncated(last && !life.ended())
                            .reward(from.reward())
                            .discount(from.discount())
                            .features(Features.dense(from.features())));
                    at++;
                    if (at == chunk) {
                        at = 0;
                    }
                }
            }
            evaluation.endPass();
        }
        return evaluation.result();
    }
}
