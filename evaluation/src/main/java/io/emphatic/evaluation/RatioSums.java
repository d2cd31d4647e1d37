package io.emphatic.evaluation;

/**
 * What the first pass found of the ratios of one target ({@link RatioLanes}): sums for {@code is}, {@code wis},
 * {@code pdis}, and by t those of {@code cwpdis} and {@code wdr}; EVALUATION.md §1 and §2.
 *
 * @param weights Σ W of whole episodes
 * @param weightSquares Σ W²
 * @param weightedReturns Σ WG
 * @param perDecision Σ F_t ρ_t R_{t+1}
 * @param tooLong whether an episode has more rows than are kept by t
 * @param isBeyond whether a product passed the range of numbers
 * @param sum by t: Σ W_t over rows
 * @param squares Σ W_t²
 * @param rewards Σ W_t g_t R_{t+1}
 * @param endedSum by the number of rows: Σ W of those that ended
 * @param endedSquares Σ W² of the same
 * @param cutSum by t: Σ W_t over the last rows of those that were cut
 * @param cutRewards Σ W_t g_t R_{t+1} of the same
 * @param differences by fold: of each t, Σ W_t g_t(φ_t − γ_{t+1}φ_{t+1}); null without values, or where episodes are
 *     too long for them
 */
record RatioSums(
        double weights,
        double weightSquares,
        double weightedReturns,
        double perDecision,
        boolean tooLong,
        boolean isBeyond,
        double[] sum,
        double[] squares,
        double[] rewards,
        double[] endedSum,
        double[] endedSquares,
        double[] cutSum,
        double[] cutRewards,
        double[][] differences) {

    /** Of how many t there are sums. */
    int ages() {
        return sum.length;
    }

    /** (Σ W)² / Σ W² of whole episodes; 0 if all are 0. */
    double effective() {
        return weightSquares > 0 ? weights * (weights / weightSquares) : 0;
    }
}
