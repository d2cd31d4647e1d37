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
 * The products are made once for all targets, some rows and some columns at a time so that they stay in the cache.
 */
final class SharedTraceSums {
    private static final int ROWS_AT_ONCE = 12;
    private static final int MOST_CHOSEN = ROWS_AT_ONCE + 2 * EpisodeReader.FOLDS + 2;

    private final int features;
    private final int wanted; // flags
    private final List<SharedTrace> traces;
    private final int chunk; // columns at once
    private final int[] rows = new int[ROWS_AT_ONCE]; // steps to add, by fold
    private final int[] chosen = new int[MOST_CHOSEN]; // those that add to some columns, three of a fold after three
    private final double[][] repeated; // φₜ of some rows, once for each column
    private final double[][] spread; // of each chosen row and column the difference, once for each feature
    private final double[] nothing;
    private final double[][] products; // of each chosen row

    /** @param firstRows whether only the first rows of lives count, or only the others */
    SharedTraceSums(int features, boolean firstRows, List<SharedTrace> traces) {
        this.features = features;
        this.wanted = EpisodeBlock.STEP | (firstRows ? EpisodeBlock.FIRST : 0);
        this.traces = traces;
        this.chunk = WeightedSums.columnsAtOnce(features);
        this.repeated = new double[ROWS_AT_ONCE][chunk * features];
        this.spread = new double[MOST_CHOSEN][chunk * features];
        this.nothing = new double[chunk * features];
        this.products = new double[MOST_CHOSEN][chunk * features];
    }

    void add(EpisodeBlock block) {
        for (int from = 0; from < block.rows; from += ROWS_AT_ONCE) {
            int to = Math.min(block.rows, from + ROWS_AT_ONCE);
            int count = choose(block, from, to);
            if (count == 0 && wanted != EpisodeBlock.STEP) {
                continue; // Nothing is continued from first rows.
            }
            for (int i = from; i < to; i++) {
                repeat(block.phi, i * features, repeated[i - from]);
            }
            for (SharedTrace trace : traces) {
                trace.advance(block, from, to, repeated);
            }
            for (int column = 0; column <= features && count > 0; column += chunk) {
                addColumns(block, from, count, column);
            }
        }
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

    private void repeat(double[] phi, int at, double[] to) {
        System.arraycopy(phi, at, to, 0, features);
        for (int done = features; done < to.length; done *= 2) {
            System.arraycopy(to, 0, to, done, Math.min(done, to.length - done));
        }
    }

    private void addColumns(EpisodeBlock block, int from, int count, int column) {
        int columns = Math.min(chunk, features + 1 - column);
        int taken = 0;
        for (int k = 0; k < count; k++) {
            if (taken > 0 && block.fold[chosen[taken - 1]] != block.fold[rows[k]]) {
                taken = fillUp(taken);
            }
            int at = rows[k] * (features + 1) + column;
            if (spread(block.difference, at, columns, spread[taken])) {
                chosen[taken++] = rows[k];
            }
        }
        taken = fillUp(taken);
        for (SharedTrace trace : traces) {
            for (int k = 0; k < taken; k++) {
                double[] mean = chosen[k] < 0 ? nothing : trace.mean(chosen[k] - from);
                LongLoops.multiply(spread[k], mean, products[k]);
            }
            for (WeightedSums sums : trace.sums()) {
                sums.add(block, column / chunk, chosen, taken, products);
            }
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
            Arrays.fill(to, q * features, (q + 1) * features, difference[at + q]);
        }
        return any;
    }
}
