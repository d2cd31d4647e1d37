package io.emphatic.lab.theory;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * The spectral radius of a nonnegative matrix: the largest of those of its irreducible blocks.
 *
 * <p>For an irreducible Q and any x &gt; 0, min (Qx)ᵢ/xᵢ ≤ r ≤ max (Qx)ᵢ/xᵢ (Collatz 1942, Wielandt 1950). Steps of the power
 * method close the two bounds quickly when the matrix mixes. When they have not, Noda's (1971) inverse iteration, which solves with
 * (upper bound)·I − Q, closes them quadratically: a cycle of a thousand states takes a handful of solves, where the power method
 * would take a million steps.
 */
final class PerronRoot {
    private static final double PRECISION = 1e-13;
    private static final int POWER_STEPS = 300;
    private static final int NODA_STEPS = 60;

    private PerronRoot() {}

    /** Not modified. */
    static double of(DMatrixRMaj matrix) {
        double radius = 0;
        for (int[] block : Graph.of(matrix).components()) {
            radius = Math.max(radius, block.length == 1 ? matrix.get(block[0], block[0]) : ofBlock(matrix, block));
        }
        return radius;
    }

    private static double ofBlock(DMatrixRMaj matrix, int[] block) {
        int n = block.length;
        DMatrixRMaj q = new DMatrixRMaj(n, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                q.set(i, j, matrix.get(block[i], block[j]));
            }
        }
        double[] x = new double[n];
        Arrays.fill(x, 1);
        double[] y = new double[n];
        double upper = Double.POSITIVE_INFINITY;
        double lower = 0;
        for (int step = 0; step < POWER_STEPS + NODA_STEPS; step++) {
            multiply(q, x, y);
            double max = 0;
            double min = Double.POSITIVE_INFINITY;
            for (int i = 0; i < n; i++) {
                max = Math.max(max, y[i] / x[i]);
                min = Math.min(min, y[i] / x[i]);
            }
            boolean stuck = step > POWER_STEPS && max >= upper && min <= lower;
            upper = Math.min(upper, max);
            lower = Math.max(lower, min);
            if (stuck || upper - lower <= PRECISION * upper) {
                break;
            }
            if (step < POWER_STEPS) {
                // Q + σI is primitive for any σ > 0, so that a cycle does not keep the iteration going round
                double shift = 0.25 * upper;
                for (int i = 0; i < n; i++) {
                    x[i] = y[i] + shift * x[i];
                }
            } else {
                x = Linear.solve(identityTimesMinus(max, q), x);
            }
            normalise(x);
        }
        return 0.5 * (lower + upper);
    }

    private static DMatrixRMaj identityTimesMinus(double scale, DMatrixRMaj q) {
        DMatrixRMaj result = new DMatrixRMaj(q.numRows, q.numCols);
        for (int i = 0; i < q.getNumElements(); i++) {
            result.data[i] = -q.data[i];
        }
        for (int i = 0; i < q.numRows; i++) {
            result.add(i, i, scale);
        }
        return result;
    }

    private static void multiply(DMatrixRMaj q, double[] x, double[] y) {
        for (int i = 0; i < x.length; i++) {
            double sum = 0;
            for (int j = 0, k = i * x.length; j < x.length; j++, k++) {
                sum += q.data[k] * x[j];
            }
            y[i] = sum;
        }
    }

    /** To a largest entry of one; rounding in a nearly singular solve may turn every sign at once, and that is undone too. */
    private static void normalise(double[] x) {
        double largest = 0;
        for (double value : x) {
            largest = Math.max(largest, Math.abs(value));
        }
        for (int i = 0; i < x.length; i++) {
            x[i] = Math.max(Math.abs(x[i]) / largest, Double.MIN_NORMAL);
        }
    }
}
