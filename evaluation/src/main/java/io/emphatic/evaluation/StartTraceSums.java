package io.emphatic.evaluation;

import java.util.Arrays;

/**
 * Sums of least squares of one target for {@code elstd} with λ = 1, eₜ = ρₜ(γₜeₜ₋₁ + iₜφₜ). Between two starts the
 * trace only changes its length, eₜ = cₜē, so that a life needs one product per start:
 *
 * <pre>
 *   Σ eₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁)ᵀ = ē (Σ cₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁))ᵀ
 * </pre>
 *
 * The first rows of lives are left to {@link TraceSums}.
 */
final class StartTraceSums {
    private final int features;
    private final double[] direction; // ē
    private final double[] pending; // Σ cₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁) since the last start
    private double length; // cₜ
    private final double[] lengths; // of the block's rows, 0 where nothing is added
    private boolean isPending;
    private final double[] sums; // a row of A and its component of b, then the next

    /** @param rows of the blocks at most */
    StartTraceSums(int features, int rows) {
        this.features = features;
        this.direction = new double[features];
        this.pending = new double[features + 1];
        this.lengths = new double[rows];
        this.sums = new double[features * (features + 1)];
    }

    void add(EpisodeBlock block, double[] ratio) {
        int from = 0;
        for (int i = 0; i < block.rows; i++) {
            boolean first = block.has(EpisodeBlock.FIRST, i);
            double decay = ratio[i] * block.gamma[i];
            if (block.has(EpisodeBlock.STARTS, i)) {
                finish(block, from, i);
                from = i;
                double kept = first ? 0 : decay * length;
                for (int p = 0; p < features; p++) {
                    direction[p] = (kept == 0 ? 0 : kept * direction[p]) + ratio[i] * block.phi[i * features + p];
                }
                length = 1;
            } else {
                length *= decay;
                length = length < StartFollowOn.SMALLEST ? 0 : length;
            }
            lengths[i] = !first && block.has(EpisodeBlock.STEP, i) ? length : 0;
        }
        DifferenceSums.add(block, from, block.rows, lengths, pending);
        isPending |= from < block.rows;
    }

    private void finish(EpisodeBlock block, int from, int to) {
        boolean firstRowAlone = to == from + 1 && block.has(EpisodeBlock.FIRST, from);
        if (from < to && !firstRowAlone) {
            DifferenceSums.add(block, from, to, lengths, pending);
            isPending = true;
        }
        flush();
    }

    private void flush() {
        if (!isPending) {
            return;
        }
        int width = features + 1;
        for (int p = 0; p < features; p++) {
            double e = direction[p];
            for (int q = 0; q < width && e != 0; q++) {
                sums[p * width + q] += e * pending[q];
            }
        }
        Arrays.fill(pending, 0);
        isPending = false;
    }

    /** Adds the sums to a system. */
    void addTo(double[] a, double[] b) {
        flush();
        for (int p = 0; p < features; p++) {
            int row = p * (features + 1);
            for (int q = 0; q < features; q++) {
                a[p * features + q] += sums[row + q];
            }
            b[p] += sums[row + features];
        }
    }
}
