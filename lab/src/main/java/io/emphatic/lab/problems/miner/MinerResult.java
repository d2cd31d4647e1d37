package io.emphatic.lab.problems.miner;

import io.emphatic.lab.Estimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What the Miner experiment gave.
 *
 * @param seconds how long it took: the only number that differs from time to time
 * @param steps time steps of all runs together
 */
public record MinerResult(MinerSetting setting, double seconds, long steps, List<PolicyResult> predictions) {
    /** A point of a curve: the mean over the runs of the Block A weight after {@code entrapments} entrapments. */
    public record Point(int entrapments, double mean, double stderr) {}

    /**
     * The learning of one prediction, averaged over the runs.
     *
     * @param curve a point every {@value MinerSetting#POINT} entrapments. Before the first step all weights are 0.
     * @param runs {@code runs[r]} is the curve of run r alone
     * @param diverged how many runs ended with a learner that had diverged; means are not defined from then on
     */
    public record MeanLearning(Estimate last, List<Point> curve, double[][] runs, int diverged) {
        /** By how much another one ends above this, run by run. */
        Estimate behind(MeanLearning other) {
            int end = runs[0].length - 1;
            return Estimate.of(IntStream.range(0, runs.length)
                    .mapToDouble(r -> other.runs[r][end] - runs[r][end])
                    .toArray());
        }
    }

    /**
     * The results of one target policy.
     *
     * @param trueValue its exact value at S with no trap active; {@code monteCarlo} is the same by simulation
     * @param fixedPoint the Block A weight of ETD's exact fixed point
     * @param own the Block A weight of the learner's own fixed point; NaN if the theory does not know it
     * @param followOnRadius below 1, the variance of ETD's follow-on trace is finite
     * @param verdict what the theory says of the learner; empty if the theory does not know it
     * @param unclipped from the same experience without clipping; empty if the setting does not clip
     */
    public record PolicyResult(
            String policy,
            double trueValue,
            Estimate monteCarlo,
            double fixedPoint,
            double own,
            double followOnRadius,
            Optional<String> verdict,
            MeanLearning learned,
            Optional<MeanLearning> unclipped) {}

    /** Whether the final estimates are all defined and in the order of the true values. */
    public boolean orderPreserved() {
        return predictions.stream().noneMatch(p -> p.learned().diverged() > 0)
                && order(PolicyResult::trueValue)
                        .equals(order(p -> p.learned().last().mean()));
    }

    /** Whether each estimate differs from the next in the true order by more than two standard errors, rightly. */
    public boolean orderCertain() {
        return orderPreserved() && uncertainPairs().isEmpty();
    }

    /** Neighbours in the true order that the final estimates do not tell apart: {@code a and b}. */
    List<String> uncertainPairs() {
        List<PolicyResult> sorted = predictions.stream()
                .sorted(Comparator.comparingDouble(PolicyResult::trueValue))
                .toList();
        List<String> pairs = new ArrayList<>();
        for (int k = 1; k < sorted.size(); k++) {
            PolicyResult less = sorted.get(k - 1);
            PolicyResult more = sorted.get(k);
            // both learned from the same experience, so that what these have in common cancels
            Estimate difference = less.learned().behind(more.learned());
            if (!(Math.abs(difference.mean()) > 2 * difference.stderr())) {
                pairs.add(less.policy() + " and " + more.policy());
            }
        }
        return pairs;
    }

    /** The policies in increasing order of something: {@code uniform < headfirst = cautious}. */
    String order(ToDoubleFunction<PolicyResult> key) {
        List<PolicyResult> sorted =
                predictions.stream().sorted(Comparator.comparingDouble(key)).toList();
        StringBuilder order = new StringBuilder(sorted.get(0).policy());
        for (int k = 1; k < sorted.size(); k++) {
            boolean same = key.applyAsDouble(sorted.get(k - 1)) == key.applyAsDouble(sorted.get(k));
            order.append(same ? " = " : " < ").append(sorted.get(k).policy());
        }
        return order.toString();
    }
}
