package io.emphatic.evaluation;

import java.util.List;
import java.util.Map;

/** Which estimate of a target the verdict and the comparisons are about; decided between the passes. */
final class Recommendation {
    private static final List<Estimator> ORDER =
            List.of(Estimator.ELSTD, Estimator.CWPDIS, Estimator.PDIS, Estimator.IS);

    private Recommendation() {}

    /** The first that applies; null if none does. */
    static Estimator of(Map<Estimator, Double> solved) {
        return ORDER.stream().filter(solved::containsKey).findFirst().orElse(null);
    }
}
