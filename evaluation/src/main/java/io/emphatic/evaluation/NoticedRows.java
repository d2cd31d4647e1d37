package io.emphatic.evaluation;

import java.util.Arrays;

/**
 * Which rows the least squares of {@code elstd} would notice. After some hundred rows of a discounted episode ρF is so
 * small that adding a row changes no digit; such rows are left out, some rows and three targets at a time.
 *
 * <p>Every component of (A, b) is a sum Σ ρₜFₜmₜdₜ of a component of m and one of d = (φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁). Let l be
 * the smallest absolute product |md| of a row, over all components and all λ, and h a bound of all of them in all rows.
 * The absolute terms of each component sum to at least Σ ρFl, of some of the rows. A row with ρFh ≤ 2⁻⁷⁰ Σ ρFl adds to
 * none of them more than rounding does. Where a component is always 0, as with sparse features, l is 0 and every row
 * counts. Rows of blocks in which later starts of a life matter all count.
 */
final class NoticedRows {
    /** So many rows are looked at together. */
    static final int ROWS_AT_ONCE = 12;

    private static final double UNNOTICED = 0x1p-70;

    private final double[] lambdas; // NaN: that of the rows
    private final int lanes;
    private final double[][] least; // by fold and lane: 2⁻⁷⁰ Σ ρFl
    private final double[] peak; // by lane: the largest ρF of some rows
    private final boolean[][] noticed; // by some rows and three lanes
    private final boolean[] any; // by some rows
    private final boolean[] isSampled = new boolean[EpisodeReader.FOLDS]; // in this block
    private double feature; // bounds of all rows so far
    private double reward;
    private double discount;

    /** @param length of the blocks' columns */
    NoticedRows(double[] lambdas, int lanes, int length) {
        this.lambdas = lambdas;
        this.lanes = lanes;
        this.least = new double[EpisodeReader.FOLDS][lanes];
        this.peak = new double[lanes];
        int count = (length + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE;
        this.noticed = new boolean[count][(lanes + 2) / 3];
        this.any = new boolean[count];
    }

    /** By three lanes, whether some rows are noticed. */
    boolean[] of(int firstRow) {
        return noticed[firstRow / ROWS_AT_ONCE];
    }

    /** Whether they are by any. */
    boolean any(int firstRow) {
        return any[firstRow / ROWS_AT_ONCE];
    }

    /** @param emphases ρ_t F_t of the block's rows by lane */
    void look(EpisodeBlock block, double[][] emphases) {
        bound(block);
        Arrays.fill(isSampled, false);
        // |m| ≤ max |φ|, |d| ≤ max(|φ| + γ|φ|, |R|)
        double highest = feature * Math.max(feature * (1 + discount), reward);
        for (int from = 0; from < block.rows; from += ROWS_AT_ONCE) {
            int to = Math.min(block.rows, from + ROWS_AT_ONCE);
            boolean all = block.laterStarts;
            for (int i = from; i < to; i++) {
                all |= block.has(EpisodeBlock.FIRST, i);
                if (!block.laterStarts && isSecond(block, i) && !isSampled[block.fold[i]]) {
                    sample(block, i, emphases[i]);
                }
            }
            look(from, to, all, highest, least[block.fold[from]], emphases);
        }
    }

    private void look(int from, int to, boolean all, double highest, double[] limits, double[][] emphases) {
        boolean[] here = of(from);
        Arrays.fill(here, all);
        any[from / ROWS_AT_ONCE] = all;
        if (all) {
            return;
        }
        Arrays.fill(peak, 0);
        for (int i = from; i < to; i++) {
            LongLoops.raise(peak, emphases[i]);
        }
        for (int k = 0; k < lanes; k++) {
            boolean is = !(peak[k] * highest <= limits[k]);
            here[k / 3] |= is;
            any[from / ROWS_AT_ONCE] |= is;
        }
    }

    private static boolean isSecond(EpisodeBlock block, int i) {
        return i > 0
                && block.has(EpisodeBlock.FIRST, i - 1)
                && !block.has(EpisodeBlock.FIRST, i)
                && block.has(EpisodeBlock.STEP, i);
    }

    /** The second row of a life, where m is a mean of two rows, counts for l. */
    private void sample(EpisodeBlock block, int i, double[] emphases) {
        int features = block.features;
        double low = Double.POSITIVE_INFINITY;
        for (double each : lambdas) {
            double lambda = Double.isNaN(each) ? block.lambda[i] : each;
            for (int p = 0; p < features; p++) {
                double before = block.phi[(i - 1) * features + p];
                low = Math.min(low, Math.abs(lambda * before + (1 - lambda) * block.phi[i * features + p]));
            }
        }
        double lowDifference = Double.POSITIVE_INFINITY;
        for (int q = 0; q <= features; q++) {
            lowDifference = Math.min(lowDifference, Math.abs(block.difference[i * (features + 1) + q]));
        }
        isSampled[block.fold[i]] = true;
        LongLoops.add(least[block.fold[i]], UNNOTICED * low * lowDifference, emphases);
    }

    private void bound(EpisodeBlock block) {
        // The row behind the last one is its successor.
        int count = Math.min(block.phi.length, (block.rows + 1) * block.features);
        double even = feature;
        double odd = feature;
        int at = 0;
        for (; at + 1 < count; at += 2) {
            even = Math.max(even, Math.abs(block.phi[at]));
            odd = Math.max(odd, Math.abs(block.phi[at + 1]));
        }
        feature = Math.max(Math.max(even, odd), at < count ? Math.abs(block.phi[at]) : 0);
        for (int i = 0; i < block.rows; i++) {
            reward = Math.max(reward, Math.abs(block.reward[i]));
            discount = Math.max(discount, block.gammaNext[i]);
        }
    }
}
