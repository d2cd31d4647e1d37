package io.emphatic.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EstimateTest {

    @Test
    void theStandardErrorIsThatOfTheMean() {
        // deviations −3, −1, 1, 3: s² = 20/3, s/√4 = √(5/3)
        Estimate estimate = Estimate.of(1, 3, 5, 7);
        assertThat(estimate.mean()).isEqualTo(4);
        assertThat(estimate.stderr()).isCloseTo(Math.sqrt(5.0 / 3), within(1e-15));
    }

    @Test
    void oneSampleSaysNothingOfItsError() {
        assertThat(Estimate.of(2.5)).isEqualTo(new Estimate(2.5, Double.NaN));
    }

    @Test
    void aSampleThatIsNotANumberSpoilsTheMean() {
        assertThat(Estimate.of(1, Double.NaN, 3)).isEqualTo(new Estimate(Double.NaN, Double.NaN));
    }

    @Test
    void everyPartOfAnExperimentHasItsOwnGenerator() {
        Set<Long> first = new HashSet<>();
        for (long seed = -3; seed <= 3; seed++) {
            for (long part = 0; part < 20; part++) {
                for (long run = 0; run < 50; run++) {
                    first.add(Seeds.generator(seed, part, run).nextLong());
                }
            }
        }
        assertThat(first).hasSize(7 * 20 * 50);
        assertThat(Seeds.generator(5, 1, 2).nextLong())
                .isEqualTo(Seeds.generator(5, 1, 2).nextLong())
                .isNotEqualTo(Seeds.generator(5, 2, 1).nextLong());
    }
}
