package io.emphatic.engine.internal.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.experience.Features;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Factored traces whose features joined under different scales. */
class TraceGenerationsTest {
    private static final int STEPS = 3_000;

    private static Map<String, double[]> state(SparseVectors vectors) {
        Map<String, double[]> state = new HashMap<>();
        vectors.putState(state);
        return vectors.complete(state);
    }

    /** θ and e as they stand in the equations, beside the factored ones, for the same random steps. */
    private static final class Twins {
        private final int size;
        private final SplittableRandom random;
        private final double[] theta;
        private final double[] e;
        private SparseVectors vectors;

        Twins(long seed, int size) {
            this.size = size;
            random = new SplittableRandom(seed);
            theta = random.doubles(size, -0.5, 0.5).toArray();
            e = new double[size];
            vectors = new SparseVectors(size, false, SparseRows.OWN);
            vectors.begin(theta);
        }

        void step(double... decays) {
            int[] active = random.ints(0, size).distinct().limit(8).toArray();
            Features phi = random.nextInt(4) == 0
                    ? Features.sparse(
                            size, active, random.doubles(active.length, -2, 2).toArray())
                    : Features.binary(size, active);
            double a = decays[random.nextInt(decays.length)] * (1 + 0.01 * random.nextDouble());
            double b = random.nextInt(50) == 0 ? 0 : 0.5 + random.nextDouble();
            double x = 0.01 * (random.nextDouble() - 0.5);
            vectors.advance(a, b, phi);
            assertThat(vectors.value()).as("θᵀφ").isCloseTo(phi.dot(theta), within(1e-11));
            vectors.moveAlongTrace(x, 0);
            vectors.move(phi, x, 0);
            for (int j = 0; j < size; j++) {
                e[j] *= a;
            }
            phi.addTo(e, b);
            for (int j = 0; j < size; j++) {
                theta[j] += x * e[j];
            }
            phi.addTo(theta, x);
        }

        void assertEqual() {
            assertThat(vectors.weights()).containsExactly(theta, within(1e-11));
            assertThat(vectors.trace()).containsExactly(e, within(1e-11));
            assertThat(vectors.ofGenerations.largestOfTrace())
                    .isGreaterThanOrEqualTo(
                            Arrays.stream(vectors.trace()).map(Math::abs).max().orElseThrow() * (1 - 1e-12));
        }

        Map<String, double[]> saved() {
            Map<String, double[]> state = state(vectors);
            state.replaceAll((name, array) -> array.clone());
            state.put(SparseVectors.ORDER, vectors.order());
            return state;
        }

        void restore(Map<String, double[]> saved) {
            vectors = new SparseVectors(size, false, SparseRows.OWN);
            state(vectors).forEach((name, array) -> System.arraycopy(saved.get(name), 0, array, 0, array.length));
            vectors.loaded(saved);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 300, 6_000})
    void weightsAndTraceAreThoseOfTheEquationsWhileTheTraceDecays(int size) {
        Twins twins = new Twins(size, size);
        for (int step = 0; step < STEPS; step++) {
            twins.step(0.9, 0.97, 0.98);
            if (step % 100 == 0) {
                twins.assertEqual();
            }
        }
        twins.assertEqual();
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 6_000})
    void weightsAndTraceAreThoseOfTheEquationsWhereTheTraceIsCutOrShrinksByLeaps(int size) {
        Twins twins = new Twins(size, size);
        for (int step = 0; step < STEPS; step++) {
            twins.step(0.99, 0.99, 0.99, 0.99, 0.99, 0, 1e-4, 1e-5);
            if (step % 100 == 0) {
                twins.assertEqual();
            }
        }
        twins.assertEqual();
    }

    /** Nothing is negligible, so that there are more generations than slots. */
    @ParameterizedTest
    @ValueSource(ints = {30, 6_000})
    void weightsAndTraceAreThoseOfTheEquationsWhereTheOldestGenerationHasToMakeRoom(int size) {
        Twins twins = new Twins(size, size);
        twins.vectors.negligible = 1e-60;
        for (int step = 0; step < STEPS; step++) {
            twins.step(0.9);
            if (step % 100 == 0) {
                twins.assertEqual();
            }
        }
        assertThat(twins.vectors.order().length).isGreaterThan(Math.min(size - 1, 8 * 24 * 24));
        twins.assertEqual();
    }

    @Test
    void aTraceThatGrowsBeyondAllScalesIsThatOfTheEquations() {
        SparseVectors vectors = new SparseVectors(4, false, SparseRows.OWN);
        vectors.begin(new double[4]);
        vectors.advance(1, 1, Features.binary(4, 0));
        vectors.advance(1e-4, 1, Features.binary(4, 1)); // out of range: the second generation
        for (int step = 0; step < 30; step++) {
            vectors.advance(100, 1e-5, Features.binary(4, 2));
        }
        vectors.moveAlongTrace(1e-60, 0);
        assertThat(vectors.trace()[0]).isCloseTo(1e56, within(1e44));
        assertThat(vectors.weights()[1]).isCloseTo(1, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100})
    void aSavedTraceGoesOnToTheBit(int interval) {
        Twins untouched = new Twins(5, 300);
        Twins interrupted = new Twins(5, 300);
        for (int step = 0; step < STEPS; step++) {
            untouched.step(0.9, 0.97, 0.98, 1e-4);
            interrupted.step(0.9, 0.97, 0.98, 1e-4);
            if (step % interval == 0) {
                interrupted.restore(interrupted.saved());
            }
        }
        assertThat(interrupted.vectors.weights()).containsExactly(untouched.vectors.weights());
        assertThat(interrupted.vectors.trace()).containsExactly(untouched.vectors.trace());
        assertThat(interrupted.vectors.order()).containsExactly(untouched.vectors.order());
    }

    @Test
    void theBoundOfTheLargestEntryIsTight() {
        SparseVectors vectors = new SparseVectors(4, false, SparseRows.OWN);
        vectors.begin(new double[4]);
        vectors.advance(0, 1, Features.sparse(4, new int[] {1, 2}, new double[] {-3, 2}));
        vectors.advance(1e-4, 1, Features.binary(4, 3)); // out of range: folds
        assertThat(vectors.ofGenerations.largestOfTrace()).isCloseTo(1, within(1e-15));
        assertThat(vectors.trace()).containsExactly(new double[] {0, -3e-4, 2e-4, 1}, within(1e-15));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-14, 1e-12})
    void entriesNegligibleBesideTheLargestAreDroppedAndOthersNot(double size) {
        SparseVectors vectors = new SparseVectors(4, false, SparseRows.OWN);
        vectors.begin(new double[4]);
        vectors.advance(0, size, Features.binary(4, 0));
        vectors.moveAlongTrace(0.5, 0);
        vectors.advance(1, 1, Features.binary(4, 1)); // out of range: folds
        vectors.advance(1e-4, 1, Features.binary(4, 2)); // and again, when another entry is the largest
        assertThat(vectors.trace()[0]).isCloseTo(size < 1e-13 ? 0 : 1e-4 * size, within(1e-30));
        assertThat(vectors.weights()[0]).isCloseTo(0.5 * size, within(1e-27));
    }

    @Test
    void everyFeatureOfASteadyTraceIsDroppedAgain() {
        Twins twins = new Twins(6, 6_000);
        for (int step = 0; step < STEPS; step++) {
            twins.step(0.9);
        }
        // a fraction of 1e-13 after 284 steps, with eight features each
        assertThat(twins.vectors.order().length).isBetween(8 * 250, 8 * 310);
    }

    @Test
    void aListThatNamesAFeatureTwiceIsRefused() {
        double[] pairs = {1, 0, 2, TraceGenerations.tagged(0.5, 0), 3, TraceGenerations.tagged(-0.25, 0)};
        TraceGenerations generations = new TraceGenerations(3);
        generations.beginAnew(pairs, 2, 1);
        double[] order = generations.order();
        assertThat(order).containsExactly(1, 2);
        generations.loaded(order, pairs, 2, 1);
        assertThat(generations.size()).isEqualTo(2);
        assertThatThrownBy(() -> generations.loaded(new double[] {2, 2}, pairs, 2, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("its trace_list names feature 2 twice");
    }

    @Test
    void aQueueLongerThanHalfOfAllIntsGoesOnAtItsBeginning() {
        int length = 1_600_000_000;
        assertThat(TraceGenerations.position(1_500_000_000, 99_999_999, length)).isEqualTo(length - 1);
        assertThat(TraceGenerations.position(1_500_000_000, 100_000_000, length))
                .isZero();
        assertThat(TraceGenerations.position(1_500_000_000, 1_599_999_999, length))
                .isEqualTo(1_499_999_999);
        assertThat(TraceGenerations.position(length - 1, length, length)).isEqualTo(length - 1);
    }

    @Test
    void aTaggedNumberIsNeverZeroAndHardlyChanges() {
        for (double x : new double[] {0, -0.0, Double.MIN_VALUE, 1, -1, Math.PI, 1 - Math.ulp(0.5), 1e300}) {
            for (int slot = 0; slot < TraceGenerations.SLOTS; slot++) {
                double tagged = TraceGenerations.tagged(x, slot);
                assertThat(tagged).isNotZero().isFinite();
                assertThat(TraceGenerations.slotOf(tagged)).isEqualTo(slot);
                assertThat(Math.abs(tagged - x)).isLessThanOrEqualTo(Math.max(16 * Double.MIN_VALUE, 8 * Math.ulp(x)));
            }
        }
    }

    @Test
    void aGenerationWithoutFeaturesIsNoPartOfTheTrace() {
        int size = 6_000;
        Features most = Features.binary(size, IntStream.range(0, 5_000).toArray());
        SparseVectors vectors = new SparseVectors(size, false, SparseRows.OWN);
        vectors.begin(new double[size]);
        vectors.advance(0, 1, most);
        vectors.advance(1e-5, 1, Features.binary(size, 0)); // out of range: the second generation
        vectors.advance(1e8, 1e8, most); // all move to it
        vectors.advance(0, 1, Features.binary(size, 5_500));
        assertThat(vectors.ofGenerations.largestOfTrace()).isCloseTo(1, within(1e-15));
    }

    @Test
    void innerProductsOfAGenerationWithoutFeaturesAreZero() {
        int size = 6_000;
        SparseVectors vectors = new SparseVectors(size, true, SparseRows.OWN);
        vectors.begin(new double[size]);
        vectors.advance(
                0, 1, 1, 0, Features.binary(size, IntStream.range(0, 5_000).toArray()));
        vectors.moveAlongTrace(0, 1);
        vectors.advance(1e-14, 1, 1, 0, Features.binary(size, 5_500)); // out of range: the second generation
        for (int step = 0; step < 100; step++) {
            vectors.advance(1, 1, 1, 0, Features.binary(size, 5_500)); // and some of the first are dropped
        }
        assertThat(vectors.order()).containsExactly(5_500);
        vectors.advance(0, 0, 1, 0, Features.none(size));
        assertThat(vectors.ofGenerations.traceDotSecondary()).isZero();
        assertThat(vectors.ofGenerations.traceDotTrace()).isZero();
    }
}
