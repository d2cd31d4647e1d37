package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.internal.targets.TargetState;
import io.emphatic.evaluation.log.EvaluationSettings;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The estimate a verdict is about: {@code wdr} where the log can tell weights of features, else {@code cwpdis}. */
final class Recommendation {
    static final double ROUNDING = 1e-12; // below this share of both, a difference, or its variance, is rounding

    private static final long CLUSTERS_PER_VALUE = 5; // clusters for each weight of the state values

    /** An effective sample size below which {@code wis} has the least error, though no interval. */
    private static final double FEW_WEIGHTS = 10;

    private static final List<Estimator> FROM_VALUES = List.of(Estimator.WDR, Estimator.VDR);
    private static final List<Estimator> FROM_RATIOS =
            List.of(Estimator.CWPDIS, Estimator.WIS, Estimator.PDIS, Estimator.IS);

    private Recommendation() {}

    /** The estimates of a target that may be recommended. */
    static Map<Estimator, Double> plausible(TargetState target, LogShape shape) {
        Map<Estimator, Double> left = new EnumMap<>(target.solved());
        if (shape.cut == 0 && !target.isNearReturns()) {
            left.keySet().removeAll(FROM_VALUES);
        }
        boolean isFew = shape.cut == 0 && target.ratioSums().effective() < FEW_WEIGHTS;
        Double cwpdis = left.get(Estimator.CWPDIS);
        if (left.containsKey(Estimator.WIS) && (isFew || cwpdis != null && isOutside(target, cwpdis, shape))) {
            left.remove(Estimator.CWPDIS);
        }
        if (left.containsKey(Estimator.WIS) && isFew) {
            left.keySet().removeAll(FROM_VALUES);
        }
        return left;
    }

    /** Whether no episode that has a weight brought as little, or none as much. */
    static boolean isOutside(TargetState target, double value, LogShape shape) {
        double low = target.ratioSums().lowest();
        double high = target.ratioSums().highest();
        double slack = ROUNDING * (Math.abs(low) + Math.abs(high));
        return shape.cut == 0 && low <= high && !(value >= low - slack && value <= high + slack);
    }

    /** The first that applies; null if none does. */
    static Estimator of(Map<Estimator, Double> solved, EvaluationSettings settings, LogShape shape) {
        boolean isTold = shape.clusters >= CLUSTERS_PER_VALUE * settings.features();
        return (isTold ? FROM_VALUES : List.<Estimator>of())
                .stream().filter(solved::containsKey).findFirst().orElseGet(() -> fromRatios(solved));
    }

    static Estimator fromRatios(Map<Estimator, Double> solved) {
        return FROM_RATIOS.stream().filter(solved::containsKey).findFirst().orElse(null);
    }

    /** Which estimate is compared with what the behaviour earned. */
    static Estimator besideBehaviour(Estimator recommended, Map<Estimator, Double> solved, LogShape shape) {
        Estimator estimator = shape.leftOver > 0 ? Estimator.PDIS : recommended;
        boolean known = estimator != null && solved.containsKey(estimator) && solved.containsKey(Estimator.BEHAVIOUR);
        return known ? estimator : null;
    }
}
