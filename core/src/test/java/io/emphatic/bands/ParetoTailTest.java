package io.emphatic.bands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParetoTailTest {

    @ParameterizedTest
    @ValueSource(doubles = {-0.3, 0.0, 0.3, 0.5, 0.7, 1.0, 1.5})
    void theShapeOfAGeneralisedParetoDistributionIsFound(double k) {
        SplittableRandom random = new SplittableRandom(1);
        double[] x = new double[20_000];
        for (int j = 0; j < x.length; j++) {
            double u = 1 - random.nextDouble();
            x[j] = k == 0 ? -Math.log(u) : (Math.pow(u, -k) - 1) / k;
        }
        Arrays.sort(x);
        // The standard deviation is about (1 + k)/√n.
        assertThat(ParetoTail.fit(x)).isCloseTo(k, within(4 * (1 + Math.abs(k)) / Math.sqrt(x.length)));
    }

    @Test
    void aFewNumbersAreFittedAsTheReferenceFitsThem() {
        double[] x = {0.1, 0.2, 0.35, 0.5, 0.8, 1.3, 2.1, 4.0, 9.0, 30.0};
        assertThat(ParetoTail.fit(x)).isCloseTo(0.7853469055714444, within(1e-10));
    }

    @Test
    void onlyTheTailCounts() {
        SplittableRandom random = new SplittableRandom(2);
        double[] weights = new double[10_000];
        for (int j = 0; j < weights.length; j++) {
            // Pareto with P(w > x) = x^(−2): k = ½ beyond any cut-off.
            weights[j] = 1 / Math.sqrt(1 - random.nextDouble());
        }
        Arrays.sort(weights);
        double[] largest = Arrays.copyOfRange(weights, weights.length - ParetoTail.size(10_000) - 1, weights.length);
        assertThat(ParetoTail.shape(largest, 10_000)).isCloseTo(0.5, within(0.3));
        assertThat(ParetoTail.shape(weights, 10_000)).isEqualTo(ParetoTail.shape(largest, 10_000));
    }

    @ParameterizedTest
    @CsvSource({"25, 5", "26, 6", "100, 20", "10000, 300", "10000000, 9487"})
    void theTailIsAFifthOrThreeRootsOfAll(long count, int size) {
        assertThat(ParetoTail.size(count)).isEqualTo(size);
    }

    @Test
    void equalWeightsHaveNoTail() {
        double[] ones = new double[30];
        Arrays.fill(ones, 1);
        assertThat(ParetoTail.shape(ones, 30)).isNull();
    }
}
