package io.emphatic.evaluation;

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

    /** F_t of each row of the block into {@code out}. */
    void advance(EpisodeBlock block, double[] ratio, double[] out) {
        double last = carried;
        for (int i = 0; i < block.rows; i++) {
            double interest = block.has(EpisodeBlock.STARTS, i) ? 1 : 0;
            double followOn = interest + block.gamma[i] * last;
            if (!(followOn <= LARGEST)) {
                beyond = true;
                followOn = 0;
            }
            out[i] = followOn;
            last = ratio[i] * followOn;
            last = last < SMALLEST ? 0 : last;
        }
        carried = last;
    }

    /** Whether F passed what numbers can hold. */
    boolean isBeyond() {
        return beyond;
    }
}
