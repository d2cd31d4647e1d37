package io.emphatic.logs.doctor;

import io.emphatic.logs.spec.PolicyColumns;

/**
 * Sums over the ratios of a policy, row by row: Σρ, Σ(ρ − 1)², and what bounds their variances ({@link RatioCheck}),
 *
 * <pre>
 *   V = Σ (π²/μ − 1) + Σ (1 − π)² / min(m, 1 − μ)     m: the smallest μ of the log
 * </pre>
 *
 * Since m is only known at the end, rows are put into bins of 1 − μ, four per power of 2. In the bin that m lies in, V
 * is up to a quarter too large; it is exact elsewhere.
 */
public final class PolicyRatios {
    private static final int SHIFT = 50; // leaves the exponent and two more bits of a number
    private static final int FIRST = bits(0x1p-53); // no probability below 1 is closer to 1
    private static final int BINS = bits(1) - FIRST + 1;

    private final PolicyColumns policy;
    private double sum;
    private double squares;
    private double own; // Σ (π²/μ − 1)
    private final double[] others = new double[BINS]; // Σ (1 − π)², by 1 − μ
    private final double[] quotients = new double[BINS]; // Σ (1 − π)²/(1 − μ)
    private boolean unbounded; // whether a row leaves nothing to other actions, and the target does

    PolicyRatios(PolicyColumns policy) {
        this.policy = policy;
    }

    private static int bits(double value) {
        return (int) (Double.doubleToRawLongBits(value) >>> SHIFT);
    }

    /** Includes the first rows of these columns, and their ratios. */
    public void include(double[][] columns, double[] ratios, int rows) {
        double total = sum;
        double apart = squares;
        for (int row = 0; row < rows; row++) {
            double above = ratios[row] - 1;
            total += ratios[row];
            apart += above * above;
        }
        sum = total;
        squares = apart;
        if (policy.ratio() == null && !policy.target().equals(policy.behaviour())) {
            includeProbabilities(columns, ratios, rows);
        }
    }

    private void includeProbabilities(double[][] columns, double[] ratios, int rows) {
        double total = own;
        for (int row = 0; row < rows; row++) {
            double pi = policy.target().at(columns, row);
            double left = 1 - policy.behaviour().at(columns, row);
            total += pi * ratios[row] - 1;
            double other = (1 - pi) * (1 - pi);
            if (left > 0) {
                int bin = bits(left) - FIRST;
                others[bin] += other;
                quotients[bin] += other / left;
            } else {
                unbounded |= other > 0;
            }
        }
        own = total;
    }

    UnitMean mean(long rows) {
        return new UnitMean(rows, sum, squares);
    }

    /** V, or infinity. */
    double variance(double least) {
        double variance = unbounded ? Double.POSITIVE_INFINITY : own;
        for (int bin = 0; bin < BINS; bin++) {
            double low = Double.longBitsToDouble((long) (FIRST + bin) << SHIFT);
            double high = Double.longBitsToDouble((long) (FIRST + bin + 1) << SHIFT);
            variance += high <= least ? quotients[bin] : others[bin] / Math.min(low, least);
        }
        return variance;
    }
}
