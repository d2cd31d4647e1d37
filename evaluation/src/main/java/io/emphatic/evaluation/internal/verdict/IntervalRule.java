package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.targets.TermMoments;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The approximate 95 % interval of an estimate, from the terms of its G clusters: Student's, with as many degrees of
 * freedom as the terms are worth, longer on the side to which they are skewed (the half that lengthens of Johnson 1978,
 * "Modified t tests"), and wider by what was missing to 95 % on the choosing half of {@code bench/referee}.
 *
 * <pre>
 *   d = min(G − 1, 2G/(κ − 1), G_eff − 1)      b = (1 + 2q²) |skewness| / (6√G)      q = t_{0.975, d}
 *   [value − 1.15 (q + b) stderr, value + 1.15 q stderr] if skewed to the left, and the other way round
 * </pre>
 *
 * <p>The variance of G terms with kurtosis κ varies as a χ² with 2G/(κ − 1) degrees of freedom does; G_eff is the
 * effective sample size. {@code lstd} and {@code dm} reach farther by the distance to {@code elstd} and {@code dr}.
 * There is no interval if all terms are equal, or for whole weights with few degrees of freedom.
 *
 * <p>Where every episode is one row that brings 0 or 1 (or 0 or −1, the other way round), the interval is that of
 * Wilson (1927) for n = v(1 − v)/stderr² observations, at most the effective number of episodes, and d = min(G, G_eff)
 * − 1:
 *
 * <pre>
 *   (v + z²/2n ± z √(v(1 − v)/n + z²/4n²)) / (1 + z²/n)      z = 1.15 q
 * </pre>
 *
 * <p>A difference reaches at least as far as a rare outcome that none of n episodes had could move it: at a rate of r
 * it is missing with (1 − r)ⁿ, so r ≤ −log(0.025)/n.
 *
 * @param unseen where an estimate without the bias lies, from this one
 * @param tail what is left out at each end
 * @param rareBelow how far an outcome that is rare moves the estimate down, over n; 0 if none is rare
 * @param rareAbove how far up
 */
record IntervalRule(
        boolean exists,
        double stderr,
        double skewness,
        double freedom,
        double unseen,
        long clusters,
        double tail,
        double rareBelow,
        double rareAbove) {
    private static final double UPPER_TAIL = 0.025;
    private static final double WIDENING = 1.15;
    private static final double LEAST_FREEDOM = 1;
    private static final double LEAST_FREEDOM_OF_WHOLE_WEIGHTS = 4;

    private static final double ROUNDING = 1e-12; // terms differ if their standard error is more than that of rounding

    /** Of 95 %. */
    IntervalRule(boolean exists, double stderr, double skewness, double freedom, double unseen, long clusters) {
        this(exists, stderr, skewness, freedom, unseen, clusters, UPPER_TAIL, 0, 0);
    }

    IntervalRule at(double confidence) {
        double rounded = Math.rint((1 - confidence) * 5e11) / 1e12; // 0.025 of 0.95
        return new IntervalRule(exists, stderr, skewness, freedom, unseen, clusters, rounded, rareBelow, rareAbove);
    }

    IntervalRule with(double newStderr) {
        return new IntervalRule(exists, newStderr, skewness, freedom, unseen, clusters, tail, rareBelow, rareAbove);
    }

    IntervalRule withRare(double below, double above) {
        return new IntervalRule(exists, stderr, skewness, freedom, unseen, clusters, tail, below, above);
    }

    /** wholeWeights: whether it weighs the rewards of several rows by the product of all their ratios. */
    static IntervalRule of(
            double value,
            TermMoments.Shape terms,
            double effective,
            double unbiased,
            boolean wholeWeights,
            long clusters) {
        boolean differ = terms.stderr() > ROUNDING * Math.abs(value);
        double ofTerms = terms.kurtosis() >= 1 ? 2 * clusters / (terms.kurtosis() - 1) : LEAST_FREEDOM;
        double freedom =
                Math.max(LEAST_FREEDOM, Math.min(Math.min(clusters, effective) - 1, differ ? ofTerms : clusters));
        boolean exists =
                differ && Double.isFinite(unbiased) && !(wholeWeights && freedom < LEAST_FREEDOM_OF_WHOLE_WEIGHTS);
        return new IntervalRule(exists, terms.stderr(), terms.skewness(), freedom, unbiased - value, clusters);
    }

    /** An interval; NaN where none can be had honestly. */
    record Ends(double low, double high) {
        double width() {
            return high - low;
        }
    }

    Ends about(double value) {
        return new Ends(value - below(), value + above());
    }

    /** The interval about a rate, or with the sign −1 about its negative; with the mean episodes of a cluster. */
    Ends aboutRate(double value, double sign, double effective, double perCluster) {
        if (!(effective > 0)) {
            return about(value);
        }
        double rate = sign * value;
        double variance = rate * (1 - rate);
        boolean differ = variance > 0 && stderr > ROUNDING * rate;
        double n = differ ? Math.min(variance / (stderr * stderr), effective * perCluster) : effective;
        double z = WIDENING * quantile(Math.max(LEAST_FREEDOM, Math.min(clusters, effective) - 1));
        double square = z * z / n;
        double centre = sign * (rate + square / 2) / (1 + square);
        double half = Math.sqrt(square * variance + square * square / 4) / (1 + square);
        return new Ends(centre - half + Math.min(0, unseen), centre + half + Math.max(0, unseen));
    }

    /** Of the difference from another estimate: as free as the less free of both; none if one of both has none. */
    IntervalRule minus(IntervalRule other, double stderrOfDifference, double skewnessOfDifference) {
        double least = Math.min(freedom, other.freedom);
        boolean honest = exists && other.exists && stderrOfDifference >= 0;
        return new IntervalRule(honest, stderrOfDifference, skewnessOfDifference, least, 0, clusters);
    }

    /** How far the interval reaches below the estimate; NaN without one. */
    double below() {
        return Math.max(reach(skewness < 0) + Math.max(0, -unseen), -Math.log(tail) * rareBelow);
    }

    /** How far it reaches above the estimate; NaN without one. */
    double above() {
        return Math.max(reach(skewness > 0) + Math.max(0, unseen), -Math.log(tail) * rareAbove);
    }

    private double reach(boolean skewed) {
        double q = quantile(freedom);
        double longer = skewed ? (1 + 2 * q * q) * Math.abs(skewness) / (6 * Math.sqrt(clusters)) : 0;
        return exists ? WIDENING * (q + longer) * stderr : Double.NaN;
    }

    /** How many more clusters would make the interval half as wide, if they are as the others are. */
    long moreToHalve() {
        return Math.round(clustersFor(WIDENING * quantile(freedom) * stderr / 2)) - clusters;
    }

    /** With how many clusters, if they are as these are, the interval reaches no farther; infinite if with none. */
    double clustersFor(double reach) {
        long low = 1;
        long high = 1L << 50;
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            double times = (double) middle / clusters;
            double free = Math.max(LEAST_FREEDOM, freedom * times);
            if (WIDENING * quantile(free) * stderr / Math.sqrt(times) <= reach) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high == 1L << 50 ? Double.POSITIVE_INFINITY : high;
    }

    private double quantile(double degrees) {
        return TDistribution.of(degrees).inverseSurvivalProbability(tail);
    }
}
