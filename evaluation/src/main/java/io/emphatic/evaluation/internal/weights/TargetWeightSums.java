package io.emphatic.evaluation.internal.weights;

/**
 * What the first pass found of the ratios of one target ({@link WeightSums}): sums for {@code is}, {@code wis},
 * {@code pdis}, and by t those of {@code cwpdis} and {@code wdr}; EVALUATION.md §1 and §2.
 *
 * @param weights Σ W of whole episodes
 * @param weightSquares Σ W²
 * @param weightedReturns Σ WG
 * @param lowest the smallest return of the episodes that have a weight; infinite without
 * @param highest the largest
 * @param perDecision Σ F_t ρ_t R_{t+1}
 * @param tooLong whether an episode has more rows than there are sums by t
 * @param isBeyond whether a product passed the range of numbers
 */
public record TargetWeightSums(
        double weights,
        double weightSquares,
        double weightedReturns,
        double lowest,
        double highest,
        double perDecision,
        boolean tooLong,
        boolean isBeyond,
        ByTime byTime) {

    /**
     * Sums for each t.
     *
     * @param sum Σ W_t over rows
     * @param squares Σ W_t²
     * @param rewards Σ W_t g_t R_{t+1}
     * @param ratioSquares Σ ω(γ_t ρ_t)², γ_0 = 1
     * @param endedSum by the number of rows: Σ W of the episodes that ended
     * @param endedSquares Σ W² of those
     * @param cutSum by t: Σ W_t over the last rows of episodes that were cut
     * @param cutRewards Σ W_t g_t R_{t+1} of those
     * @param differences by fold: for each t, Σ W_t g_t(φ_t − γ_{t+1}φ_{t+1}); null without values, or where episodes
     *     are too long for them
     */
    public record ByTime(
            double[] sum,
            double[] squares,
            double[] rewards,
            double[] ratioSquares,
            double[] endedSum,
            double[] endedSquares,
            double[] cutSum,
            double[] cutRewards,
            double[][] differences) {}

    /** (Σ W)² / Σ W² of whole episodes; 0 if all are 0. */
    public double effective() {
        return weightSquares > 0 ? weights * (weights / weightSquares) : 0;
    }
}
