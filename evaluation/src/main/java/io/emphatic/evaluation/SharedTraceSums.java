package io.emphatic.evaluation;

import java.util.Arrays;
import java.util.List;

/**
 * Sums of least squares of several targets whose traces have the same direction mₜ ({@link SharedTrace}):
 *
 * <pre>
 *   (A, b) = Σ cₜ mₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁)ᵀ     over the steps, with cₜ of each target
 * </pre>
 *
 * The products are made once for all targets, some rows and some columns at a time so that they stay in the cache, and
 * only where a target notices them ({@link NoticedRows}).
 */
final class SharedTraceSums {
    private static final int ROWS_AT_ONCE = NoticedRows.ROWS_AT_ONCE;
    private static final int MOST_CHOSEN = ROWS_AT_ONCE + 2 * EpisodeReader.FOLDS + 2;

    private final int features;
    private final int wanted; // flags
    private final List<SharedTrace> traces;
    private final int chunk; // columns at once
    private final int[] rows = new int[ROWS_AT_ONCE]; // steps to add, by fold
    private final int[] chosen = new int[MOST_CHOSEN]; // those that add to some columns, three of a fold after three
    private final double[] repeated; // mₜ once for each column
    private final double[][] spread; // of each chosen row and column the difference, once for each feature
    private final double[][] products; // of each chosen row

    /** @param firstRows whether only the first rows of lives count, or only the others */
    SharedTraceSums(int features, boolean firstRows, List<SharedTrace> traces) {
        this.features = features;
        this.wanted = EpisodeBlock.STEP | (firstRows ? EpisodeBlock.FIRST : 0);
        this.traces = traces;
        this.chunk = WeightedSums.columnsAtOnce(features);
        this.repeated = new double[chunk * features];
        this.spread = new double[MOST_CHOSEN][chunk * features];
        this.products = new double[MOST_CHOSEN][chunk * features];
    }

    /** @param noticed null: all rows are */
    void add(EpisodeBlock block, NoticedRows noticed) {
        for (int from = 0; from < block.rows; from += ROWS_AT_ONCE) {
            int to = Math.min(block.rows, from + ROWS_AT_ONCE);
            int count = choose(block, from, to);
            if (count == 0 && wanted != EpisodeBlock.STEP) {
                continue; // Nothing is continued from first rows.
            }
            boolean any = false;
            for (SharedTrace trace : traces) {
                trace.advance(block, from, to);
                any |= isAdded(trace, from, noticed);
            }
            for (int column = 0; column <= features && any && count > 0; column += chunk) {
                addColumns(block, from, count, column, noticed);
            }
        }
    }

    private static boolean isAdded(SharedTrace trace, int from, NoticedRows noticed) {
        return trace.plain != null || noticed == null || noticed.any(from);
    }

    /** The steps among some rows, fold after fold. */
    private int choose(EpisodeBlock block, int from, int to) {
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

    private void repeat(double[] mean) {
        System.arraycopy(mean, 0, repeated, 0, features);
        for (int done = features; done < repeated.length; done *= 2) {
            System.arraycopy(repeated, 0, repeated, done, Math.min(done, repeated.length - done));
        }
    }

    private void addColumns(EpisodeBlock block, int from, int count, int column, NoticedRows noticed) {
        int columns = Math.min(chunk, features + 1 - column);
        int taken = 0;
        for (int k = 0; k < count; k++) {
            if (taken % 3 != 0 && block.fold[chosen[taken - 1]] != block.fold[rows[k]]) {
                taken = fillUp(taken);
            }
            int at = rows[k] * (features + 1) + column;
            if (spread(block.difference, at, columns, spread[taken])) {
                chosen[taken++] = rows[k];
            }
        }
        taken = fillUp(taken);
        for (SharedTrace trace : traces) {
            if (isAdded(trace, from, noticed)) {
                addProducts(block, from, taken, column / chunk, trace, noticed);
            }
        }
    }

    private void addProducts(
            EpisodeBlock block, int from, int taken, int place, SharedTrace trace, NoticedRows noticed) {
        for (int k = 0; k < taken; k++) {
            if (chosen[k] >= 0) {
                repeat(trace.mean(chosen[k] - from));
            }
            LongLoops.multiply(spread[k], repeated, products[k]);
        }
        if (trace.emphatic != null && (noticed == null || noticed.any(from))) {
            trace.emphatic.add(block, place, chosen, taken, products, noticed == null ? null : noticed.of(from));
        }
        if (trace.plain != null) {
            trace.plain.add(block, place, chosen, taken, products, null);
        }
    }

    /** To a multiple of three, by no rows. */
    private int fillUp(int taken) {
        int filled = taken;
        while (filled % 3 != 0) {
            Arrays.fill(spread[filled], 0);
            chosen[filled++] = -1;
        }
        return filled;
    }

    /** False if all are 0; such rows are left out. */
    private boolean spread(double[] difference, int at, int columns, double[] to) {
        boolean any = false;
        for (int q = 0; q < columns; q++) {
            any |= difference[at + q] != 0;
        }
        for (int q = 0; q < columns && any; q++) {
            Arrays.fill(to, q * features, (q + 1) * features, difference[at + q]);
        }
        return any;
    }
}
