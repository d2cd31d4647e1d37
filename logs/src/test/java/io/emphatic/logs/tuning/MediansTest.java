package io.emphatic.logs.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MediansTest {
    /** Few different numbers give many ties; sorted ones are the worst case of a careless selection. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 19, 100, 101})
    void aMedianIsThatOfTheSortedNumbers(int count) {
        Random random = new Random(count);
        Medians medians = new Medians(count + 3);
        for (int kind = 0; kind < 3; kind++) {
            for (int round = 0; round < 300; round++) {
                int different = 1 + random.nextInt(2 * count);
                double[] numbers = random.doubles(count)
                        .map(x -> Math.floor(x * different) - different / 3)
                        .toArray();
                if (kind == 1) {
                    Arrays.sort(numbers);
                } else if (kind == 2) {
                    numbers = random.doubles(count, -1e10, 1e10).toArray();
                }
                double[] sorted = numbers.clone();
                double[] given = Arrays.copyOf(numbers, count + 3);
                Arrays.sort(sorted);
                double expected = 0.5 * sorted[(count - 1) / 2] + 0.5 * sorted[count / 2];
                assertThat(medians.of(given, count)).isEqualTo(expected);
                assertThat(given).startsWith(numbers);
            }
        }
    }

    @Test
    void thereIsAMedianOfNothing() {
        assertThat(new Medians(3).of(new double[3], 0)).isZero();
    }
}
