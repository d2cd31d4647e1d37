package io.emphatic.lab.theory;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/** The spectral radius of a nonnegative matrix, within bounds: the power method, then Noda (1971). */
final class PerronRoot {
    private static final double PRECISION = 1e-13;
    private static final int POWER_STEPS = 5000;

    /** The most multiplications of the power method: about one solve with a thousand states. */
    private static final long POWER_COST = 300_000_000;

    private static final int NODA_STEPS = 60;

    private PerronRoot() {}

    static double of(DMatrixRMaj matrix) {
        double radius = 0;
        for (int[] block : Graph.of(matrix).components()) {
            radius = Math.max(radius, ofBlock(matrix, block));
        }
        return radius;
    }

    /** The root of one irreducible block, given by its rows. Not modified. */
    static double ofBlock(DMatrixRMaj matrix, int[] block) {
        return block.length == 1 ? matrix.get(block[0], block[0]) : iterated(Linear.block(matrix, block));
    }

    private static double iterated(DMatrixRMaj matrix) {
        int n = matrix.numRows;
        int[][] columns = Graph.of(matrix).successors();
        long size = Arrays.stream(columns).mapToLong(row -> row.length).sum();
        int powerSteps = (int) Math.min(POWER_STEPS, POWER_COST / size);
        double[] x = Linear.filled(n, 1);
        double[] y = new double[n];
        double upper = Double.POSITIVE_INFINITY;
        double lower = 0;
        for (int step = 0; step < powerSteps + NODA_STEPS; step++) {
            double max = 0;
            double min = Double.POSITIVE_INFINITY;
            for (int i = 0; i < n; i++) {
                y[i] = 0;
                for (int j : columns[i]) {
                    y[i] += matrix.unsafe_get(i, j) * x[j];
                }
                max = Math.max(max, y[i] / x[i]);
                min = Math.min(min, y[i] / x[i]);
            }
            boolean stuck = step > powerSteps && max >= upper && min <= lower;
            upper = Math.min(upper, max);
            lower = Math.max(lower, min);
            if (stuck || upper - lower <= PRECISION * upper) {
                break;
            }
            if (step < powerSteps) {
                // Q + σI is primitive for any σ > 0, so that a cycle does not keep the iteration going round
                double shift = 0.25 * upper;
                for (int i = 0; i < n; i++) {
                    x[i] = y[i] + shift * x[i];
                }
            } else {
                DMatrixRMaj system = Linear.scaled(-1, matrix);
                for (int i = 0; i < n; i++) {
                    system.add(i, i, max);
                }
                x = LuFactors.of(system).solve(x);
            }
            normalise(x);
        }
        return 0.5 * (lower + upper);
    }

    /** To a largest entry of one; a nearly singular solve may turn every sign at once, which is undone. */
    private static void normalise(double[] x) {
        double largest = Arrays.stream(x).map(Math::abs).max().orElse(0);
        for (int i = 0; i < x.length; i++) {
            x[i] = Math.max(Math.abs(x[i]) / largest, Double.MIN_NORMAL);
        }
    }
}
