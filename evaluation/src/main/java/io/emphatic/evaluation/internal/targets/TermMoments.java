package io.emphatic.evaluation.internal.targets;

import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.LogShape;
import java.io.IOException;

/**
 * Moments of the terms of several estimates, about a shift near their mean. A cluster of m episodes adds the sum Y of
 * their terms; with Y' = Y − m·shift,
 *
 * <pre>
 *   mean = shift + Σ Y' / N     stderr² = G/(G − 1) · Σ (Y' − m (mean − shift))² / N²
 * </pre>
 *
 * over G clusters with N episodes. With one episode per cluster that is the standard deviation of the terms over √N.
 */
public final class TermMoments {
    private final double[] shift;
    private final double[] sum; // Σ Y'
    private final double[] squares; // Σ Y'²
    private final double[] cubes; // Σ Y'³
    private final double[] fourths; // Σ Y'⁴
    private final double[] crossed; // Σ mY'
    private final double[] open; // Y' of the cluster so far
    private double openStarts; // and its m

    public TermMoments(double[] shift) {
        this.shift = shift.clone();
        this.sum = new double[shift.length];
        this.squares = new double[shift.length];
        this.cubes = new double[shift.length];
        this.fourths = new double[shift.length];
        this.crossed = new double[shift.length];
        this.open = new double[shift.length];
    }

    public void add(double[] terms, int at, double starts, boolean joins) {
        if (!joins) {
            closeCluster();
        }
        for (int e = 0; e < shift.length; e++) {
            terms[at + e] -= starts * shift[e];
            open[e] += terms[at + e];
        }
        openStarts += starts;
    }

    /** No further life is of the same cluster. */
    public void closeCluster() {
        for (int e = 0; openStarts > 0 && e < shift.length; e++) {
            double y = open[e];
            open[e] = 0;
            sum[e] += y;
            double square = y * y;
            squares[e] += square;
            cubes[e] += square * y;
            fourths[e] += square * square;
            crossed[e] += openStarts * y;
        }
        openStarts = 0;
    }

    public void exchange(SumExchange sums) throws IOException {
        for (double[] moment : new double[][] {sum, squares, cubes, fourths, crossed}) {
            sums.totals(moment);
        }
    }

    public double mean(int estimate, LogShape.Clusters clusters) {
        return shift[estimate] + sum[estimate] / clusters.weight();
    }

    /** NaN with a single cluster. */
    public double error(int estimate, LogShape.Clusters clusters) {
        return clusters.error(deviations(estimate, clusters));
    }

    /** Σ over clusters of the squared deviations from the mean. */
    public double deviations(int estimate, LogShape.Clusters clusters) {
        double offset = offset(estimate, clusters);
        return squares[estimate] - 2 * offset * crossed[estimate] + offset * offset * clusters.squares();
    }

    /** Of the terms of clusters; skewness and kurtosis are NaN where they do not differ. */
    public record Shape(double stderr, double skewness, double kurtosis) {}

    public Shape shape(int estimate, LogShape.Clusters clusters) {
        double count = clusters.count();
        double mean = sum[estimate] / count;
        double square = mean * mean;
        // Σ (Y' − m)² = Σ Y'² − G m²
        double second = squares[estimate] - count * square;
        // Σ (Y' − m)³ = Σ Y'³ − 3m Σ Y'² + 2G m³
        double third = cubes[estimate] - 3 * mean * squares[estimate] + 2 * count * square * mean;
        // Σ (Y' − m)⁴ = Σ Y'⁴ − 4m Σ Y'³ + 6m² Σ Y'² − 3G m⁴
        double fourth = fourths[estimate]
                - 4 * mean * cubes[estimate]
                + 6 * square * squares[estimate]
                - 3 * count * square * square;
        return new Shape(
                error(estimate, clusters),
                third / second * Math.sqrt(count / second),
                fourth / second * count / second);
    }

    public double offset(int estimate, LogShape.Clusters clusters) {
        return sum[estimate] / clusters.weight();
    }

    public double shift(int estimate) {
        return shift[estimate];
    }

    public double crossed(int estimate) {
        return crossed[estimate];
    }
}
