package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.internal.targets.TargetState;
import io.emphatic.evaluation.internal.weights.ParetoTail;
import io.emphatic.evaluation.internal.weights.TargetWeightSums;
import io.emphatic.evaluation.internal.weights.WeightTable;

/**
 * What the weights of a target say about its estimates; EVALUATION.md §4.
 *
 * @param episodes N
 * @param lives independent pieces of evidence
 * @param effective (Σ W)² / Σ W² of whole episodes; 0 if all are 0, NaN if they are not followed one by one
 * @param paretoK null where no tail is to be seen
 * @param largestShare of Σ W; null if that is 0
 * @param topPercentShare of Σ W; null if that is 0 or too many weights would have to be kept
 * @param meanOff by how many standard errors the mean weight is farthest from 1; infinite if all are equal and not 1
 * @param meanOffAt the t of that
 * @param meanThere the mean weight there
 */
record WeightDiagnosis(
        long episodes,
        long lives,
        double effective,
        Double paretoK,
        Double largestShare,
        Double topPercentShare,
        double meanOff,
        int meanOffAt,
        double meanThere) {
    /** Weights whose standard error is less are equal but for rounding. */
    private static final double ROUNDING = 1e-9;

    /** So many equal weights that are not 1 are no accident. */
    private static final double ENOUGH = 10;

    static WeightDiagnosis of(TargetState state, LogShape shape) {
        TargetWeightSums sums = state.ratioSums();
        double effective = shape.crowded ? Double.NaN : sums.effective();
        double[] largest = state.largest().sorted();
        double total = shape.crowded || sums.isBeyond() ? 0 : sums.weights();
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
        double worst = 0;
        int worstAt = 0;
        WeightTable table = state.table();
        for (int t = 0; t < table.meanWeight.length; t++) {
            double error = table.meanWeightError[t];
            double mean = table.meanWeight[t];
            boolean constant = error <= ROUNDING * mean;
            boolean wrong = table.effectiveSize[t] >= ENOUGH && Math.abs(mean - 1) > ROUNDING;
            double equal = wrong ? Double.POSITIVE_INFINITY : 0;
            double off = constant ? equal : Math.abs(mean - 1) / error;
            if (off > worst) {
                worst = off;
                worstAt = t;
            }
        }
        double meanThere = table.meanWeight.length == 0 ? 0 : table.meanWeight[worstAt];
        Double shapeOfTail = total > 0 ? ParetoTail.shape(largest, shape.episodes) : null;
        return new WeightDiagnosis(
                shape.episodes, shape.lives, effective, shapeOfTail, largestShare, topShare, worst, worstAt, meanThere);
    }
}
