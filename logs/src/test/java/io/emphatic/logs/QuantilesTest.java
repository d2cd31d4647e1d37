package io.emphatic.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QuantilesTest {
    @Test
    void fewNumbersGiveExactQuantilesWithLinearInterpolation() {
        Quantiles quantiles = new Quantiles();
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
    void noNumbersHaveNone() {
        assertThat(new Quantiles().at(0.5)).isNaN();
        assertThat(new Quantiles().max()).isNaN();
    }

    @Test
    void manyNumbersGiveQuantilesWithinTheStatedError() {
        Random random = new Random(1);
        Quantiles quantiles = new Quantiles();
        double[] values = new double[300_000];
        for (int k = 0; k < values.length; k++) {
            values[k] = k % 10 == 0 ? 0 : Math.exp(6 * random.nextGaussian());
            quantiles.add(values[k]);
        }
        Arrays.sort(values);
        for (double q : new double[] {0.05, 0.25, 0.5, 0.9, 0.99, 0.9999}) {
            double exact = values[(int) Math.floor(q * (values.length - 1))];
            assertThat(quantiles.at(q)).as("%s", q).isCloseTo(exact, within(0.0005 * exact));
        }
        assertThat(quantiles.max()).isEqualTo(values[values.length - 1]);
    }

    @Test
    void savedAndReadBackItGoesOnAsIfNothingHadBeen() throws IOException {
        for (int split : new int[] {10, 65_536, 65_537, 100_000}) {
            Random random = new Random(2);
            Quantiles whole = new Quantiles();
            Quantiles first = new Quantiles();
            Quantiles second = new Quantiles();
            for (int k = 0; k < 150_000; k++) {
                double value = random.nextDouble();
                whole.add(value);
                if (k == split) {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    first.write(new DataOutputStream(bytes));
                    second.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
                }
                (k < split ? first : second).add(value);
            }
            assertThat(second.at(0.3)).isEqualTo(whole.at(0.3));
            assertThat(second.at(0.99)).isEqualTo(whole.at(0.99));
            assertThat(second.max()).isEqualTo(whole.max());
        }
    }
}
