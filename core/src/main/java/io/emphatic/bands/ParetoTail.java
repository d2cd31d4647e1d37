package io.emphatic.bands;

import java.util.Arrays;

/**
 * The shape k̂ of the tail of weights: a generalised Pareto distribution fitted to the largest by Zhang &amp; Stephens
 * (2009), with the weak prior on k of Vehtari, Simpson, Gelman, Yao &amp; Gabry ("Pareto smoothed importance sampling",
 * §2.2, app. C).
 *
 * <pre>
 *   θ_j = 1/x_(n) + (1 − √(m/(j − ½))) / (3 x_(⌊n/4 + ½⌋)),  j = 1 … m = 30 + ⌊√n⌋
 *   ℓ(θ) = n (log(−θ/k(θ)) − k(θ) − 1),  k(θ) = mean log(1 − θx),  θ̂ = Σ θ_j e^{ℓ(θ_j)} / Σ e^{ℓ(θ_j)}
 *   k̂ = (n k(θ̂) + 10 · ½) / (n + 10)
 * </pre>
 *
 * where x are the amounts by which the largest weights exceed the next one.
 */
public final class ParetoTail {
    /** A smaller tail is not looked at. */
    public static final int SMALLEST_TAIL = 5;

    private static final int GRID = 30;
    private static final double PRIOR_WEIGHT = 10;
    private static final double PRIOR_SHAPE = 0.5;

    private ParetoTail() {}

    /** How many weights of N are the tail: min(N/5, 3√N), rounded up. */
    public static int size(long count) {
        return (int) Math.ceil(Math.min(count / 5.0, 3 * Math.sqrt(count)));
    }

    /**
     * k̂ of N weights; null if fewer than five of the tail differ from the weight below it, as no tail shows then.
     *
     * @param largest at least the tail and the weight below it, in increasing order. Not modified.
     */
    public static Double shape(double[] largest, long count) {
        return shapeOfTail(largest, size(count));
    }

    /** k̂ of a tail of this many weights. */
    static Double shapeOfTail(double[] largest, int size) {
        int below = largest.length - size - 1;
        if (size < SMALLEST_TAIL || below < 0) {
            return null;
        }
        double scale = largest[largest.length - 1];
        double[] exceeding = new double[size];
        int n = 0;
        for (int j = below + 1; j < largest.length; j++) {
            double x = (largest[j] - largest[below]) / scale;
            if (x > 0) {
                exceeding[n++] = x;
            }
        }
        return n < SMALLEST_TAIL ? null : fit(Arrays.copyOf(exceeding, n));
    }

    /** @param x in increasing order, positive. Not modified. */
    public static double fit(double[] x) {
        int n = x.length;
        int m = GRID + (int) Math.sqrt(n);
        double quarter = x[(int) Math.floor(n / 4.0 + 0.5) - 1];
        double[] theta = new double[m];
        double[] likelihood = new double[m];
        double highest = Double.NEGATIVE_INFINITY;
        for (int j = 0; j < m; j++) {
            theta[j] = 1 / x[n - 1] + (1 - Math.sqrt(m / (j + 0.5))) / (3 * quarter);
            double k = shape(theta[j], x);
            likelihood[j] = n * (Math.log(-theta[j] / k) - k - 1);
            highest = Double.isNaN(likelihood[j]) ? highest : Math.max(highest, likelihood[j]);
        }
        double total = 0;
        double mean = 0;
        for (int j = 0; j < m; j++) {
            double weight = Double.isNaN(likelihood[j]) ? 0 : Math.exp(likelihood[j] - highest);
            total += weight;
            mean += weight * theta[j];
        }
        double k = shape(mean / total, x);
        return (n * k + PRIOR_WEIGHT * PRIOR_SHAPE) / (n + PRIOR_WEIGHT);
    }

    private static double shape(double theta, double[] x) {
        double sum = 0;
        for (double value : x) {
            sum += Math.log1p(-theta * value);
        }
        return sum / x.length;
    }
}
