package io.emphatic.engine.internal.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceTest {
    private static final int SIZE = 200;

    private final Trace trace = new Trace(SIZE);
    private final Map<String, double[]> state = new TreeMap<>();

    TraceTest() {
        trace.putState("trace", state);
    }

    private double[] entries() {
        return state.get("trace");
    }

    @Test
    void anEntryOfATraceIsDroppedWhenItIsNegligibleBesideTheLargest() {
        trace.advance(0, 1, Features.binary(SIZE, 3));
        for (int k = 0; k < 50; k++) {
            trace.advance(0.5, 1, Features.binary(SIZE, 7)); // 2⁻⁵⁰ is about 1e-15 of what 7 has
        }
        assertThat(entries()[3]).isEqualTo(Math.pow(0.5, 50));
        for (int k = 0; k < 60; k++) {
            trace.advance(0.5, 1, Features.binary(SIZE, 7));
        }
        assertThat(entries()[3]).isZero();
    }

    @Test
    void aTraceThatFadesAsAWholeIsNotDropped() {
        trace.advance(0, 1, Features.binary(SIZE, 3, 5));
        for (int k = 0; k < 200; k++) {
            trace.advance(0.1, 0, Features.none(SIZE));
        }
        assertThat(entries()[3]).isCloseTo(1e-200, org.assertj.core.api.Assertions.withinPercentage(1e-9));
        for (int k = 0; k < 200; k++) {
            trace.advance(10, 0, Features.none(SIZE));
        }
        assertThat(entries()[5]).isCloseTo(1, org.assertj.core.api.Assertions.withinPercentage(1e-9));
    }

    @Test
    void smallEntriesAfterDenseFeaturesAreNotDroppedBecauseOfLargeOnesBeforeThem() {
        trace.advance(0, 1e30, Features.binary(SIZE, 3));
        trace.advance(0, 0, Features.dense(new double[SIZE]));
        trace.advance(0, 1e-3, Features.dense(ones()));
        trace.advance(0.5, 0, Features.none(SIZE));
        trace.advance(0.5, 0, Features.none(SIZE));
        assertThat(entries()).containsOnly(0.25e-3);
    }

    @Test
    void aTraceEntryThatCancelsIsListedOnce() {
        double[] x = new double[SIZE];
        trace.advance(1, 1, Features.binary(SIZE, 3));
        trace.advance(1, -1, Features.binary(SIZE, 3));
        trace.advance(1, 1, Features.binary(SIZE, 3));
        trace.addTo(x, 2);
        assertThat(x[3]).isEqualTo(2);
        assertThat(trace.dot(x)).isEqualTo(2);
    }

    @Test
    void aTraceEntryThatUnderflowsAndReturnsIsListedOnce() {
        trace.advance(1, 1e-200, Features.binary(SIZE, 3));
        trace.advance(1e-200, 1, Features.binary(SIZE, 3));
        double[] x = new double[SIZE];
        trace.addTo(x, 2);
        assertThat(x[3]).isEqualTo(2);
        trace.advance(0.5, 0, Features.none(SIZE));
        assertThat(entries()[3]).isEqualTo(0.5);
        int[] all = java.util.stream.IntStream.range(0, SIZE).toArray();
        trace.advance(1, 1e-200, Features.binary(SIZE, all));
        trace.advance(1e-200, 1, Features.binary(SIZE, all));
        trace.advance(0.5, 1, Features.binary(SIZE, all));
        assertThat(entries()).containsOnly(1.5);
    }

    @Test
    void theNormOfATraceIsAnUpperBound() {
        java.util.SplittableRandom random = new java.util.SplittableRandom(1);
        for (int k = 0; k < 500; k++) {
            trace.advance(random.nextDouble(-1.1, 1.1), random.nextDouble(-1, 1), Features.binary(SIZE, k % SIZE));
            assertThat(trace.norm()).isGreaterThanOrEqualTo(Norm.of(entries()) * (1 - 1e-12));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, 1.5, SIZE, Double.NaN})
    void aSavedOrderWithANumberThatIsNoIndexIsRefused(double index) {
        assertThatThrownBy(() -> trace.loaded("trace", Map.of("trace_order", new double[] {0, index})))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("entry 1 of its trace_order is no index below 200: " + index);
    }

    private static double[] ones() {
        double[] ones = new double[SIZE];
        java.util.Arrays.fill(ones, 1);
        return ones;
    }
}
