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
    private final boolean few; // targets
    private final int chunk; // columns at once
    private final int[] rows = new int[ROWS_AT_ONCE]; // steps to add, by fold
    private final int[] chosen = new int[MOST_CHOSEN]; // those that add to some columns, three of a fold after three
    private final double[][] products; // of each chosen row

    /** @param firstRows whether only the first rows of lives count, or only the others */
    SharedTraceSums(int features, boolean firstRows, List<SharedTrace> traces) {
        this.features = features;
        this.wanted = EpisodeBlock.STEP | (firstRows ? EpisodeBlock.FIRST : 0);
        this.traces = traces;
        WeightedSums any = traces.get(0).emphatic == null ? traces.get(0).plain : traces.get(0).emphatic;
        this.few = any.isOfFew();
        this.chunk = WeightedSums.columnsAtOnce(features);
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
            if (any && count > 0) {
                add(block, from, count, noticed);
            }
        }
    }

    private void add(EpisodeBlock block, int from, int count, NoticedRows noticed) {
        if (few) {
            traces.forEach(trace -> addSteps(block, from, count, trace, noticed));
            return;
        }
        for (int column = 0; column <= features; column += chunk) {
            addColumns(block, from, count, column, noticed);
        }
    }

    private void addSteps(EpisodeBlock block, int from, int count, SharedTrace trace, NoticedRows noticed) {
        if (trace.emphatic != null && (noticed == null || noticed.any(from))) {
            trace.emphatic.addSteps(block, rows, count, trace, from);
        }
        if (trace.plain != null) {
            trace.plain.addSteps(block, rows, count, trace, from);
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

    private void addColumns(EpisodeBlock block, int from, int count, int column, NoticedRows noticed) {
        int columns = Math.min(chunk, features + 1 - column);
        int taken = 0;
        for (int k = 0; k < count; k++) {
            if (taken % 3 != 0 && block.fold[chosen[taken - 1]] != block.fold[rows[k]]) {
                taken = fillUp(taken);
            }
            int at = rows[k] * (features + 1) + column;
            if (isAny(block.difference, at, columns)) {
                chosen[taken++] = rows[k];
            }
        }
        taken = fillUp(taken);
        for (SharedTrace trace : traces) {
            if (isAdded(trace, from, noticed)) {
                addProducts(block, from, taken, column, trace, noticed);
            }
        }
    }

    private void addProducts(
            EpisodeBlock block, int from, int taken, int column, SharedTrace trace, NoticedRows noticed) {
        int columns = Math.min(chunk, features + 1 - column);
        int place = column / chunk;
        for (int k = 0; k < taken; k++) {
            if (chosen[k] < 0) {
                Arrays.fill(products[k], 0);
            } else {
                double[] mean = trace.mean(chosen[k] - from);
                int at = chosen[k] * (features + 1) + column;
                for (int q = 0; q < columns; q++) {
                    LongLoops.multiply(block.difference[at + q], mean, products[k], q * features);
                }
            }
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
            chosen[filled++] = -1;
        }
        return filled;
    }

    /** Whether some are not 0; other rows are left out. */
    private static boolean isAny(double[] difference, int at, int columns) {
        boolean any = false;
        for (int q = 0; q < columns; q++) {
            any |= difference[at + q] != 0;
        }
        return any;
    }
}
