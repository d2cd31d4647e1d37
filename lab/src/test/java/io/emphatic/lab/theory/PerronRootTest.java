package io.emphatic.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.UniformRandomProvider;
import org.ejml.data.Complex_F64;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PerronRootTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void itIsTheLargestEigenvalueOfASparseMatrix(long seed) {
        UniformRandomProvider rng = RandomMdps.rng(seed);
        int n = 2 + rng.nextInt(30);
        DMatrixRMaj matrix = new DMatrixRMaj(n, n);
        for (int k = 0; k < 2 * n; k++) {
            matrix.set(rng.nextInt(n), rng.nextInt(n), Math.exp(4 * rng.nextDouble(-1, 1)));
        }
        double largest = 0;
        for (Complex_F64 z : Spectrum.eigenvalues(matrix)) {
            largest = Math.max(largest, z.getMagnitude());
        }
        // a defective eigenvalue 0 comes out of the general solver as a small one
        assertThat(PerronRoot.of(matrix)).isCloseTo(largest, within(1e-9 + (PerronRoot.of(matrix) == 0 ? 1e-3 : 0)));
    }

    @Test
    void aLongCycleIsTheGeometricMeanOfItsSteps() {
        int n = 400;
        DMatrixRMaj matrix = new DMatrixRMaj(n, n);
        double logs = 0;
        for (int s = 0; s < n; s++) {
            double step = 0.5 + s % 7;
            matrix.set(s, (s + 1) % n, step);
            logs += Math.log(step);
        }
        assertThat(PerronRoot.of(matrix)).isCloseTo(Math.exp(logs / n), within(1e-10));
    }

    @Test
    void withoutAnyCycleItIsZero() {
        DMatrixRMaj matrix = new DMatrixRMaj(new double[][] {{0, 5, 5}, {0, 0, 5}, {0, 0, 0}});
        assertThat(PerronRoot.of(matrix)).isZero();
    }
}
