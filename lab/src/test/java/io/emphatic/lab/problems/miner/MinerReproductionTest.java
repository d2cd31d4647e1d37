package io.emphatic.lab.problems.miner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.lab.problems.miner.MinerResult.MeanLearning;
import io.emphatic.lab.problems.miner.MinerResult.PolicyResult;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The experiment of the paper, whole, and smaller ones. */
class MinerReproductionTest {
    private static MinerResult paper;
    private static long stepsOfSmall;

    @BeforeAll
    static void reproduce() {
        paper = run(MinerSetting.PAPER, 2);
        stepsOfSmall = run(small("etd", 0.5), 2).steps();
    }

    private static MinerResult run(MinerSetting setting, int threads) {
        return MinerReproduction.run(setting, threads, () -> {});
    }

    private static MinerSetting small(String algorithm, double clip) {
        return new MinerSetting(MinerMap.PAPER, algorithm, 0.001, clip, 3, 250, 7, Map.of());
    }

    /** Exact values that independent code (NumPy, 84 states) gave. */
    @Test
    void valuesAndFixedPointsAreThoseOfIndependentCode() {
        assertThat(paper.predictions())
                .extracting(PolicyResult::policy)
                .containsExactly("uniform", "headfirst", "cautious");
        double[] values = {0.31160764142720054, 1.1921184351220204, 2.2774780925228435};
        double[] fixedPoints = {0.3515002084092006, 0.9676003236747612, 2.4290849679771123};
        for (int q = 0; q < 3; q++) {
            assertThat(paper.predictions().get(q).trueValue()).isCloseTo(values[q], within(1e-11));
            assertThat(paper.predictions().get(q).fixedPoint()).isCloseTo(fixedPoints[q], within(1e-11));
        }
    }

    /** The reference is 1,000 runs: {@code emphatic reproduce miner --runs 1000 --seed 777}. */
    @Test
    void theCurvesEndWithinTheirErrorsOfALongReferenceRun() {
        double[] reference = {0.342555, 0.782205, 1.978798};
        double[] referenceError = {0.002172, 0.008732, 0.013690};
        for (int q = 0; q < 3; q++) {
            var last = paper.predictions().get(q).learned().last();
            double error = Math.hypot(last.stderr(), referenceError[q]);
            assertThat(last.mean()).isCloseTo(reference[q], within(3 * error));
            assertThat(last.stderr()).as("errors that mean something").isLessThan(0.08 * reference[q]);
        }
    }

    @Test
    void theOrderOfThePoliciesIsPreserved() {
        List<Double> last =
                paper.predictions().stream().map(p -> p.learned().last().mean()).toList();
        assertThat(last).isSorted();
        assertThat(paper.orderPreserved()).isTrue();
        assertThat(paper.order(PolicyResult::trueValue)).isEqualTo("uniform < headfirst < cautious");
    }

    /** Unclipped estimates are off by orders of magnitude. */
    @Test
    void stepsThatDoNotOvershootTakeThePlaceOfTheClip() {
        MinerSetting bounded = new MinerSetting(
                MinerMap.PAPER, "etd", 0.001, Double.POSITIVE_INFINITY, 4, 1_000, 1, Map.of("overshoot", 0.3));
        assertThat(run(bounded, 2).predictions()).allSatisfy(prediction -> {
            assertThat(prediction.learned().diverged()).isZero();
            assertThat(prediction.learned().last().mean()).isBetween(0.1, 4.0);
            assertThat(prediction.fixedPoint()).isBetween(0.3, 2.5);
        });
    }

    @Test
    void anOrderThatIsNotPreservedIsSaidNotToBe() {
        // off-policy TD learns about the states the behaviour visits, which says little of the cautious policy
        MinerResult td = run(new MinerSetting(MinerMap.PAPER, "td", 0.001, 0.5, 4, 1_000, 1, Map.of()), 2);
        assertThat(td.orderPreserved()).isFalse();
        assertThat(new MinerReport(td).sentences().get(0))
                .startsWith("The estimates do not put the policies in the order of their true values");
    }

    @Test
    void withoutClippingTheSpreadIsFarLarger() {
        for (PolicyResult prediction : paper.predictions()) {
            MeanLearning unclipped = prediction.unclipped().orElseThrow();
            assertThat(unclipped.last().stderr())
                    .isGreaterThan(100 * prediction.learned().last().stderr());
        }
    }

    @Test
    void aCurveHasAPointEveryHundredEntrapmentsAndEndsWithTheFinalEstimate() {
        for (PolicyResult prediction : paper.predictions()) {
            MeanLearning learned = prediction.learned();
            assertThat(learned.curve()).hasSize(30);
            for (int k = 0; k < 30; k++) {
                assertThat(learned.curve().get(k).entrapments()).isEqualTo(100 * (k + 1));
            }
            assertThat(learned.curve().get(29).mean()).isEqualTo(learned.last().mean());
            assertThat(learned.curve().get(29).stderr())
                    .isEqualTo(learned.last().stderr());
        }
        MeanLearning odd = run(small("etd", 0.5), 1).predictions().get(0).learned();
        assertThat(odd.curve()).hasSize(2);
        assertThat(odd.last().mean()).isNotEqualTo(odd.curve().get(1).mean());
    }

    @Test
    void withoutClippingItIsTheSameExperience() {
        MinerResult clipped = run(small("etd", 0.5), 2);
        MinerResult unclipped = run(small("etd", Double.POSITIVE_INFINITY), 2);
        assertThat(unclipped.steps()).isEqualTo(clipped.steps());
        for (int q = 0; q < 3; q++) {
            assertThat(unclipped.predictions().get(q).unclipped()).isEmpty();
            assertThat(unclipped.predictions().get(q).learned().curve())
                    .isEqualTo(clipped.predictions()
                            .get(q)
                            .unclipped()
                            .orElseThrow()
                            .curve());
        }
    }

    @Test
    void theNumberOfThreadsDoesNotMatter() {
        MinerResult one = run(small("etd", 0.5), 1);
        MinerResult many = run(small("etd", 0.5), 4);
        assertThat(many.steps()).isEqualTo(one.steps());
        for (int q = 0; q < 3; q++) {
            PolicyResult a = one.predictions().get(q);
            PolicyResult b = many.predictions().get(q);
            assertThat(b.monteCarlo()).isEqualTo(a.monteCarlo());
            assertThat(b.learned().last()).isEqualTo(a.learned().last());
            assertThat(b.learned().runs()).isDeepEqualTo(a.learned().runs());
        }
    }

    @Test
    void anotherSeedIsAnotherExperience() {
        MinerSetting setting = small("etd", 0.5);
        MinerSetting other = new MinerSetting(MinerMap.PAPER, "etd", 0.001, 0.5, 3, 250, 8, Map.of());
        assertThat(run(setting, 2).steps()).isNotEqualTo(run(other, 2).steps());
        assertThat(run(setting, 2).predictions().get(0).learned().runs()[0])
                .isNotEqualTo(run(setting, 2).predictions().get(0).learned().runs()[1]);
    }

    @Test
    void progressIsToldAtEveryPointOfEveryRun() {
        AtomicLong ticks = new AtomicLong();
        MinerReproduction.run(small("etd", 0.5), 2, ticks::incrementAndGet);
        assertThat(ticks.get()).isEqualTo(3 * 3).isEqualTo(MinerReproduction.ticks(small("etd", 0.5)));
    }

    static Stream<String> algorithms() {
        return Algorithms.all().stream().map(Algorithm::name);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void everyLearnerOfTheRegistryLearnsFromTheSameExperience(String algorithm) {
        MinerResult result = run(small(algorithm, 0.5), 2);
        assertThat(result.steps()).isEqualTo(stepsOfSmall);
        for (PolicyResult prediction : result.predictions()) {
            assertThat(prediction.learned().last().mean()).isFinite().isNotZero();
            assertThat(Arrays.stream(prediction.learned().runs()).flatMapToDouble(Arrays::stream))
                    .allMatch(estimate -> !Double.isNaN(estimate));
            assertThat(prediction.unclipped().isPresent())
                    .isEqualTo(Algorithms.named(algorithm).parameters().stream()
                            .anyMatch(p -> p.name().equals("clip")));
        }
    }

    @Test
    void aLearnerThatDivergesIsSaidToHaveDiverged() {
        MinerResult result = run(new MinerSetting(MinerMap.PAPER, "gtd", 5, 0.5, 2, 300, 1, Map.of()), 2);
        MeanLearning learned = result.predictions().get(2).learned();
        assertThat(learned.diverged()).isEqualTo(2);
        assertThat(learned.last().mean()).isNaN();
        assertThat(result.orderPreserved()).isFalse();
        assertThat(new MinerReport(result).table().get(3)).endsWith("diverged in 2 of 2 runs");
        assertThat(new MinerReport(result).sentences()).first().asString().contains("diverged");
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MinerSetting(MinerMap.PAPER, "etd", 0.001, 0.5, 0, 100, 1, Map.of()))
                .withMessageContaining("runs is not in {1, …, 100000}: 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MinerSetting(MinerMap.PAPER, "etd", 0.001, 0.5, 1, 0, 1, Map.of()))
                .withMessageContaining("entrapments is not in {1, …, 10000000}: 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MinerSetting(MinerMap.PAPER, "etd", Double.NaN, 0.5, 1, 1, 1, Map.of()))
                .withMessageContaining("step size is not in the interval (0, ∞): NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MinerSetting(MinerMap.PAPER, "etd", 0.001, -1, 1, 1, 1, Map.of()))
                .withMessageContaining("clip is not in the interval (0, ∞]: -1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MinerSetting(MinerMap.PAPER, "etf", 0.001, 0.5, 1, 1, 1, Map.of()))
                .withMessageContaining("there is no algorithm etf");
    }
}
