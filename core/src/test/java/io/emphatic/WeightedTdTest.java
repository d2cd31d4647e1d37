package io.emphatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Algorithm.Family;
import io.emphatic.Experience.Fate;
import io.emphatic.Experience.Kind;
import io.emphatic.Experience.Row;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What distinguishes weighted importance sampling (§6) from all other families. */
class WeightedTdTest {

    static Stream<Algorithm> algorithms() {
        return Algorithms.all().stream().filter(algorithm -> algorithm.family() == Family.WEIGHTED);
    }

    static Config config(Algorithm algorithm, double usageDecay, double initialUsage) {
        return algorithm.configure(Map.of("usage_decay", usageDecay, "initial_usage", initialUsage));
    }

    private static double[] usage(Learner learner) {
        return learner.snapshot().arrays().get("usage");
    }

    /** θ = Σ ρ m R / Σ ρ m over the visits of each state, with m = i for wis-etd, where F = i because γ = 0. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void withIndicatorsAndWithoutTimeWeightsAreTheSelfNormalisedAverages(Algorithm algorithm) {
        int states = 4;
        for (int size : new int[] {states, 100}) {
            SplittableRandom random = new SplittableRandom(3);
            Learner learner = config(algorithm, 0, 0).learner(size);
            double[] sums = new double[size];
            double[] totals = new double[size];
            Transition t = new Transition();
            int s = 0;
            double interest = 1;
            t.start(Features.binary(size, s), 0, interest);
            for (int k = 0; k < 1_000; k++) {
                double rho = random.nextInt(4) == 0 ? 0 : Math.exp(3 * random.nextDouble(-1, 1));
                double reward = random.nextDouble(-1, 1);
                double m = algorithm.name().equals("wis-etd") ? interest : 1;
                sums[s] += rho * m * reward;
                totals[s] += rho * m;
                s = random.nextInt(states);
                interest = random.nextInt(3);
                t.ratio(rho);
                t.arrive(reward, Features.binary(size, s), 0, 0, interest);
                learner.update(t);
                for (int j = 0; j < states; j++) {
                    double average = totals[j] == 0 ? 0 : sums[j] / totals[j];
                    assertThat(learner.weights()[j]).isCloseTo(average, within(1e-13));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {10, 1e6, 1e40})
    void aSingleHugeRatioMovesAPredictionAtMostToItsOwnTarget(double rho) {
        Transition t = new Transition();
        t.start(Features.binary(1, 0), 0, 1);
        Learner weighted = new WisEtd(0.001, 10).learner(1);
        for (int k = 0; k < 10; k++) {
            t.ratio(1);
            t.arrive(1, Features.binary(1, 0), 0, 0, 1);
            weighted.update(t);
        }
        t.ratio(rho);
        t.arrive(5, Features.none(1), 0, 0, 0);
        weighted.update(t);
        assertThat(weighted.weights()[0]).isGreaterThan(2).isLessThanOrEqualTo(5);
    }

    /** What a step adds is retracted as far as its action was one that the target does not follow up. */
    @Test
    void usageIsRetractedWhenTheTargetWouldNotHaveGoneOn() {
        Learner learner = new WisTd(0, 0).learner(2);
        Transition t = new Transition();
        t.start(Features.binary(2, 0), 1, 1);
        t.ratio(3);
        t.arrive(0, Features.binary(2, 1), 0.5, 1, 1);
        learner.update(t);
        assertThat(usage(learner)).containsExactly(3, 0);
        t.ratio(0);
        t.arrive(0, Features.binary(2, 1), 0.5, 1, 1);
        learner.update(t);
        assertThat(usage(learner)).containsExactly(1.5, 0);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void usagesAreNeverNegativeUpToRounding(Algorithm algorithm) {
        for (long seed = 1; seed <= 20; seed++) {
            Experience log = LearnerContractTest.log(seed, Kind.BINARY, 5);
            for (double usageDecay : new double[] {0, 0.1}) {
                Learner learner = config(algorithm, usageDecay, 0).learner(5);
                log.play(Kind.BINARY, t -> {
                    learner.update(t);
                    double largest = PlainLearners.largest(usage(learner));
                    assertThat(Arrays.stream(usage(learner)).min().orElseThrow())
                            .isGreaterThanOrEqualTo(-1e-12 * (1 + largest));
                });
            }
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void aWeightWithoutUsageDoesNotMove(Algorithm algorithm) {
        Learner learner = config(algorithm, 0, 0).learner(new double[] {7, 8});
        Transition t = new Transition();
        t.start(Features.dense(1, 1e-200), 0, 1); // whose square is 0
        t.ratio(1);
        t.arrive(1, Features.dense(0, 0), 0, 0, 1);
        learner.update(t);
        assertThat(learner.weights()).containsExactly(1, 8);
        assertThat(learner.divergedAt()).isEmpty();
    }

    /** What a step touches is what the trace lists: nothing else may change, to the bit. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void aStepTouchesTheTraceAndTheActiveFeaturesOnly(Algorithm algorithm) {
        int size = 200;
        double[] initial = new SplittableRandom(1).doubles(size).toArray();
        Learner learner = config(algorithm, 0.1, 3).learner(initial);
        Transition t = new Transition();
        t.start(Features.binary(size, 3, 5), 0.9, 1);
        int[][] active = {{5, 9}, {9, 70}, {100}, {3, 100}, {150}};
        for (int[] next : active) {
            t.action(0.9, 0.5);
            t.arrive(1, Features.binary(size, next), 0.9, 0.9, 1);
            learner.update(t);
        }
        List<Integer> met = List.of(3, 5, 9, 70, 100, 150);
        double[] weights = learner.weights();
        for (int j = 0; j < size; j++) {
            if (!met.contains(j)) {
                assertThat(weights[j]).isEqualTo(initial[j]);
                assertThat(usage(learner)[j]).isEqualTo(3);
            }
        }
        assertThat(learner.snapshot().arrays().get("trace_order")).containsExactly(3, 5, 9, 70, 100);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void anEntryThatHasBecomeNegligibleLeavesTheList(Algorithm algorithm) {
        Learner learner = config(algorithm, 0.1, 3).learner(200);
        Transition t = new Transition();
        t.start(Features.binary(200, 3), 0.5, 1);
        for (int k = 0; k < 80; k++) {
            t.ratio(1);
            t.arrive(1, Features.binary(200, 7), 1, 0.5, 1);
            learner.update(t);
        }
        Map<String, double[]> before = learner.snapshot().arrays();
        assertThat(before.get("trace_order")).containsExactly(3, 7);
        assertThat(before.get("trace")[3]).isPositive();
        for (int k = 0; k < 40; k++) {
            t.ratio(1);
            t.arrive(1, Features.binary(200, 7), 1, 0.5, 1);
            learner.update(t);
        }
        Map<String, double[]> after = learner.snapshot().arrays();
        assertThat(after.get("trace_order")).containsExactly(7);
        assertThat(after.get("trace")[3]).isZero();
        assertThat(after.get("pending_usage")[3]).isZero();
        assertThat(after.get("usage")[3]).isEqualTo(before.get("usage")[3]);
    }

    /** The refused step is the first with sparse features after dense ones, for which a list is made. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void aRefusedStepLeavesNothingBehindWhateverTheFeatures(Algorithm algorithm) {
        int size = 100;
        double[] ones = new double[size];
        Arrays.fill(ones, 1);
        for (Features before : List.of(Features.dense(ones), Features.binary(size, 4, 70))) {
            for (Features refused : List.of(Features.dense(ones), Features.binary(size, 4, 71))) {
                Learner learner = config(algorithm, 0.01, 1).learner(size);
                Transition t = new Transition();
                t.start(before, 1, 1);
                for (int k = 0; k < 3; k++) {
                    t.ratio(1.5);
                    t.arrive(1, k < 2 ? before : refused, 1, 1, 1);
                    learner.update(t);
                }
                assertThat(learner.divergedAt()).isEmpty();
                Map<String, double[]> state = learner.snapshot().arrays();
                t.ratio(1e100);
                t.arrive(1, before, 1, 1, 1);
                learner.update(t);
                assertThat(learner.divergedAt()).hasValue(3);
                Map<String, double[]> after = learner.snapshot().arrays();
                assertThat(after.keySet()).isEqualTo(state.keySet());
                after.forEach((name, array) -> assertThat(array).as(name).isEqualTo(state.get(name)));
            }
        }
    }

    /** Rates 1/d of a millionth feature are 10⁶⁰ here: the move is past the limit, and nothing else is. */
    @Test
    void aMovePastTheLimitIsRefusedThoughTraceAndUsageAreSmall() {
        Learner learner = new WisTd(0, 0).learner(1);
        Transition t = new Transition();
        t.start(Features.dense(1e-60), 0, 1);
        t.ratio(1);
        t.arrive(1e50, Features.none(1), 0, 0, 0);
        learner.update(t);
        assertThat(learner.divergedAt()).hasValue(0);
        assertThat(learner.weights()).containsExactly(0);
        assertThat(usage(learner)).containsExactly(0);
    }

    /** A window of three features that moves on through 200, so that most entries fade and are dropped. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void aLongSparseStreamAgreesWithTheEquationsThoughEntriesAreDropped(Algorithm algorithm) {
        SplittableRandom random = new SplittableRandom(8);
        List<Row> rows = new ArrayList<>();
        for (int k = 0; k < 3_000; k++) {
            double[] phi = new double[200];
            for (int active = 0; active < 3; active++) {
                phi[(k / 3 + active) % 200] = random.nextDouble(-1, 1);
            }
            double pi = random.nextInt(10) == 0 ? 0 : random.nextDouble();
            Fate fate = k % 1_000 == 999 ? Fate.TERMINATES : Fate.GOES_ON;
            double lambda = random.nextDouble(0.5, 1);
            rows.add(new Row(phi, pi, random.nextDouble(0.3, 1), random.nextDouble(-1, 1), 0.9, lambda, 1, fate));
        }
        Experience log = new Experience(rows);
        Config config = config(algorithm, 0.001, 10);
        double[] expected = Reference.weights(algorithm.name(), config.parameters(), log);
        Close.assertClose(LearnerContractTest.learned(config, log, Kind.SPARSE), expected, 1e-12);
        Close.assertClose(LearnerContractTest.learned(config, log, Kind.DENSE), expected, 1e-12);
    }
}
