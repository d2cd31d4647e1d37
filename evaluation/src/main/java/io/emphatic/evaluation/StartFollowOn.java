package io.emphatic.evaluation;

import java.io.IOException;

/**
 * The follow-on trace of several targets with interest at the starts, EVALUATION.md §1: F_t = i_t + γ_t ρ_{t−1}
 * F_{t−1}. Rows are arrays with a lane for each target.
 *
 * <p>A product past {@link #LARGEST} has no square in the range of numbers: from there on nothing made of F is of use.
 */
final class StartFollowOn {
    /** Products of ratios, and F, up to here. */
    static final double LARGEST = 1e150;

    /** Products below count as 0, before arithmetic becomes slow. */
    static final double SMALLEST = 1e-290;

    /** How many rows are gone through before products that are too small are looked for. */
    static final int ROWS_UNCHECKED = 32;

    private final double[] carried; // ρₜ₋₁Fₜ₋₁
    private final double[] largest; // ρₜFₜ

    StartFollowOn(int lanes) {
        this.carried = new double[lanes];
        this.largest = new double[lanes];
    }

    /**
     * ρ_t F_t of each row of the block.
     *
     * @param mask the flags that matter
     * @param starts which of these a row has where i_t = 1
     * @param emphases by row and lane. Modified.
     */
    void advance(EpisodeBlock block, double[][] ratio, int mask, int starts, double[][] emphases) {
        double[] before = carried;
        for (int i = 0; i < block.rows; i++) {
            double interest = (block.flags[i] & mask) == starts ? 1 : 0;
            LongLoops.follow(before, ratio[i], block.gamma[i], interest, emphases[i]);
            LongLoops.raise(largest, emphases[i]);
            before = emphases[i];
            if (i % ROWS_UNCHECKED == 0) {
                LongLoops.dropSmall(before);
            }
        }
        System.arraycopy(before, 0, carried, 0, carried.length);
    }

    /** Goes on from where another one is; from 0 if that is null. */
    void continueAs(StartFollowOn other) {
        for (int k = 0; k < carried.length; k++) {
            carried[k] = other == null ? 0 : other.carried[k];
        }
    }

    void exchange(SumExchange sums) throws IOException {
        sums.largest(largest);
    }

    /** Whether a product of the lane passed what numbers can hold. */
    boolean isBeyond(int lane) {
        return !(largest[lane] < LARGEST);
    }
}
