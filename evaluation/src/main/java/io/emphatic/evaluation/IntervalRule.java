package io.emphatic.evaluation;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The approximate 95 % interval of an estimate, from the terms of its L lives. It is Student's, with as many degrees of
 * freedom as the terms are worth, longer on the side to which the terms are skewed, and a little wider:
 *
 * <pre>
 *   d = min(L − 1, 2L/(κ − 1), L_eff − 1)      b = (1 + 2q²) |skewness| / (6√L)      q = t_{0.975, d}
 *   [value − 1.15 (q + b) stderr, value + 1.15 q stderr] if skewed to the left, and the other way round
 * </pre>
 *
 * <p>The variance s² of L terms with kurtosis κ varies by (κ − 1)/L relative to its square, as that of a χ² with d =
 * 2L/(κ − 1) degrees of freedom does; of normal terms that is L. L_eff is the effective sample size of the weights. b
 * is the correction of Johnson (1978, "Modified t tests and confidence intervals for asymmetrical populations"), of
 * which only the half that lengthens is used: the half that shortens made intervals miss. The factor is what was
 * missing to 95 % on the choosing half of {@code bench/referee}.
 *
 * <p>Terms that are all the same have no interval: nothing is known of what they would look like otherwise.
 *
 * @param stderr of the estimate
 * @param freedom d
 */
record IntervalRule(double stderr, double skewness, double freedom, long lives) {
    private static final double UPPER_TAIL = 0.025;
    private static final double WIDENING = 1.15;
    private static final double LEAST_FREEDOM = 1;

    /**
     * @param stderr NaN if there is none
     * @param effective how many lives of equal weight the weights are worth
     */
    static IntervalRule of(double stderr, double skewness, double kurtosis, double effective, long lives) {
        double ofTerms = kurtosis >= 1 ? 2 * lives / (kurtosis - 1) : LEAST_FREEDOM;
        double freedom = Math.max(LEAST_FREEDOM, Math.min(Math.min(lives, effective) - 1, ofTerms));
        return new IntervalRule(stderr, skewness, freedom, lives);
    }

    /** Of a difference of estimates: as free as the less free of both. */
    IntervalRule with(IntervalRule other, double stderrOfDifference) {
        return new IntervalRule(stderrOfDifference, 0, Math.min(freedom, other.freedom), lives);
    }

    /** Whether an interval can be had honestly. */
    boolean exists() {
        return lives > 1 && stderr > 0 && stderr < Double.POSITIVE_INFINITY;
    }

    /** How far the interval reaches below the estimate; NaN without one. */
    double below() {
        return reach(skewness < 0);
    }

    /** How far it reaches above the estimate; NaN without one. */
    double above() {
        return reach(skewness > 0);
    }

    private double reach(boolean skewed) {
        double q = quantile(freedom);
        double longer = skewed ? (1 + 2 * q * q) * Math.abs(skewness) / (6 * Math.sqrt(lives)) : 0;
        return exists() ? WIDENING * (q + longer) * stderr : Double.NaN;
    }

    /** How many more lives would make the interval half as wide, if they are as the others are. */
    long moreToHalve() {
        double wanted = quantile(freedom) / 2;
        long low = lives;
        long high = 4 * lives;
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            double times = (double) middle / lives;
            if (quantile(freedom * times) / Math.sqrt(times) <= wanted) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high - lives;
    }

    private static double quantile(double freedom) {
        return TDistribution.of(freedom).inverseSurvivalProbability(UPPER_TAIL);
    }
}
