package io.emphatic.logs.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.emphatic.logs.file.SavedState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantilesTest {
    @Test
    void fewNumbersGiveExactQuantilesWithLinearInterpolation() {
        Quantiles quantiles = new Quantiles(Quantiles.Precision.FINE);
        for (double value : new double[] {4, 1, 3, 2}) {
            quantiles.add(value);
        }
        assertThat(quantiles.at(0.5)).isEqualTo(2.5);
        assertThat(quantiles.at(0)).isEqualTo(1);
        assertThat(quantiles.at(1)).isEqualTo(4);
        assertThat(quantiles.at(0.99)).isCloseTo(3.97, within(1e-12));
        assertThat(quantiles.max()).isEqualTo(4);
    }

    @Test
    void quantilesOfNoNumbersAreNaN() {
        assertThat(new Quantiles(Quantiles.Precision.FINE).at(0.5)).isNaN();
        assertThat(new Quantiles(Quantiles.Precision.FINE).max()).isNaN();
    }

    @ParameterizedTest
    @CsvSource({"1, 0.0005", "32, 0.0005", "33, 0.004", "1000, 0.004"})
    void manyNumbersGiveQuantilesWithinTheStatedError(int watched, double error) {
        Random random = new Random(1);
        Quantiles quantiles = new Quantiles(Quantiles.Precision.among(watched));
        double[] values = new double[300_000];
        for (int k = 0; k < values.length; k++) {
            values[k] = k % 10 == 0 ? 0 : Math.exp(6 * random.nextGaussian());
            quantiles.add(values[k]);
        }
        Arrays.sort(values);
        for (double q : new double[] {0.05, 0.25, 0.5, 0.9, 0.99, 0.9999}) {
            double exact = values[(int) Math.floor(q * (values.length - 1))];
            assertThat(quantiles.at(q)).as("%s", q).isCloseTo(exact, within(error * exact));
        }
        assertThat(quantiles.max()).isEqualTo(values[values.length - 1]);
    }

    @ParameterizedTest
    @CsvSource({"1, 65536", "33, 1024"})
    void quantilesAreExactUpToTheStatedNumber(int watched, int most) {
        Random random = new Random(3);
        Quantiles quantiles = new Quantiles(Quantiles.Precision.among(watched));
        double[] values = random.doubles(most).toArray();
        Arrays.stream(values).forEach(quantiles::add);
        Arrays.sort(values);
        double rank = 0.99 * (most - 1);
        double below = values[(int) rank];
        assertThat(quantiles.at(0.99)).isEqualTo(below + (rank - (int) rank) * (values[(int) rank + 1] - below));
        quantiles.add(2);
        assertThat(quantiles.at(0.99)).isNotEqualTo(below).isCloseTo(below, within(0.01));
        assertThat(quantiles.at(1)).isEqualTo(2);
    }

    @Test
    void quantilesOfNumbersThatRepeatAreExact() {
        Quantiles quantiles = new Quantiles(Quantiles.Precision.COARSE);
        for (int k = 0; k < 5_000; k++) {
            quantiles.add(k < 4_000 ? 1 : 2.5);
        }
        assertThat(quantiles.at(0.5)).isEqualTo(1);
        assertThat(quantiles.at(0.99)).isEqualTo(2.5);
    }

    @Test
    void quantilesOfNumbersOfAnySizeAreWithinTheStatedError() {
        for (Quantiles.Precision precision : List.of(Quantiles.Precision.FINE, new Quantiles.Precision(1, 7))) {
            Quantiles quantiles = new Quantiles(precision);
            double[] values = {1, Double.MAX_VALUE, 0, Double.MIN_VALUE, -0.0, 1e-300, 1e300, 0.5, 3};
            Arrays.stream(values).forEach(quantiles::add);
            Arrays.setAll(values, k -> Math.abs(values[k]));
            Arrays.sort(values);
            for (int k = 0; k < values.length; k++) {
                assertThat(quantiles.at(k / (values.length - 1.0)))
                        .as("%s of %s", k, precision)
                        .isCloseTo(values[k], within(0.004 * values[k] + Double.MIN_NORMAL / 128));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 33})
    void quantilesContinueAfterBeingSavedAndReadBack(int watched) throws IOException {
        Quantiles.Precision precision = Quantiles.Precision.among(watched);
        for (int split : new int[] {10, 1_024, 1_025, 65_536, 65_537, 100_000}) {
            Random random = new Random(2);
            Quantiles whole = new Quantiles(precision);
            Quantiles first = new Quantiles(precision);
            Quantiles second = new Quantiles(precision);
            for (int k = 0; k < 150_000; k++) {
                double value = random.nextDouble();
                whole.add(value);
                if (k == split) {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    first.exchange(new SavedState(new DataOutputStream(bytes)));
                    second.exchange(new SavedState(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))));
                }
                (k < split ? first : second).add(value);
            }
            assertThat(second.at(0.3)).isEqualTo(whole.at(0.3));
            assertThat(second.at(0.99)).isEqualTo(whole.at(0.99));
            assertThat(second.max()).isEqualTo(whole.max());
        }
    }
}
