package io.emphatic.evaluation;

import java.util.Arrays;

/**
 * Sums of least squares of several targets whose traces have the same direction; EVALUATION.md §2. Between two starts
 * Fₜ = γₜρₜ₋₁Fₜ₋₁, and the trace of {@code elstd} is a mean of the features, whatever the target:
 *
 * <pre>
 *   eₜ = ρₜFₜmₜ     mₜ = λₜmₜ₋₁ + (1 − λₜ)φₜ, m₀ = φ₀
 *   (A, b) = Σ cₜ mₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁)ᵀ over the steps, cₜ = ρₜFₜ of each target
 * </pre>
 *
 * The products are made once for all targets, some columns and some rows at a time so that they stay in the cache.
 */
final class SharedTraceSums {
    private static final int ROWS_AT_ONCE = 24;

    private final int features;
    private final double lambda; // NaN: that of the rows
    private final boolean firstRows;
    private final WeightedSums[] sums;
    private final int chunk; // columns at once
    private final double[][] means = new double[ROWS_AT_ONCE + 1][]; // mₜ of the row before, then of some rows
    private final int[] rows = new int[ROWS_AT_ONCE]; // steps to add, by fold
    private final int[] chosen = new int[ROWS_AT_ONCE]; // those that add to some columns
    private final double[][][] products = new double[2][ROWS_AT_ONCE][]; // of a whole chunk, of the last one

    /**
     * @param lambda of all rows; NaN: that of each row
     * @param firstRows whether only the first rows of lives count, or only the others
     * @param sums what the rows are added to
     */
    SharedTraceSums(int features, double lambda, boolean firstRows, WeightedSums... sums) {
        this.features = features;
        this.lambda = lambda;
        this.firstRows = firstRows;
        this.sums = sums;
        this.chunk = WeightedSums.columnsAtOnce(features);
        Arrays.setAll(means, row -> new double[features]);
        int rest = (features + 1) % chunk;
        Arrays.setAll(products[0], row -> new double[chunk * features]);
        Arrays.setAll(products[1], row -> new double[rest * features]);
    }

    /** @param coefficients c_t of the block's rows, by sum and target */
    void add(EpisodeBlock block, double[][]... coefficients) {
        for (int from = 0; from < block.rows; from += ROWS_AT_ONCE) {
            int to = Math.min(block.rows, from + ROWS_AT_ONCE);
            int count = choose(block, from, to);
            if (!firstRows) {
                advance(block, from, to);
            } else if (count > 0) {
                copyFirst(block, from, count);
            }
            for (int column = 0; column <= features && count > 0; column += chunk) {
                addColumns(block, from, count, column, coefficients);
            }
        }
    }

    /** The steps among some rows, fold after fold. */
    private int choose(EpisodeBlock block, int from, int to) {
        int wanted = EpisodeBlock.STEP | (firstRows ? EpisodeBlock.FIRST : 0);
        int count = 0;
        for (int fold = 0; fold < EpisodeReader.FOLDS; fold++) {
            for (int i = from; i < to; i++) {
                boolean counts = (block.flags[i] & (EpisodeBlock.STEP | EpisodeBlock.FIRST)) == wanted;
                if (counts && block.fold[i] == fold) {
                    rows[count++] = i;
                }
            }
        }
        return count;
    }

    private void advance(EpisodeBlock block, int from, int to) {
        for (int i = from; i < to; i++) {
            double[] now = means[i - from + 1];
            double kept = Double.isNaN(lambda) ? block.lambda[i] : lambda;
            if (kept == 0 || block.has(EpisodeBlock.FIRST, i)) {
                System.arraycopy(block.phi, i * features, now, 0, features);
                continue;
            }
            double[] before = means[i - from];
            double taken = 1 - kept;
            int at = i * features;
            for (int p = 0; p < features; p++) {
                now[p] = kept * before[p] + taken * block.phi[at + p];
            }
        }
        System.arraycopy(means[to - from], 0, means[0], 0, features);
    }

    private void copyFirst(EpisodeBlock block, int from, int count) {
        for (int k = 0; k < count; k++) {
            System.arraycopy(block.phi, rows[k] * features, means[rows[k] - from + 1], 0, features);
        }
    }

    private void addColumns(EpisodeBlock block, int from, int count, int column, double[][][] coefficients) {
        int columns = Math.min(chunk, features + 1 - column);
        double[][] made = products[columns == chunk ? 0 : 1];
        int taken = 0;
        for (int k = 0; k < count; k++) {
            int i = rows[k];
            if (multiply(block.difference, i * (features + 1) + column, columns, means[i - from + 1], made[taken])) {
                chosen[taken++] = i;
            }
        }
        int place = column / chunk;
        for (int s = 0; s < sums.length; s++) {
            sums[s].add(block, place, chosen, taken, made, coefficients[s]);
        }
    }

    /** m(φ − γ'φ', R)ᵀ, some columns of it; false if they are 0, and left out. */
    private static boolean multiply(double[] difference, int at, int columns, double[] mean, double[] product) {
        boolean any = false;
        for (int q = 0; q < columns; q++) {
            any |= difference[at + q] != 0;
        }
        int to = 0;
        int features = mean.length;
        for (int q = 0; q < columns && any; q++) {
            double factor = difference[at + q];
            int p = 0;
            for (; p + 3 < features; p += 4) {
                product[to + p] = factor * mean[p];
                product[to + p + 1] = factor * mean[p + 1];
                product[to + p + 2] = factor * mean[p + 2];
                product[to + p + 3] = factor * mean[p + 3];
            }
            for (; p < features; p++) {
                product[to + p] = factor * mean[p];
            }
            to += features;
        }
        return any;
    }
}
