package io.emphatic.evaluation.internal.verdict;

import io.emphatic.bands.ParetoTail;
import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.internal.targets.TargetState;
import io.emphatic.evaluation.internal.weights.TargetWeightSums;

/** What the weights of a target say about its estimates; EVALUATION.md §4. */
record WeightDiagnosis(
        long episodes, // N
        long clusters, // independent pieces of evidence
        boolean isClustered, // whether some of these have several lives
        double effective, // (Σ W)² / Σ W² of whole episodes; 0 if all are 0, NaN if they are not followed one by one
        Double paretoK, // null where no tail is to be seen
        Double largestShare, // of Σ W; null if that is 0
        Double topPercentShare, // of Σ W; null if that is 0 or too many weights would have to be kept
        double worth, // how many episodes the weights should be worth, by the ratios of their rows
        double rewarded, // how many episodes brought something, as often as the target would have
        double there // how much of the weight that should be there is, where rewards are; 1 if it is not followed
        ) {
    static WeightDiagnosis of(TargetState state, LogShape shape) {
        TargetWeightSums sums = state.ratioSums();
        double effective = shape.crowded ? Double.NaN : sums.effective();
        double[] largest = state.largest().sorted();
        boolean isFollowed = !shape.crowded && !sums.isBeyond();
        double total = isFollowed ? sums.weights() : 0;
        int percent = (int) Math.max(1, (shape.episodes + 99) / 100);
        Double largestShare = total > 0 ? largest[largest.length - 1] / total : null;
        Double topShare = null;
        if (total > 0 && percent <= largest.length) {
            double top = 0;
            for (int j = largest.length - percent; j < largest.length; j++) {
                top += largest[j];
            }
            topShare = Math.min(1, top / total);
        }
        Double shapeOfTail = total > 0 ? ParetoTail.shape(largest, shape.episodes) : null;
        return new WeightDiagnosis(
                shape.episodes,
                shape.clusters,
                shape.clusters < shape.lives,
                effective,
                shapeOfTail,
                largestShare,
                topShare,
                isFollowed ? state.table().worth : shape.episodes,
                isFollowed ? sums.rewarded() / shape.weight * shape.episodes : shape.episodes,
                isFollowed ? state.table().share() : 1);
    }
}
