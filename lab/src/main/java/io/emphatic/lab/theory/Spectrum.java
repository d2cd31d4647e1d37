package io.emphatic.lab.theory;

import java.util.Arrays;
import org.ejml.data.Complex_F64;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

final class Spectrum {
    private Spectrum() {}

    /** All of them, none if the matrix is empty. Not modified. */
    static Complex_F64[] eigenvalues(DMatrixRMaj matrix) {
        return eigenvalues(matrix, false);
    }

    private static Complex_F64[] eigenvalues(DMatrixRMaj matrix, boolean symmetric) {
        Complex_F64[] values = new Complex_F64[matrix.numRows];
        if (values.length > 0) {
            EigenDecomposition_F64<DMatrixRMaj> eig = DecompositionFactory_DDRM.eig(values.length, false, symmetric);
            if (!eig.decompose(matrix.copy())) {
                throw new ArithmeticException("the eigenvalues of a matrix of size " + values.length
                        + " could not be computed: the iteration did not converge");
            }
            for (int k = 0; k < values.length; k++) {
                values[k] = eig.getEigenvalue(k);
            }
        }
        return values;
    }

    static double largestMagnitude(Complex_F64[] eigenvalues) {
        return Arrays.stream(eigenvalues)
                .mapToDouble(Complex_F64::getMagnitude)
                .max()
                .orElse(0);
    }

    /** The smallest eigenvalue of (X + Xᵀ)/2; NaN if the matrix is empty. Not modified. */
    static double minSymmetricEigenvalue(DMatrixRMaj matrix) {
        double min = Double.NaN;
        for (Complex_F64 value : eigenvalues(symmetricPart(matrix), true)) {
            min = min <= value.real ? min : value.real;
        }
        return min;
    }

    /** Whether xᵀGx &gt; 0 by more than rounding: (G + Gᵀ)/2 − tolerance·I, scaled, has a Cholesky decomposition. */
    static boolean isDefinite(DMatrixRMaj matrix) {
        int n = matrix.numRows;
        DMatrixRMaj symmetric = symmetricPart(matrix);
        double[] scale = Linear.numbers(n, i -> 1 / Math.sqrt(symmetric.get(i, i)));
        if (!Arrays.stream(scale).allMatch(Double::isFinite)) {
            return false;
        }
        CommonOps_DDRM.multRows(scale, symmetric);
        CommonOps_DDRM.multCols(symmetric, scale);
        for (int i = 0; i < n; i++) {
            symmetric.add(i, i, -Subspace.TOLERANCE);
        }
        return n == 0 || DecompositionFactory_DDRM.chol(n, true).decompose(symmetric);
    }

    private static DMatrixRMaj symmetricPart(DMatrixRMaj matrix) {
        return CommonOps_DDRM.add(0.5, matrix, 0.5, Linear.transpose(matrix), null);
    }
}
