package io.emphatic.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.experience.Features;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folds of traces too long for one step. */
class SpreadFoldTest {
    private static final int SIZE = 6_000;
    private static final int STEPS = 3_000;

    /** θ and e as they stand in the equations, beside the factored ones, for the same random steps. */
    private static final class Twins {
        private final SplittableRandom random;
        private final FactoredVectors vectors = new FactoredVectors(SIZE, new TraceScale());
        private final double[] theta = new double[SIZE];
        private final double[] e = new double[SIZE];
        private double sumOfValues;

        Twins(long seed) {
            random = new SplittableRandom(seed);
            Arrays.setAll(theta, j -> random.nextDouble() - 0.5);
            vectors.begin(theta);
        }

        void step() {
            int[] active = random.ints(0, SIZE).distinct().limit(8).toArray();
            Features phi = random.nextInt(4) == 0
                    ? Features.sparse(
                            SIZE, active, random.doubles(active.length, -2, 2).toArray())
                    : Features.binary(SIZE, active);
            double a = random.nextInt(800) == 0 ? 0 : 0.97 + 0.035 * random.nextDouble();
            double b = random.nextInt(50) == 0 ? 0 : 0.5 + random.nextDouble();
            double x = 0.01 * (random.nextDouble() - 0.5);
            vectors.advance(a, b, phi);
            vectors.moveAlongTrace(x);
            vectors.moveAlong(phi, x);
            sumOfValues += vectors.predict(phi);
            for (int j = 0; j < SIZE; j++) {
                e[j] *= a;
            }
            phi.addTo(e, b);
            for (int j = 0; j < SIZE; j++) {
                theta[j] += x * e[j];
            }
            phi.addTo(theta, x);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void weightsTraceAndPredictionsAreThoseOfTheEquationsWhileAFoldIsUnderWay(long seed) {
        Twins twins = new Twins(seed);
        int underWay = 0;
        for (int i = 0; i < STEPS; i++) {
            twins.step();
            underWay += twins.vectors.isFolding() ? 1 : 0;
            int j = i % SIZE;
            assertThat(twins.vectors.predict(Features.binary(SIZE, j))).isCloseTo(twins.theta[j], within(1e-11));
        }
        assertThat(underWay).as("steps with a fold under way").isGreaterThan(STEPS / 200);
        assertThat(twins.vectors.weights()).containsExactly(twins.theta, within(1e-11));
        assertThat(twins.vectors.trace()).containsExactly(twins.e, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 50})
    void whenEntriesAreFoldedHasNoEffectOnASingleBit(int interval) {
        Twins untouched = new Twins(5);
        Twins interrupted = new Twins(5);
        for (int i = 0; i < STEPS; i++) {
            untouched.step();
            interrupted.step();
            if (i % interval == 0) {
                interrupted.vectors.finishFold();
            }
        }
        assertThat(interrupted.sumOfValues).isEqualTo(untouched.sumOfValues);
        assertThat(interrupted.vectors.weights()).containsExactly(untouched.vectors.weights());
        assertThat(interrupted.vectors.trace()).containsExactly(untouched.vectors.trace());
        assertThat(interrupted.vectors.largestOfTrace()).isEqualTo(untouched.vectors.largestOfTrace());
    }

    @Test
    void aMarkedNumberIsNeverZeroAndHardlyChanges() {
        for (double x : new double[] {0, -0.0, Double.MIN_VALUE, 1, -1, Math.PI, Double.MAX_VALUE}) {
            for (long mark : new long[] {0, 1}) {
                double marked = SpreadFold.marked(x, mark);
                assertThat(marked).isNotZero().isFinite();
                assertThat(Double.doubleToRawLongBits(marked) & 1).isEqualTo(mark);
                assertThat(Math.abs(marked - x)).isLessThanOrEqualTo(2 * Math.ulp(x));
            }
        }
    }
}
