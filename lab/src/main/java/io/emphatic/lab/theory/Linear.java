package io.emphatic.lab.theory;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/** Solutions of square systems, and products. */
final class Linear {
    private Linear() {}

    /** X with AX = B. */
    static DMatrixRMaj solve(DMatrixRMaj a, DMatrixRMaj b) {
        return LuFactors.of(a).solve(b);
    }

    /** x with Ax = b. */
    static double[] solve(DMatrixRMaj a, double[] b) {
        return LuFactors.of(a).solve(b);
    }

    /** I − P diag(c). P is not modified. */
    static DMatrixRMaj identityMinus(DMatrixRMaj p, double[] c) {
        DMatrixRMaj result = new DMatrixRMaj(p.numRows, p.numCols);
        for (int i = 0; i < p.numRows; i++) {
            for (int j = 0; j < p.numCols; j++) {
                result.unsafe_set(i, j, (i == j ? 1 : 0) - p.unsafe_get(i, j) * c[j]);
            }
        }
        return result;
    }

    static double[] filled(int size, double value) {
        double[] filled = new double[size];
        Arrays.fill(filled, value);
        return filled;
    }

    static DMatrixRMaj transpose(DMatrixRMaj a) {
        return CommonOps_DDRM.transpose(a, null);
    }

    static DMatrixRMaj scaled(double factor, DMatrixRMaj a) {
        DMatrixRMaj scaled = a.copy();
        CommonOps_DDRM.scale(factor, scaled);
        return scaled;
    }

    static DMatrixRMaj multiply(DMatrixRMaj a, DMatrixRMaj b) {
        return CommonOps_DDRM.mult(a, b, null);
    }

    /** AᵀB. */
    static DMatrixRMaj multiplyTransposed(DMatrixRMaj a, DMatrixRMaj b) {
        return CommonOps_DDRM.multTransA(a, b, null);
    }

    /** Φθ. */
    static double[] predictions(double[][] features, double[] theta) {
        return multiply(new DMatrixRMaj(features), new DMatrixRMaj(theta)).data;
    }

    /** Rows and then columns scaled to a largest entry of one. Not modified. */
    static DMatrixRMaj equilibrated(DMatrixRMaj matrix) {
        DMatrixRMaj result = matrix.copy();
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < result.numRows; i++) {
                double largest = 0;
                for (int j = 0; j < result.numCols; j++) {
                    largest = Math.max(largest, Math.abs(result.get(i, j)));
                }
                for (int j = 0; j < result.numCols && largest > 0; j++) {
                    result.set(i, j, result.get(i, j) / largest);
                }
            }
            result = transpose(result);
        }
        return result;
    }
}
