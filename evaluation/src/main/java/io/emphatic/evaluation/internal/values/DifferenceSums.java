package io.emphatic.evaluation.internal.values;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.LongLoops;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import java.util.Arrays;

/**
 * Sums of cₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁) over steps, for many coefficients cₜ. Three rows are added to three columns at a
 * time, each in one long loop over the coefficients.
 */
final class DifferenceSums {
    private static final int ROWS_AT_ONCE = 3;

    private final int width; // columns: one for each feature, then the reward
    private final boolean byFold;
    private final double[][] pending; // cₜ of rows that are to be added
    private final int[] rows = new int[ROWS_AT_ONCE]; // where the differences of these rows begin
    private int count;
    private int fold;
    private final double[] factors = new double[9];
    private final double[][][] sums; // by fold, column and coefficient

    DifferenceSums(int features, int coefficients, boolean byFold) {
        this.width = features + 1;
        this.byFold = byFold;
        this.pending = new double[ROWS_AT_ONCE][coefficients];
        this.sums = new double[byFold ? EvaluationConstants.FOLDS : 1][width][coefficients];
    }

    /**
     * A step of the block.
     *
     * @return takes the coefficients of the step; they are added later, by {@link #flush} at the latest
     */
    double[] add(EpisodeBlock block, int row) {
        int foldOfRow = byFold ? block.fold[row] : 0;
        if (count == ROWS_AT_ONCE || foldOfRow != fold) {
            flush(block);
        }
        fold = foldOfRow;
        rows[count] = row * width;
        return pending[count++];
    }

    /** Adds the steps of the block that are pending. */
    void flush(EpisodeBlock block) {
        if (count == 0) {
            return;
        }
        for (int r = count; r < ROWS_AT_ONCE; r++) {
            Arrays.fill(pending[r], 0);
            rows[r] = rows[0];
        }
        count = 0;
        double[] difference = block.difference;
        double[][] sum = sums[fold];
        int q = 0;
        for (; q + 2 < width; q += 3) {
            if (isAny(difference, rows[0] + q) || isAny(difference, rows[1] + q) || isAny(difference, rows[2] + q)) {
                gather(difference, q, 0);
                gather(difference, q + 1, 3);
                gather(difference, q + 2, 6);
                LongLoops.addRows(pending[0], pending[1], pending[2], factors, sum[q], sum[q + 1], sum[q + 2]);
            }
        }
        for (; q < width; q++) {
            gather(difference, q, 0);
            LongLoops.addRows(pending[0], pending[1], pending[2], factors, sum[q], null, null);
        }
    }

    /** The differences of a column in the pending rows. */
    private void gather(double[] difference, int column, int to) {
        for (int r = 0; r < ROWS_AT_ONCE; r++) {
            factors[to + r] = difference[rows[r] + column];
        }
    }

    /** Whether one of three columns has a difference; sparse features have few. */
    private static boolean isAny(double[] difference, int at) {
        return difference[at] != 0 || difference[at + 1] != 0 || difference[at + 2] != 0;
    }

    /** By column and coefficient. Live. */
    double[][] sums(int ofFold) {
        return sums[ofFold];
    }

    int folds() {
        return sums.length;
    }

    /** Sets the sums to 0. */
    void clear() {
        for (double[][] ofFold : sums) {
            for (double[] column : ofFold) {
                Arrays.fill(column, 0);
            }
        }
    }
}
