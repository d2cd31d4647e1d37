package io.emphatic.lab.theory;

import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

final class Linear {
    private Linear() {}

    /** The rows and columns of some states. Not modified. */
    static DMatrixRMaj block(DMatrixRMaj matrix, int[] states) {
        int n = states.length;
        return CommonOps_DDRM.extract(matrix, states, n, states, n, new DMatrixRMaj(n, n));
    }

    /** I − P diag(c). P is not modified. */
    static DMatrixRMaj identityMinus(DMatrixRMaj p, double[] c) {
        DMatrixRMaj result = scaled(-1, scaledColumns(p, c));
        for (int i = 0; i < p.numRows; i++) {
            result.add(i, i, 1);
        }
        return result;
    }

    static double[] filled(int size, double value) {
        return numbers(size, s -> value);
    }

    static double[] numbers(int states, IntToDoubleFunction number) {
        return IntStream.range(0, states).mapToDouble(number).toArray();
    }

    static boolean[] where(int states, IntPredicate holds) {
        boolean[] where = new boolean[states];
        for (int s = 0; s < states; s++) {
            where[s] = holds.test(s);
        }
        return where;
    }

    static double[] times(double[] a, double[] b) {
        return numbers(a.length, s -> a[s] * b[s]);
    }

    static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }

    static double[] sum(double[] a, double[] b) {
        return numbers(a.length, s -> a[s] + b[s]);
    }

    static double[] multiply(DMatrixRMaj matrix, double[] vector) {
        return multiply(matrix, new DMatrixRMaj(vector)).data;
    }

    /** diag(factors) times a matrix. Not modified. */
    static DMatrixRMaj scaledRows(DMatrixRMaj matrix, double[] factors) {
        DMatrixRMaj scaled = matrix.copy();
        CommonOps_DDRM.multRows(factors, scaled);
        return scaled;
    }

    /** A matrix times diag(factors). Not modified. */
    static DMatrixRMaj scaledColumns(DMatrixRMaj matrix, double[] factors) {
        DMatrixRMaj scaled = matrix.copy();
        CommonOps_DDRM.multCols(scaled, factors);
        return scaled;
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

    static double[] multiplyTransposed(DMatrixRMaj matrix, double[] vector) {
        return multiplyTransposed(matrix, new DMatrixRMaj(vector)).data;
    }

    /** Φθ. */
    static double[] predictions(double[][] features, double[] theta) {
        return multiply(new DMatrixRMaj(features), theta);
    }

    /** Rows and then columns scaled to a largest entry of one. Not modified. */
    static DMatrixRMaj equilibrated(DMatrixRMaj matrix) {
        DMatrixRMaj result = matrix.copy();
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < result.numRows; i++) {
                double largest = CommonOps_DDRM.elementMaxAbs(CommonOps_DDRM.extractRow(result, i, null));
                for (int j = 0; j < result.numCols && largest > 0; j++) {
                    result.set(i, j, result.get(i, j) / largest);
                }
            }
            result = transpose(result);
        }
        return result;
    }

    /** The inner product of each row of a with that of b. */
    static double[] rowProducts(DMatrixRMaj a, DMatrixRMaj b) {
        return CommonOps_DDRM.sumRows(CommonOps_DDRM.elementMult(a, b, null), null).data;
    }
}
