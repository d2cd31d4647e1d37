package io.emphatic.evaluation;

import org.apache.commons.statistics.distribution.TDistribution;

/** The approximate 95 % interval of an estimate: Student's t on the terms of its lives. */
final class IntervalRule {
    private static final double UPPER_TAIL = 0.025;

    private IntervalRule() {}

    /**
     * Half the width; NaN where no interval can be had honestly.
     *
     * @param stderr NaN if there is none
     * @param lives independent pieces of evidence
     */
    static double halfWidth(Estimator estimator, double stderr, long lives, WeightDiagnosis weights) {
        return lives < 2 ? Double.NaN : quantile(lives) * stderr;
    }

    /** Of a difference of two estimates. */
    static double halfWidth(double stderr, long lives) {
        return lives < 2 ? Double.NaN : quantile(lives) * stderr;
    }

    /** How many more lives would make the interval half as wide. */
    static long moreToHalve(long lives) {
        double wanted = quantile(lives) / Math.sqrt(lives) / 2;
        long low = lives;
        long high = 4 * lives;
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            if (quantile(middle) / Math.sqrt(middle) <= wanted) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high - lives;
    }

    private static double quantile(long lives) {
        return TDistribution.of(lives - 1.0).inverseSurvivalProbability(UPPER_TAIL);
    }
}
