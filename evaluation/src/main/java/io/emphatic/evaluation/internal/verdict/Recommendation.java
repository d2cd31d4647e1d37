package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.internal.targets.TargetState;
import io.emphatic.evaluation.log.EvaluationSettings;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Which estimate of a target the verdict and the comparisons are about; decided between the passes, by what had the
 * least error and an interval that holds on the choosing half of {@code bench/referee}: {@code dr} where the log can
 * tell its many weights and the ratios are mild, {@code wdr} where it can tell the weights of the features, else
 * {@code cwpdis}.
 */
final class Recommendation {
    /** Clusters for each weight of the action values. */
    private static final long CLUSTERS_PER_ACTION_VALUE = 4;

    /** Clusters for each weight of the state values. */
    private static final long CLUSTERS_PER_VALUE = 5;

    /**
     * The least effective sample size, as a share of the episodes, for {@code dr}, whose weights are not normalised.
     */
    private static final double MILD = 0.1;

    /**
     * Less of the weight that should be there is too little. {@code dr} needs the mean weight of whole episodes to be
     * this at least, and at most 1/this.
     */
    static final double MUCH_WEIGHT = 0.5;

    /** An effective sample size below which {@code wis} has the least error, though no interval. */
    private static final double FEW_WEIGHTS = 10;

    private static final List<Estimator> FROM_VALUES = List.of(Estimator.WDR, Estimator.VDR);
    private static final List<Estimator> FROM_RATIOS =
            List.of(Estimator.CWPDIS, Estimator.WIS, Estimator.PDIS, Estimator.IS);

    private Recommendation() {}

    /**
     * The estimates of a target that may be recommended. A value is a mean of returns: those from values need that the
     * values of every fold, at the starts, are near the returns of the episodes that have a weight, and that these
     * differ; {@code dr} needs about as much weight as there should be. Where {@code cwpdis} leaves these returns, or
     * very few weights decide, {@code wis}, which cannot leave them, takes its place.
     */
    static Map<Estimator, Double> plausible(TargetState target, LogShape shape) {
        Map<Estimator, Double> left = new EnumMap<>(target.solved());
        if (shape.cut == 0 && !target.isNearReturns()) {
            left.keySet().removeAll(List.of(Estimator.DR, Estimator.WDR, Estimator.VDR));
        }
        double meanWeight = target.ratioSums().weights() / shape.episodes;
        if (!shape.crowded && !(meanWeight >= MUCH_WEIGHT && meanWeight <= 1 / MUCH_WEIGHT)) {
            left.remove(Estimator.DR);
        }
        boolean isFew = shape.cut == 0 && target.ratioSums().effective() < FEW_WEIGHTS;
        Double cwpdis = left.get(Estimator.CWPDIS);
        if (left.containsKey(Estimator.WIS) && (isFew || cwpdis != null && isOutside(target, cwpdis, shape))) {
            left.remove(Estimator.CWPDIS);
        }
        if (left.containsKey(Estimator.WIS) && isFew) {
            left.keySet().removeAll(List.of(Estimator.DR, Estimator.WDR, Estimator.VDR));
        }
        return left;
    }

    /** Whether no episode that has a weight brought as little, or none as much. */
    static boolean isOutside(TargetState target, double value, LogShape shape) {
        double low = target.ratioSums().lowest();
        double high = target.ratioSums().highest();
        double slack = ComparisonSums.ROUNDING * (Math.abs(low) + Math.abs(high));
        return shape.cut == 0 && low <= high && !(value >= low - slack && value <= high + slack);
    }

    /**
     * The first that applies; null if none does.
     *
     * @param effective the effective sample size of whole episodes; 0 if it is not known
     */
    static Estimator of(Map<Estimator, Double> solved, EvaluationSettings settings, LogShape shape, double effective) {
        long features = settings.features();
        boolean mild = effective >= MILD * shape.episodes;
        if (solved.containsKey(Estimator.DR)
                && mild
                && shape.clusters >= CLUSTERS_PER_ACTION_VALUE * features * settings.actions()) {
            return Estimator.DR;
        }
        List<Estimator> first = shape.clusters >= CLUSTERS_PER_VALUE * features ? FROM_VALUES : List.of();
        return first.stream().filter(solved::containsKey).findFirst().orElseGet(() -> fromRatios(solved));
    }

    static Estimator fromRatios(Map<Estimator, Double> solved) {
        return FROM_RATIOS.stream().filter(solved::containsKey).findFirst().orElse(null);
    }

    /**
     * Which estimate is compared with what the behaviour earned. Its mean return has nothing of what was cut off, so
     * that an estimate that looks beyond a cut, or counts the remaining episodes for those that have left, would be
     * compared with something else: {@code pdis} then, which sees what the behaviour's return sees. Null if there is
     * nothing to compare.
     */
    static Estimator besideBehaviour(Estimator recommended, Map<Estimator, Double> solved, LogShape shape) {
        Estimator estimator = shape.leftOver > 0 ? Estimator.PDIS : recommended;
        boolean known = estimator != null && solved.containsKey(estimator) && solved.containsKey(Estimator.BEHAVIOUR);
        return known ? estimator : null;
    }
}
