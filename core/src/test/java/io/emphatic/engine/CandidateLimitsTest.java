package io.emphatic.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.Etd;
import io.emphatic.Td;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Candidates with clipping or projection that share a trace, against an engine for each. */
class CandidateLimitsTest {
    private static final int COUNT = ChoosingEngine.COUNT;
    private static final double OFF = Double.POSITIVE_INFINITY;

    /** A walk with ends, cuts, stretches of ρ = 0 and of large ratios, and features of one kind or of all in turns. */
    private static final class Walk {
        private final SplittableRandom random;
        private final int size;
        private final int kind;
        private final Transition t = new Transition();
        private boolean isOver = true;
        private int stretch;
        private double ratio;

        Walk(long seed, int size, int kind) {
            this.random = new SplittableRandom(seed);
            this.size = size;
            this.kind = kind;
        }

        Transition next() {
            if (isOver || random.nextInt(40) == 0) { // an end, or a cut
                t.start(features(), random.nextDouble(), 1);
            }
            if (--stretch < 0) {
                stretch = random.nextInt(12);
                ratio = new double[] {0, 0.4, 1, 2}[random.nextInt(4)];
            }
            t.ratio(ratio * (0.5 + random.nextDouble()));
            isOver = random.nextInt(30) == 0;
            double gamma = isOver ? 0 : random.nextInt(10) == 0 ? 1 : 0.9;
            t.arrive(random.nextGaussian(), features(), gamma, random.nextDouble(), random.nextInt(3));
            return t;
        }

        private Features features() {
            int[] indices =
                    random.ints(0, size).distinct().limit(Math.min(size, 3)).toArray();
            return switch (kind < 3 ? kind : random.nextInt(8) / 3) {
                case 0 ->
                    Features.dense(IntStream.range(0, size)
                            .mapToDouble(j -> random.nextGaussian())
                            .toArray());
                case 1 ->
                    Features.sparse(
                            size,
                            indices,
                            Arrays.stream(indices)
                                    .mapToDouble(j -> random.nextGaussian())
                                    .toArray());
                default -> Features.binary(size, indices);
            };
        }
    }

    /** Both kinds of candidates, and the shared ones interrupted by snapshots. */
    private static final class Pair {
        private final TraceRule rule;
        private final double clip;
        private final double radius;
        private final int size;
        private final Candidates separate;
        private final Candidates shared;
        private Candidates interrupted;
        private final boolean[] outSeparate = new boolean[COUNT];
        private final boolean[] outShared = new boolean[COUNT];
        private final boolean[] outInterrupted = new boolean[COUNT];
        private final double[] alpha = new double[COUNT];

        Pair(TraceRule rule, double clip, double radius, int size) {
            this.rule = rule;
            this.clip = clip;
            this.radius = radius;
            this.size = size;
            this.separate = new SeparateCandidates(() -> new TraceEngine(rule, clip, radius, size));
            this.shared = new SharedTraceCandidates(rule, clip, radius, size);
            this.interrupted = new SharedTraceCandidates(rule, clip, radius, size);
            double[] initial = new double[size];
            initial[0] = 0.3;
            separate.reset(initial);
            shared.reset(initial);
            interrupted.reset(initial);
        }

        boolean step(Transition t, double largest) {
            setRates(largest, outSeparate);
            double[] expected = new double[COUNT];
            double[] expectedNext = new double[COUNT];
            boolean taken = separate.step(t, alpha, expected, expectedNext, outSeparate);
            setRates(largest, outShared);
            double[] values = new double[COUNT];
            double[] valuesNext = new double[COUNT];
            assertThat(shared.step(t, alpha, values, valuesNext, outShared)).isEqualTo(taken);
            assertThat(outShared).isEqualTo(outSeparate);
            for (int k = 0; k < COUNT && taken; k++) {
                if (!outShared[k]) {
                    assertThat(values[k]).as("candidate %d", k).isCloseTo(expected[k], around(k, t.phi()));
                    assertThat(valuesNext[k]).isCloseTo(expectedNext[k], around(k, t.phiNext()));
                }
            }
            setRates(largest, outInterrupted);
            double[] again = new double[COUNT];
            double[] againNext = new double[COUNT];
            interrupted.step(t, alpha, again, againNext, outInterrupted);
            assertThat(again).isEqualTo(values);
            assertThat(againNext).isEqualTo(valuesNext);
            return taken;
        }

        private void setRates(double largest, boolean[] out) {
            Arrays.setAll(alpha, k -> out[k] ? 0 : Math.scalb(largest, k + 1 - COUNT));
        }

        /** Wide, for large step sizes make rounding errors larger from step to step. */
        private Offset<Double> around(int k, Features phi) {
            return within(1e-6 * (1e-3 + Norm.of(separate.weights(k))) * phi.norm() + 1e-300);
        }

        void interrupt() {
            Map<String, double[]> saved = new HashMap<>();
            interrupted.state().forEach((name, array) -> saved.put(name, array.clone()));
            interrupted.saveOrder(saved);
            interrupted = new SharedTraceCandidates(rule, clip, radius, size);
            interrupted.reset(new double[size]);
            interrupted.load(saved);
        }

        void compareWeights() {
            for (int k = 0; k < COUNT; k++) {
                double[] expected = separate.weights(k);
                double[] weights = shared.weights(k);
                double norm = Norm.of(expected);
                for (int j = 0; j < size; j++) {
                    assertThat(weights[j]).as("candidate %d", k).isCloseTo(expected[j], within(1e-6 * (1e-3 + norm)));
                }
                assertThat(Norm.of(weights)).isLessThanOrEqualTo(radius * (1 + 1e-11));
                assertThat(interrupted.weights(k)).isEqualTo(weights);
            }
        }
    }

    static IntStream seeds() {
        return IntStream.range(0, 60);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void limitedCandidatesOnOneTraceLearnAsSeparateOnesAndRestoreToTheBit(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int size = new int[] {1, 4, 7, 65, 130}[random.nextInt(5)];
        double clip = new double[] {OFF, 1, 1e-2, 1e-5, 1e-9}[random.nextInt(5)];
        double radius = new double[] {OFF, OFF, 3, 1e-2, 1e-40}[random.nextInt(5)];
        TraceRule rule = random.nextBoolean() ? new Etd(1).rule() : new Td(1).rule();
        Walk walk = new Walk(seed, size, random.nextInt(4));
        Pair pair = new Pair(rule, clip, radius, size);
        double largest = new double[] {1e-2, 0.2 / size, 2}[random.nextInt(3)];
        int steps = largest > 1 ? 60 : 700; // where candidates blow up, so does rounding
        boolean taken = true;
        for (int step = 0; step < steps && taken; step++) {
            taken = pair.step(walk.next(), largest);
            if (random.nextInt(9) == 0) {
                pair.interrupt();
            }
            if (step % 50 == 0) {
                pair.compareWeights();
            }
        }
    }

    private static Candidates learned(Candidates candidates, Walk walk, int steps) {
        candidates.reset(new double[walk.size]);
        double[] alpha = new double[COUNT];
        boolean[] out = new boolean[COUNT];
        Arrays.setAll(alpha, k -> Math.scalb(0.1, k + 1 - COUNT));
        for (int step = 0; step < steps; step++) {
            candidates.step(walk.next(), alpha, new double[COUNT], new double[COUNT], out);
        }
        return candidates;
    }

    private static double largest(Candidates candidates, int k) {
        return Norm.largest(candidates.weights(k));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void noWeightMovesByMoreThanTheClipAndNoneLeavesTheBall(int kind) {
        TraceRule rule = new Td(1).rule();
        int steps = 200;
        Candidates free = learned(new SharedTraceCandidates(rule, OFF, OFF, 30), new Walk(5, 30, kind), steps);
        Candidates clipped = learned(new SharedTraceCandidates(rule, 1e-4, OFF, 30), new Walk(5, 30, kind), steps);
        Candidates inBall = learned(new SharedTraceCandidates(rule, OFF, 1e-3, 30), new Walk(5, 30, kind), steps);
        int last = COUNT - 1;
        assertThat(largest(free, last)).isGreaterThan(10 * steps * 1e-4);
        assertThat(largest(clipped, last)).isBetween(1e-4, steps * 1e-4 * (1 + 1e-9));
        assertThat(Norm.of(inBall.weights(last))).isCloseTo(1e-3, within(1e-4));
        assertThat(Norm.of(inBall.weights(last))).isLessThanOrEqualTo(1e-3 * (1 + 1e-11));
        // the smallest step size reaches no limit
        assertThat(clipped.weights(0)).usingComparatorWithPrecision(1e-15).containsExactly(free.weights(0));
    }

    @Test
    void aStateSavedWithAnEngineForEachStepSizeIsRefusedWithASentence() {
        TraceRule rule = new Td(1).rule();
        Candidates separate =
                learned(new SeparateCandidates(() -> new TraceEngine(rule, 1, OFF, 3)), new Walk(1, 3, 0), 20);
        SharedTraceCandidates shared = new SharedTraceCandidates(rule, 1, OFF, 3);
        shared.reset(new double[3]);
        Map<String, double[]> saved = separate.state();
        assertThatThrownBy(() -> shared.load(saved))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("saved with an engine for each step size");
    }

    @Test
    void aSavedFactorThatIsNotPositiveIsRefused() {
        TraceRule rule = new Td(1).rule();
        Candidates shared = learned(new SharedTraceCandidates(rule, OFF, 1e-3, 3), new Walk(1, 3, 0), 20);
        Map<String, double[]> saved = new HashMap<>(shared.state());
        saved.put("4.projection", new double[saved.get("4.projection").length]);
        SharedTraceCandidates restored = new SharedTraceCandidates(rule, OFF, 1e-3, 3);
        assertThatThrownBy(() -> restored.load(saved)).hasMessageContaining("factor that is not positive: 0.0");
    }
}
