package io.emphatic.logs.doctor;

/**
 * Numbers X ≥ 0 that average 1 over a correct log, whatever the states were and however steps depend on each other: E[X
 * | past] = 1. How likely is an average as far away as theirs? Both answers are upper bounds that hold for any number
 * of rows, so that a rare action does not look like a wrong probability:
 *
 * <pre>
 *   above:  ln P ≤ −(d − v ln(1 + d/v))    d = Σ(X − 1), v = Σ(X − 1)²     (Fan, Grama &amp; Liu 2015, for X − 1 ≥ −1)
 *   above and below:  ln P ≤ −(V/b²) h(b d/V)    h(u) = (1 + u) ln(1 + u) − u     (Bennett 1962; Freedman 1975)
 * </pre>
 *
 * where V is the sum of the variances of X given the past, and b the most that X can be above 1, or 1 below it. A mean
 * that is too small says nothing of the rare large numbers that are missing from it, so an empirical variance would not
 * do there.
 */
record UnitMean(long count, double sum, double squares) {
    private static final double LEVEL = 0.01; // how often a correct log may be complained about, over all comparisons

    private static final double CLOSE = 0.05; // averages closer to 1 are not worth a word, however certain

    double mean() {
        return sum / count;
    }

    /** Whether the mean is too large to be chance, in a family of this many comparisons. */
    boolean isTooLarge(int comparisons) {
        double excess = sum - count;
        return mean() > 1 + CLOSE && logChanceFromSquares(excess) < logLevel(comparisons);
    }

    /** The same where the variance of X given the past, summed up, and the most that X can be, are known. */
    boolean isTooLarge(double variance, double most, int comparisons) {
        double excess = sum - count;
        return mean() > 1 + CLOSE && logBennett(excess, variance, most - 1) < logLevel(comparisons);
    }

    /** Whether the mean is so small that it has to be asked whether that is chance. */
    boolean isSmall() {
        return mean() < 1 - CLOSE;
    }

    /** Whether the mean is too small to be chance; {@code variance} as above, infinite if nothing is known of it. */
    boolean isTooSmall(double variance, int comparisons) {
        return isSmall() && logBennett(count - sum, variance, 1) < logLevel(comparisons);
    }

    private static double logLevel(int comparisons) {
        return Math.log(LEVEL / comparisons);
    }

    private double logChanceFromSquares(double d) {
        return -(d - squares * Math.log1p(d / squares));
    }

    private static double logBennett(double d, double variance, double bound) {
        if (variance == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        double u = bound * d / variance;
        double h = u < 1e-4 ? u * u / 2 : (1 + u) * Math.log1p(u) - u; // the difference cancels for small u
        return Double.isInfinite(variance) ? 0 : -variance / (bound * bound) * h;
    }
}
