package io.emphatic.lab.theory;

import io.emphatic.lab.theory.BlockUpdate.BlockSpan;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * PA = LU with partial pivoting, by blocks of columns. EJML's own LU is a loop of inner products, which no JIT
 * vectorises: 3,000 states take it twenty times as long ({@code docs/decisions/theory.md}).
 *
 * <p>Where A is singular, solutions are not finite.
 */
final class LuFactors {
    private final double[][] rows; // U on the diagonal and above, L below
    private final int[] origin; // row i of PA is row origin[i] of A

    private LuFactors(double[][] rows) {
        this.rows = rows;
        this.origin = IntStream.range(0, rows.length).toArray();
        int n = rows.length;
        for (int start = 0; start < n; start += BlockUpdate.SIZE) {
            BlockSpan block = new BlockSpan(start, Math.min(start + BlockUpdate.SIZE, n));
            BlockSpan right = new BlockSpan(block.to(), n);
            factorPanel(block);
            for (int k = start + 1; k < block.to(); k++) {
                BlockUpdate.apply(rows, -1, new BlockSpan(k, k + 1), new BlockSpan(start, k), right);
            }
            BlockUpdate.apply(rows, -1, right, block, right);
        }
    }

    /** A is not modified. */
    static LuFactors of(DMatrixRMaj a) {
        return new LuFactors(a.get2DData());
    }

    /** The columns of a block, in all rows from the block's first. */
    private void factorPanel(BlockSpan block) {
        for (int k = block.from(); k < block.to(); k++) {
            choosePivot(k);
            double pivot = rows[k][k];
            for (int i = k + 1; i < rows.length; i++) {
                double[] row = rows[i];
                if (row[k] != 0) {
                    row[k] /= pivot;
                    for (int j = k + 1; j < block.to(); j++) {
                        row[j] -= row[k] * rows[k][j];
                    }
                }
            }
        }
    }

    private void choosePivot(int k) {
        int best = k;
        for (int i = k + 1; i < rows.length; i++) {
            if (Math.abs(rows[i][k]) > Math.abs(rows[best][k])) {
                best = i;
            }
        }
        double[] row = rows[best];
        rows[best] = rows[k];
        rows[k] = row;
        int number = origin[best];
        origin[best] = origin[k];
        origin[k] = number;
    }

    /** X with AX = B. B is not modified. */
    DMatrixRMaj solve(DMatrixRMaj b) {
        int n = rows.length;
        double[][] x = new double[n][];
        double[][] given = b.get2DData();
        for (int i = 0; i < n; i++) {
            x[i] = given[origin[i]];
            for (int k = 0; k < i; k++) {
                add(x[i], -rows[i][k], x[k]);
            }
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int k = i + 1; k < n; k++) {
                add(x[i], -rows[i][k], x[k]);
            }
            for (int j = 0; j < b.numCols; j++) {
                x[i][j] /= rows[i][i];
            }
        }
        return new DMatrixRMaj(x);
    }

    /** x with Ax = b. */
    double[] solve(double[] b) {
        return solve(new DMatrixRMaj(b)).data;
    }

    /** x with Aᵀx = b: Uᵀ, then Lᵀ, and the order of A's rows. */
    double[] solveTransposed(double[] b) {
        int n = rows.length;
        double[] y = b.clone();
        for (int k = 0; k < n; k++) {
            y[k] /= rows[k][k];
            for (int j = k + 1; j < n; j++) {
                y[j] -= rows[k][j] * y[k];
            }
        }
        for (int k = n - 1; k > 0; k--) {
            for (int j = 0; j < k; j++) {
                y[j] -= rows[k][j] * y[k];
            }
        }
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            x[origin[i]] = y[i];
        }
        return x;
    }

    private static void add(double[] row, double factor, double[] other) {
        for (int j = 0; factor != 0 && j < row.length; j++) {
            row[j] += factor * other[j];
        }
    }
}
