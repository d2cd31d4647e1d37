package io.emphatic.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.PolicyComparison;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.evaluation.result.TargetResult.ValueAtLambda;
import java.util.Locale;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each estimator against the equations written down a second time. */
class EstimatorsTest {
    private static final double PRECISION = 1e-9;

    static Stream<Arguments> logs() {
        PlainLog.Shape ragged = PlainLog.RAGGED;
        return Stream.of(
                Arguments.of("λ = 0", PlainLog.random(ragged, 1)),
                Arguments.of("λ = 0.5", PlainLog.random(ragged.withLambda(0.5), 2)),
                Arguments.of("λ = 0.7", PlainLog.random(ragged.withLambda(0.7), 3)),
                Arguments.of("λ = 1", PlainLog.random(ragged.withLambda(1.0), 4)),
                Arguments.of("λ by row", PlainLog.random(ragged.withLambda(null), 5)),
                Arguments.of("several starts", PlainLog.random(ragged.withSeveralStarts(), 6)),
                Arguments.of(
                        "several starts, λ by row",
                        PlainLog.random(ragged.withLambda(null).withSeveralStarts(), 7)),
                Arguments.of(
                        "one-row episodes",
                        PlainLog.random(new PlainLog.Shape(60, 1, 2, 3, 2, 0.0, 0.1, false, null), 8)),
                Arguments.of(
                        "more targets than a group",
                        PlainLog.random(new PlainLog.Shape(20, 5, 2, 2, 19, 0.9, 0.2, false, null), 9)));
    }

    private static PlainEvaluation.Plain plain(PlainEvaluation plain, String name) {
        return switch (Estimator.valueOf(name.toUpperCase(Locale.ROOT))) {
            case BEHAVIOUR -> plain.behaviour();
            case IS -> plain.is();
            case WIS -> plain.wis();
            case PDIS -> plain.pdis();
            case CWPDIS -> plain.cwpdis();
            case LSTD -> plain.lstd();
            case ELSTD -> plain.elstd(null);
            case VDR -> plain.vdr();
            case WDR -> plain.wdr();
            case DM -> plain.dm();
            case DR -> plain.dr();
        };
    }

    private static Offset<Double> near(double value) {
        return within(PRECISION * Math.max(1, Math.abs(value)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("logs")
    void everyEstimateAndStandardErrorIsThatOfTheEquations(String name, PlainLog log) {
        EvaluationResult result = log.evaluate();
        for (int k = 0; k < log.settings().targets().size(); k++) {
            PlainEvaluation plain = new PlainEvaluation(log, k);
            TargetResult target = result.targets().get(k);
            int expected = log.settings().targets().get(k).everyAction() ? 11 : 9;
            assertThat(target.estimates()).hasSize(expected);
            for (PolicyEstimate estimate : target.estimates()) {
                PlainEvaluation.Plain wanted = plain(plain, estimate.name());
                String what = estimate.name() + " of target " + k;
                assertThat(estimate.value()).as(what).isCloseTo(wanted.value(), near(wanted.value()));
                assertThat(estimate.stderr()).as("error of " + what).isCloseTo(wanted.stderr(), near(wanted.stderr()));
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("logs")
    void elstdIsItsOwnDoublyRobustEstimateWhateverLambda(String name, PlainLog log) {
        EvaluationResult result = log.evaluate();
        for (int k = 0; k < log.settings().targets().size(); k++) {
            PlainEvaluation plain = new PlainEvaluation(log, k);
            TargetResult target = result.targets().get(k);
            assertThat(target.byLambda()).extracting(ValueAtLambda::lambda).containsExactly(0.0, 0.5, 0.9, 1.0);
            for (ValueAtLambda value : target.byLambda()) {
                PlainEvaluation.Plain wanted = plain.elstd(value.lambda());
                assertThat(value.value()).isCloseTo(plain.ownDoublyRobust(value.lambda()), within(1e-10));
                assertThat(value.value()).isCloseTo(wanted.value(), near(wanted.value()));
                assertThat(value.stderr()).isCloseTo(wanted.stderr(), near(wanted.stderr()));
            }
            double elstd = estimate(target, "elstd").value();
            assertThat(elstd).isCloseTo(plain.ownDoublyRobust(null), within(1e-10));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("logs")
    void sizesAndMeansOfWeightsAreThoseOfTheEpisodesStillThere(String name, PlainLog log) {
        EvaluationResult result = log.evaluate();
        PlainEvaluation plain = new PlainEvaluation(log, 1);
        TargetResult target = result.targets().get(1);
        assertThat(target.effectiveSampleSize()).hasSize(plain.horizon());
        for (int t = 0; t < plain.horizon(); t++) {
            assertThat(target.effectiveSampleSize()[t]).isCloseTo(plain.effectiveSize(t), within(PRECISION));
            assertThat(target.meanWeight()[t]).isCloseTo(plain.meanWeight(t), within(PRECISION));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("logs")
    void comparisonsArePairedOnTheSameEpisodes(String name, PlainLog log) {
        EvaluationResult result = log.evaluate();
        int count = log.settings().targets().size();
        assertThat(result.comparisons()).hasSize(count * (count + 1) / 2);
        PolicyComparison first = result.comparisons().get(0);
        assertThat(first.a() + first.b()).isEqualTo("target0target1");
        close(first, recommended(log, result, 0).minus(recommended(log, result, 1)));
        PolicyComparison last = result.comparisons().get(result.comparisons().size() - 1);
        assertThat(last.a() + last.b()).isEqualTo("target" + (count - 1) + "behaviour");
        PlainEvaluation plain = new PlainEvaluation(log, count - 1);
        // Where episodes were cut, pdis sees what the return of the behaviour sees.
        boolean whole = result.size().leftOver() == 0;
        PlainEvaluation.Plain compared = whole ? recommended(log, result, count - 1) : plain.pdis();
        close(last, compared.minus(plain.behaviour()));
    }

    private static PlainEvaluation.Plain recommended(PlainLog log, EvaluationResult result, int target) {
        return plain(
                new PlainEvaluation(log, target), result.targets().get(target).recommended());
    }

    private static void close(PolicyComparison comparison, PlainEvaluation.Plain wanted) {
        assertThat(comparison.difference()).isCloseTo(wanted.value(), near(wanted.value()));
        assertThat(comparison.stderr()).isCloseTo(wanted.stderr(), near(wanted.stderr()));
        assertThat(comparison.low()).isLessThan(comparison.difference());
        assertThat(comparison.high()).isGreaterThan(comparison.difference());
    }

    static PolicyEstimate estimate(TargetResult target, String name) {
        return target.estimates().stream()
                .filter(estimate -> estimate.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name));
    }

    @Tag("slow")
    @Test
    void aLogOfManyBlocksIsEvaluatedAsAWhole() {
        PlainLog log = PlainLog.random(new PlainLog.Shape(4_000, 6, 2, 2, 2, null, 0.2, true, null), 10);
        EvaluationResult result = log.evaluate();
        PlainEvaluation plain = new PlainEvaluation(log, 0);
        for (String name : new String[] {"is", "cwpdis", "elstd", "lstd", "vdr", "wdr", "dm", "dr"}) {
            PlainEvaluation.Plain wanted = plain(plain, name);
            PolicyEstimate estimate = estimate(result.targets().get(0), name);
            assertThat(estimate.value()).as(name).isCloseTo(wanted.value(), within(PRECISION));
            assertThat(estimate.stderr()).as(name).isCloseTo(wanted.stderr(), within(PRECISION));
        }
    }
}
