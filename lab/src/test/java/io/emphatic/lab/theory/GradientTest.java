package io.emphatic.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

class GradientTest {
    /** θ̇ = b − Aθ − (C − Aᵀ)w and ẇ = η(b − Aθ − Cw), as one matrix. */
    @Test
    void theJointMatrixIsThatOfBothEquations() {
        DMatrixRMaj a = new DMatrixRMaj(new double[][] {{1, 2}, {3, 4}});
        DMatrixRMaj c = new DMatrixRMaj(new double[][] {{10, 20}, {20, 30}});
        assertThat(Gradient.joint(a, c, 8).get2DData()).isDeepEqualTo(new double[][] {
            {1, 2, 9, 17},
            {3, 4, 18, 26},
            {8, 16, 80, 160},
            {24, 32, 160, 240}
        });
    }

    /** A = −1 and C = 1: the joint matrix has trace η − 1 and determinant η, so it is stable for η &gt; 1. */
    @Test
    void etaIsTheSmallestPowerOfTwoThatIsStable() {
        MeanUpdate td = new MeanUpdate(
                CommonOps_DDRM.identity(1),
                new double[] {1},
                new DMatrixRMaj(new double[][] {{-1}}),
                new DMatrixRMaj(new double[] {1}));
        Gradient gradient = Gradient.of(td, CommonOps_DDRM.identity(1));
        assertThat(gradient.eta()).isEqualTo(2);
        assertThat(gradient.stability().stable()).isTrue();
    }
}
