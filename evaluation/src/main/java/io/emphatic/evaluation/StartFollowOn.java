package io.emphatic.evaluation;

import java.io.IOException;

/**
 * The follow-on trace with interest at the starts, EVALUATION.md §1: F_t = i_t + γ_t ρ_{t−1} F_{t−1}.
 *
 * <p>A product past {@link #LARGEST} has no square in the range of numbers: from there on nothing made of F is of use.
 */
final class StartFollowOn {
    /** Products of ratios, and F, up to here. */
    static final double LARGEST = 1e150;

    /** Products below count as 0, before arithmetic becomes slow. */
    static final double SMALLEST = 1e-290;

    private double carried; // ρₜ₋₁Fₜ₋₁
    private boolean beyond;

    /**
     * F_t of each row of the block.
     *
     * @param followOns takes F_t. Modified.
     * @param emphases takes ρ_t F_t. Modified.
     */
    void advance(EpisodeBlock block, double[] ratio, double[] followOns, double[] emphases) {
        advance(block, ratio, EpisodeBlock.STARTS, EpisodeBlock.STARTS, followOns, emphases);
    }

    /** The same for some starts only: those with exactly these flags among FIRST and STARTS. */
    void advance(EpisodeBlock block, double[] ratio, int starts, double[] followOns, double[] emphases) {
        advance(block, ratio, EpisodeBlock.FIRST | EpisodeBlock.STARTS, starts, followOns, emphases);
    }

    private void advance(
            EpisodeBlock block, double[] ratio, int mask, int starts, double[] followOns, double[] emphases) {
        int[] flags = block.flags;
        double[] gamma = block.gamma;
        double last = carried;
        for (int i = 0; i < block.rows; i++) {
            double interest = (flags[i] & mask) == starts ? 1 : 0;
            // Fₜ = iₜ + γₜρₜ₋₁Fₜ₋₁
            double followOn = Math.fma(gamma[i], last, interest);
            if (!(followOn <= LARGEST)) {
                beyond = true;
                followOn = 0;
            }
            followOns[i] = followOn;
            last = ratio[i] * followOn;
            if (last < SMALLEST) {
                last = 0;
            }
            emphases[i] = last;
        }
        carried = last;
    }

    /** Goes on from where another one is. */
    void continueAs(StartFollowOn other) {
        carried = other.carried;
    }

    void exchange(SumExchange sums) throws IOException {
        beyond = sums.any(beyond);
    }

    /** Whether F passed what numbers can hold. */
    boolean isBeyond() {
        return beyond;
    }
}
