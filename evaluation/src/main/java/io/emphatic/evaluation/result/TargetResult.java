package io.emphatic.evaluation.result;

import java.util.List;

/**
 * What the log says about one target policy.
 *
 * @param reasons why the verdict is what it is, in words; also of {@code trust}
 * @param estimates in the order of the names in {@link PolicyEstimate}; the first is the behaviour's
 * @param recommended the name of the estimate the verdict is about; null if there is none but the behaviour's
 * @param moreClusters how many clusters more would halve the recommended interval; null where it has none
 * @param effectiveSampleSize (Σ W_t)² / Σ W_t² of the episodes still there, by t
 * @param meanWeight the mean of W_t of the episodes still there, by t; 1 but for noise if the probabilities are right
 * @param paretoK the shape of the tail of the episodes' weights; null with fewer than 25 episodes
 * @param termsParetoK the shape of the tail of what clusters add to the recommended estimate; null if there is none
 * @param largestShare the largest weight's share of the sum of the episodes' weights; null if the sum is 0
 * @param topPercentShare the same of the largest 1 % of the weights (at least one)
 * @param byLambda {@code elstd} at λ = 0, 0.5, 0.9 and 1; empty without features
 */
public record TargetResult(
        String name,
        Trust verdict,
        List<String> reasons,
        List<PolicyEstimate> estimates,
        String recommended,
        Long moreClusters,
        double[] effectiveSampleSize,
        double[] meanWeight,
        Double paretoK,
        Double termsParetoK,
        Double largestShare,
        Double topPercentShare,
        List<ValueAtLambda> byLambda) {

    /**
     * What {@code elstd} estimates with one λ in all rows.
     *
     * @param stderr null where there is none (a single episode)
     */
    public record ValueAtLambda(double lambda, double value, Double stderr) {}
}
