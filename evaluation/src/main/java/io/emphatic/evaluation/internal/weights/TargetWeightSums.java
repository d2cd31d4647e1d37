package io.emphatic.evaluation.internal.weights;

/**
 * What the first pass found of the ratios of one target ({@link WeightSums}): sums for {@code is}, {@code wis},
 * {@code pdis}, and by t those of {@code cwpdis} and {@code wdr}; EVALUATION.md §1 and §2.
 */
public record TargetWeightSums(
        double weights, // Σ W of whole episodes
        double weightSquares, // Σ W²
        double weightedReturns, // Σ WG
        double lowest, // the smallest return of the episodes that have a weight; infinite without
        double highest, // the largest
        double rewarded, // Σ min(W, ω) of the episodes whose return is not 0
        double perDecision, // Σ F_t ρ_t R_{t+1}
        boolean tooLong, // whether an episode has more rows than there are sums by t
        boolean isBeyond, // whether a product passed the range of numbers
        double[][] byTime, // each kind of SumsByTime for each t
        double[][] differences // by fold: for each t, Σ W_t g_t(φ_t − γ_{t+1}φ_{t+1}); null if not kept
        ) {
    /** (Σ W)² / Σ W² of whole episodes; 0 if all are 0. */
    public double effective() {
        return weightSquares > 0 ? weights * (weights / weightSquares) : 0;
    }
}
