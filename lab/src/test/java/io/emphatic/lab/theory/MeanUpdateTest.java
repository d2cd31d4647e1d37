package io.emphatic.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

/**
 * The judgement of θ̇ = b − Aθ on matrices small enough to see through. Φ is the identity and w is one, so that A may
 * be anything.
 */
class MeanUpdateTest {
    private static MeanUpdate of(double[][] a, double... b) {
        double[] w = new double[b.length];
        Arrays.fill(w, 1);
        return new MeanUpdate(CommonOps_DDRM.identity(b.length), w, new DMatrixRMaj(a), new DMatrixRMaj(b));
    }

    @Test
    void aStableMatrixNeedNotBeDefinite() {
        MeanUpdate mean = of(new double[][] {{1, 10}, {0, 1}}, 1, 1);
        assertThat(mean.definite).isFalse();
        assertThat(mean.minSymmetricEigenvalue()).isCloseTo(-4, within(1e-12));
        assertThat(mean.converges()).isTrue();
        assertThat(mean.fixedPoint()).containsExactly(new double[] {-9, 1}, within(1e-12));
        assertThat(Convergence.of(mean)).isEqualTo(Convergence.STABLE);
        assertThat(mean.stability().largestStepSize()).isCloseTo(2, within(1e-9));
    }

    @Test
    void aRotationSwingsForEver() {
        MeanUpdate mean = of(new double[][] {{0, 1}, {-1, 0}}, 1, 0);
        assertThat(mean.converges()).isFalse();
        assertThat(mean.stability().minReal()).isZero();
        assertThat(Convergence.of(mean)).isEqualTo(Convergence.OSCILLATING);
    }

    @Test
    void complexEigenvaluesLimitTheStepSizeByTheirSize() {
        // z = 1 ± 2i: 2·1/5
        MeanUpdate mean = of(new double[][] {{1, 2}, {-2, 1}}, 0, 0);
        assertThat(mean.stability().largestStepSize()).isCloseTo(0.4, within(1e-12));
        assertThat(Convergence.of(mean)).isEqualTo(Convergence.DEFINITE);
    }

    @Test
    void aSingularMatrixConvergesInItsRangeIfBIsThere() {
        MeanUpdate mean = of(new double[][] {{2, 2}, {2, 2}}, 3, 3);
        assertThat(mean.rank()).isEqualTo(1);
        assertThat(mean.converges()).isTrue();
        assertThat(mean.fixedPoint()).containsExactly(new double[] {0.75, 0.75}, within(1e-12));
        assertThat(mean.stability().minReal()).isCloseTo(4, within(1e-12));
    }

    @Test
    void aSingularMatrixDriftsIfBIsNotInItsRange() {
        MeanUpdate mean = of(new double[][] {{2, 2}, {2, 2}}, 3, 1);
        assertThat(mean.solvable).isFalse();
        assertThat(mean.converges()).isFalse();
        assertThat(mean.fixedPoint()).containsOnly(Double.NaN);
        assertThat(Convergence.of(mean)).isEqualTo(Convergence.UNSOLVABLE);
    }

    @Test
    void aDefectiveZeroDriftsAlthoughThereAreSolutions() {
        // θ₁' = 1 − θ₂ with θ₂ standing still: solvable (θ₂ = 1), and θ₁ runs away from everywhere else
        MeanUpdate mean = of(new double[][] {{0, 1}, {0, 0}}, 1, 0);
        assertThat(mean.solvable).isTrue();
        assertThat(mean.semisimple).isFalse();
        assertThat(Convergence.of(mean)).isEqualTo(Convergence.DRIFTING);
        assertThat(mean.converges()).isFalse();
    }

    @Test
    void theFixedPointIsWhereTheOdeEndsFromZeroAndNotThePseudoInverse() {
        // only the first weight moves: θ₁ = (b₁ − 3θ₂)/2 with θ₂ = 0; A⁺b = (4, 6)/13 would move the second
        MeanUpdate mean = of(new double[][] {{2, 3}, {0, 0}}, 2, 0);
        assertThat(mean.converges()).isTrue();
        assertThat(mean.fixedPoint()).containsExactly(new double[] {1, 0}, within(1e-12));
        assertThat(mean.untouched().toArray()).containsExactly(1);
    }

    @Test
    void aNegativeEigenvalueIsTheReasonGivenForDivergence() {
        MeanUpdate mean = of(new double[][] {{-1, 0}, {0, 1}}, 1, 1);
        assertThat(mean.converges()).isFalse();
        assertThat(Convergence.of(mean)).isEqualTo(Convergence.UNSTABLE);
    }
}
