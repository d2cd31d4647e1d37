package io.emphatic.experience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class FeaturesTest {
    private static final List<Features> ALIKE = List.of(
            Features.dense(0, 1, 0, 1, 1, 0),
            Features.sparse(6, new int[] {4, 1, 3}, new double[] {1, 1, 1}),
            Features.binary(6, 3, 1, 4));

    @Test
    void denseSparseAndBinaryFeaturesAreTheSameVector() {
        double[] x = {1, 10, 100, 1000, 10_000, 100_000};
        for (Features phi : ALIKE) {
            assertThat(phi.size()).isEqualTo(6);
            assertThat(phi.dot(x)).isEqualTo(11_010);
            assertThat(phi.norm()).isCloseTo(Math.sqrt(3), within(1e-15));
            for (int j = 0; j < 6; j++) {
                assertThat(phi.get(j)).isEqualTo(j == 1 || j == 3 || j == 4 ? 1 : 0);
            }
            double[] y = new double[8];
            phi.addTo(y, 2, 0.5);
            assertThat(y).containsExactly(0, 0, 0, 0.5, 0, 0.5, 0.5, 0);
            for (Features other : ALIKE) {
                assertThat(phi.dot(other)).isEqualTo(3);
            }
        }
    }

    @Test
    void storedComponentsComeInTheOrderOfTheirIndices() {
        Features phi = Features.sparse(9, new int[] {7, 2, 5}, new double[] {70, 20, 50});
        assertThat(phi.active()).isEqualTo(3);
        assertThat(List.of(phi.index(0), phi.index(1), phi.index(2))).containsExactly(2, 5, 7);
        assertThat(List.of(phi.value(0), phi.value(1), phi.value(2))).containsExactly(20.0, 50.0, 70.0);
        assertThat(Features.none(4).active()).isZero();
        assertThat(Features.none(4).dot(new double[] {1, 2, 3, 4})).isZero();
    }

    @Test
    void featuresDoNotChangeWithTheArraysTheyWereMadeFrom() {
        double[] values = {1, 2};
        int[] indices = {0, 1};
        Features dense = Features.dense(values);
        Features sparse = Features.sparse(2, indices, values);
        Features binary = Features.binary(2, indices);
        values[0] = 99;
        indices[0] = 1;
        double[] x = {1, 1};
        assertThat(dense.dot(x)).isEqualTo(3);
        assertThat(sparse.dot(x)).isEqualTo(3);
        assertThat(binary.dot(x)).isEqualTo(2);
    }

    @Test
    void badFeaturesAreRefused() {
        assertThatThrownBy(() -> Features.dense(1, Double.NaN)).hasMessage("feature 1 is not a finite number: NaN");
        assertThatThrownBy(() -> Features.sparse(9, new int[] {5}, new double[] {Double.NEGATIVE_INFINITY}))
                .hasMessage("feature 5 is not a finite number: -Infinity");
        assertThatThrownBy(() -> Features.binary(3, 3)).hasMessage("feature index is not in the interval [0, 3): 3");
        assertThatThrownBy(() -> Features.binary(3, -1)).hasMessage("feature index is not in the interval [0, 3): -1");
        assertThatThrownBy(() -> Features.binary(3, 1, 2, 1)).hasMessageContaining("feature index given twice: 1");
        assertThatThrownBy(() -> Features.sparse(3, new int[] {1, 1}, new double[] {1, 2}))
                .hasMessageContaining("feature index given twice: 1");
        assertThatThrownBy(() -> Features.sparse(3, new int[] {1}, new double[] {1, 2}))
                .hasMessageContaining("1 indices, 2 values");
        assertThatThrownBy(() -> Features.none(-1)).hasMessage("the number of features is negative: -1");
    }
}
