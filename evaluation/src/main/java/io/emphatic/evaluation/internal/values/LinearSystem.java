package io.emphatic.evaluation.internal.values;

import io.emphatic.evaluation.internal.EvaluationConstants;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.dense.row.linsol.svd.SolvePseudoInverseSvd_DDRM;
import org.ejml.interfaces.decomposition.LUDecomposition_F64;

/**
 * Aθ = b of least squares. A well-conditioned system is solved as it is; any other by A⁺, with singular values below
 * 10⁻¹² of the largest taken as zero, as {@code lstd} does in the core.
 *
 * @param a by rows. Not modified.
 * @param b not modified
 */
public record LinearSystem(double[] a, double[] b) {
    private static final double RELATIVE_CUTOFF = 1e-12;

    /** Pivots of the balanced matrix that differ less than this are those of a well-conditioned system. */
    private static final double SMALLEST_PIVOT = 1e-10;

    /** θ with Aθ = b; null if it is beyond the range of numbers, or cannot be found. */
    public double[] solve() {
        return solve(false, b);
    }

    /** The solution of every fold; null if one has none. */
    public static double[][] solveFolds(IntFunction<LinearSystem> systems) {
        double[][] solved = IntStream.range(0, EvaluationConstants.FOLDS)
                .mapToObj(fold -> systems.apply(fold).solve())
                .toArray(double[][]::new);
        return Arrays.asList(solved).contains(null) ? null : solved;
    }

    /** z with Aᵀz = c; null if there is no unique solution. */
    public double[] solveTransposed(double[] c) {
        return solve(true, c);
    }

    private double[] solve(boolean transposed, double[] right) {
        int size = b.length;
        if (!Arrays.stream(a).allMatch(Double::isFinite)
                || !Arrays.stream(right).allMatch(Double::isFinite)) {
            return null;
        }
        DMatrixRMaj matrix = new DMatrixRMaj(size, size, true, a.clone());
        if (transposed) {
            CommonOps_DDRM.transpose(matrix);
        }
        double largest = CommonOps_DDRM.elementMaxAbs(matrix);
        if (largest == 0) {
            return new double[size];
        }
        CommonOps_DDRM.divide(matrix, largest);
        DMatrixRMaj scaled = new DMatrixRMaj(right.clone());
        CommonOps_DDRM.divide(scaled, largest);
        double[] theta = balanced(matrix, scaled);
        theta = theta != null ? theta : pseudoSolve(matrix, scaled);
        return theta != null && Arrays.stream(theta).allMatch(Double::isFinite) ? theta : null;
    }

    /** By elimination, after rows and columns are scaled to a largest element of 1; null if that is not safe. */
    private static double[] balanced(DMatrixRMaj matrix, DMatrixRMaj right) {
        int size = matrix.numRows;
        DMatrixRMaj even = matrix.copy();
        DMatrixRMaj evenRight = right.copy();
        DMatrixRMaj sizes = new DMatrixRMaj(size, size);
        CommonOps_DDRM.abs(even, sizes);
        DMatrixRMaj rows = CommonOps_DDRM.maxRows(sizes, null);
        CommonOps_DDRM.divideRows(rows.data, even);
        CommonOps_DDRM.divideRows(rows.data, evenRight);
        CommonOps_DDRM.abs(even, sizes);
        DMatrixRMaj columns = CommonOps_DDRM.maxCols(sizes, null);
        CommonOps_DDRM.divideCols(even, columns.data);
        LUDecomposition_F64<DMatrixRMaj> lu = DecompositionFactory_DDRM.lu(size, size);
        boolean isEmpty = CommonOps_DDRM.elementMin(rows) == 0 || CommonOps_DDRM.elementMin(columns) == 0;
        if (isEmpty || !lu.decompose(even.copy())) {
            return null;
        }
        DMatrixRMaj pivots = CommonOps_DDRM.extractDiag(lu.getUpper(null), null);
        if (!(CommonOps_DDRM.elementMinAbs(pivots) > SMALLEST_PIVOT * CommonOps_DDRM.elementMaxAbs(pivots))) {
            return null;
        }
        DMatrixRMaj theta = new DMatrixRMaj(size, 1);
        CommonOps_DDRM.solve(even, evenRight, theta);
        CommonOps_DDRM.divideRows(columns.data, theta);
        return theta.data;
    }

    /** A⁺b by singular values; null if these cannot be found. */
    private static double[] pseudoSolve(DMatrixRMaj matrix, DMatrixRMaj right) {
        SolvePseudoInverseSvd_DDRM solver = new SolvePseudoInverseSvd_DDRM(matrix.numRows, matrix.numRows);
        solver.setThreshold(RELATIVE_CUTOFF / matrix.numRows); // it multiplies by the size
        DMatrixRMaj theta = new DMatrixRMaj(matrix.numRows, 1);
        if (!solver.setA(matrix)) {
            return null;
        }
        solver.solve(right, theta);
        return theta.data;
    }
}
