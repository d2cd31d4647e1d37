package io.emphatic.evaluation;

import java.util.Arrays;

/**
 * Sums of least squares of several targets for {@code elstd} with λ = 1, eₜ = ρₜ(γₜeₜ₋₁ + iₜφₜ). Between two starts a
 * trace only changes its length, eₜ = cₜē, so that a life needs one product per start:
 *
 * <pre>
 *   Σ eₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁)ᵀ = ē (Σ cₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁))ᵀ
 * </pre>
 *
 * The first rows of lives are left out.
 */
final class StartTraceSums {
    private final int features;
    private final int lanes;
    private final double[][] direction; // ē, by feature and lane
    private final DifferenceSums pending; // Σ cₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁) since the last start
    private final double[] length; // cₜ of the row before
    private final double[][] lengths; // of the block's rows by lane
    private final double[] nothing; // the lengths of rows that add nothing
    private final double[][] added; // lengths, or nothing
    private boolean isPending;
    private final double[][] sums; // by component of A, row after row with that of b, and by lane

    /** @param rows of the blocks at most */
    StartTraceSums(int features, int lanes, int rows) {
        this.features = features;
        this.lanes = lanes;
        this.direction = new double[features][lanes];
        this.pending = new DifferenceSums(features, lanes);
        this.length = new double[lanes];
        this.lengths = new double[rows][lanes];
        this.nothing = new double[lanes];
        this.added = new double[rows][];
        this.sums = new double[features * (features + 1)][lanes];
    }

    /** @param ratio by row and lane */
    void add(EpisodeBlock block, double[][] ratio) {
        int from = 0;
        double[] before = length;
        for (int i = 0; i < block.rows; i++) {
            boolean first = block.has(EpisodeBlock.FIRST, i);
            if (block.has(EpisodeBlock.STARTS, i)) {
                finish(block, from, i);
                from = i;
                turn(block, i, first, ratio[i], before);
                Arrays.fill(lengths[i], 1);
            } else {
                LongLoops.follow(before, ratio[i], block.gamma[i], 0, lengths[i]);
            }
            if (i % StartFollowOn.ROWS_UNCHECKED == 0) {
                LongLoops.dropSmall(lengths[i]);
            }
            before = lengths[i];
            added[i] = !first && block.has(EpisodeBlock.STEP, i) ? before : nothing;
        }
        pending.add(block, from, block.rows, added);
        isPending |= from < block.rows;
        System.arraycopy(before, 0, length, 0, lanes);
    }

    /** At a start: ē ← ρₜ(γₜcₜ₋₁ē + φₜ). */
    private void turn(EpisodeBlock block, int i, boolean first, double[] ratio, double[] before) {
        for (int p = 0; p < features; p++) {
            double phi = block.phi[i * features + p];
            for (int k = 0; k < lanes; k++) {
                double kept = first ? 0 : block.gamma[i] * before[k];
                direction[p][k] = ratio[k] * (kept == 0 ? phi : Math.fma(kept, direction[p][k], phi));
            }
        }
    }

    private void finish(EpisodeBlock block, int from, int to) {
        boolean firstRowAlone = to == from + 1 && block.has(EpisodeBlock.FIRST, from);
        if (from < to && !firstRowAlone) {
            pending.add(block, from, to, added);
            isPending = true;
        }
        flush();
    }

    private void flush() {
        if (!isPending) {
            return;
        }
        int width = features + 1;
        double[][] differences = pending.sums();
        for (int p = 0; p < features; p++) {
            for (int q = 0; q < width; q++) {
                LongLoops.addProducts(sums[p * width + q], direction[p], differences[q]);
            }
        }
        pending.clear();
        isPending = false;
    }

    /** Adds the sums of a target to a system. */
    void addTo(int lane, double[] a, double[] b) {
        flush();
        for (int p = 0; p < features; p++) {
            int row = p * (features + 1);
            for (int q = 0; q < features; q++) {
                a[p * features + q] += sums[row + q][lane];
            }
            b[p] += sums[row + features][lane];
        }
    }
}
