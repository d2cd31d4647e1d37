package io.emphatic.bands;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LargestNumbersTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 100, 999, 1000, 1500})
    void theLargestOfManyAreKeptInOrder(int capacity) {
        SplittableRandom random = new SplittableRandom(capacity);
        double[] all = new double[1000];
        LargestNumbers largest = new LargestNumbers(capacity);
        for (int j = 0; j < all.length; j++) {
            all[j] = random.nextInt(300);
            largest.offer(all[j]);
        }
        Arrays.sort(all);
        assertThat(largest.sorted()).containsExactly(Arrays.copyOfRange(all, Math.max(0, 1000 - capacity), 1000));
    }
}
