package io.emphatic.evaluation;

import java.util.Arrays;

/**
 * Sums of least squares for some traces, (A, b) = Σ eₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁)ᵀ. The components of all traces lie one
 * after the other, so that each addition to a column of A is one long loop, over three rows at once.
 */
final class LaneSums {
    private static final int ROWS_AT_ONCE = 3;

    private final int features;
    private final boolean byFold;
    private final double[][] kept; // eₜ of rows that are to be added
    private final double[] factors = new double[9];
    private final int[] rows = new int[ROWS_AT_ONCE]; // which these are, as places of their differences
    private int count;
    private int fold;
    private final double[][][] sums; // by fold and column of A, of all traces; the last column is b

    LaneSums(int features, int traces, boolean byFold) {
        this.features = features;
        this.byFold = byFold;
        this.kept = new double[ROWS_AT_ONCE][traces * features];
        this.sums = new double[byFold ? EpisodeReader.FOLDS : 1][features + 1][traces * features];
    }

    /** Where e_t of all traces is to be put for a step of the block; it is added later, by {@link #flush} at last. */
    double[] add(EpisodeBlock block, int step) {
        int foldNow = byFold ? block.fold[step] : 0;
        if (count == ROWS_AT_ONCE || foldNow != fold) {
            flush(block);
        }
        fold = foldNow;
        rows[count] = step * (features + 1);
        return kept[count++];
    }

    /** Adds what is left of the block. */
    void flush(EpisodeBlock block) {
        if (count == 0) {
            return;
        }
        for (int r = count; r < ROWS_AT_ONCE; r++) {
            Arrays.fill(kept[r], 0);
            rows[r] = rows[0];
        }
        count = 0;
        double[] difference = block.difference;
        double[][] sum = sums[fold];
        int q = 0;
        for (; q + 2 < sum.length; q += 3) {
            if (isAny(difference, rows[0] + q) || isAny(difference, rows[1] + q) || isAny(difference, rows[2] + q)) {
                take(difference, q, 0);
                take(difference, q + 1, 3);
                take(difference, q + 2, 6);
                LongLoops.addRows(kept[0], kept[1], kept[2], factors, sum[q], sum[q + 1], sum[q + 2]);
            }
        }
        for (; q < sum.length; q++) {
            take(difference, q, 0);
            LongLoops.addRows(kept[0], kept[1], kept[2], factors, sum[q], null, null);
        }
    }

    /** The difference of a column in the rows that are kept. */
    private void take(double[] difference, int column, int to) {
        for (int r = 0; r < ROWS_AT_ONCE; r++) {
            factors[to + r] = difference[rows[r] + column];
        }
    }

    /** Whether one of three columns has a difference; sparse features have few. */
    private boolean isAny(double[] difference, int at) {
        return difference[at] != 0 || difference[at + 1] != 0 || difference[at + 2] != 0;
    }

    /** Adds the sums of a trace to a system, of all folds but one. */
    void addTo(int trace, int without, double[] a, double[] b) {
        for (int k = 0; k < sums.length; k++) {
            for (int p = 0; p < features && k != without; p++) {
                int lane = trace * features + p;
                for (int q = 0; q < features; q++) {
                    a[p * features + q] += sums[k][q][lane];
                }
                b[p] += sums[k][features][lane];
            }
        }
    }
}
