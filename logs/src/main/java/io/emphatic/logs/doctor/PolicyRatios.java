package io.emphatic.logs.doctor;

import io.emphatic.logs.spec.PolicyColumns;

/**
 * Sums over the ratios of a policy, row by row: Σρ, Σ(ρ − 1)², and what bounds their variances ({@link RatioCheck}),
 *
 * <pre>
 *   V = Σ (π²/μ − 1) + Σ (1 − π)² / min(m, 1 − μ)     m: the smallest μ of the log
 * </pre>
 *
 * m is only known at the end. Where 1 − μ is at least the smallest μ so far, it is at least m; that is nearly every
 * row, since the other actions share 1 − μ. The rest is put into bins of 1 − μ, four per power of 2. In the bin that m
 * lies in, V is up to a quarter too large; it is exact elsewhere.
 */
final class PolicyRatios {
    private static final int SHIFT = 50; // leaves the exponent and two more bits of a number
    private static final int FIRST = bits(0x1p-53); // no probability below 1 is closer to 1
    private static final int BINS = bits(1) - FIRST + 1;

    private final PolicyColumns policy;
    private double sum;
    private double squares;
    private double own; // Σ (π²/μ − 1)
    private double plain; // Σ (1 − π)² where min(m, 1 − μ) = m
    private final double[] others = new double[BINS]; // Σ (1 − π)², by 1 − μ; of the other rows
    private final double[] quotients = new double[BINS]; // Σ (1 − π)²/(1 − μ)
    private boolean unbounded; // whether a row leaves nothing to other actions, and the target does

    PolicyRatios(PolicyColumns policy) {
        this.policy = policy;
    }

    private static int bits(double value) {
        return (int) (Double.doubleToRawLongBits(value) >>> SHIFT);
    }

    /**
     * Includes the first rows of these columns, and their ratios.
     *
     * @param least the smallest μ of these rows and those before them
     */
    void include(double[][] columns, double[] ratios, int rows, double least) {
        double even = 0;
        double odd = 0;
        double evenSquares = 0;
        double oddSquares = 0;
        int row = 0;
        for (; row + 1 < rows; row += 2) {
            double above = ratios[row] - 1;
            double nextAbove = ratios[row + 1] - 1;
            even += ratios[row];
            odd += ratios[row + 1];
            evenSquares += above * above;
            oddSquares += nextAbove * nextAbove;
        }
        if (row < rows) {
            even += ratios[row];
            evenSquares += (ratios[row] - 1) * (ratios[row] - 1);
        }
        sum += even + odd;
        squares += evenSquares + oddSquares;
        if (policy.ratio() == null && !policy.target().equals(policy.behaviour())) {
            includeProbabilities(columns, ratios, rows, least);
        }
    }

    private void includeProbabilities(double[][] columns, double[] ratios, int rows, double least) {
        double[] target =
                policy.target().isConstant() ? null : columns[policy.target().slot()];
        double[] behaviour = policy.behaviour().isConstant()
                ? null
                : columns[policy.behaviour().slot()];
        double ownSum = 0;
        double plainSum = 0;
        for (int row = 0; row < rows; row++) {
            double pi = target == null ? policy.target().value() : target[row];
            double left = 1 - (behaviour == null ? policy.behaviour().value() : behaviour[row]);
            double other = (1 - pi) * (1 - pi);
            ownSum += pi * ratios[row] - 1;
            plainSum += left >= least ? other : 0;
            if (left < least) {
                putIntoBin(left, other);
            }
        }
        own += ownSum;
        plain += plainSum;
    }

    private void putIntoBin(double left, double other) {
        if (left > 0) {
            int bin = bits(left) - FIRST;
            others[bin] += other;
            quotients[bin] += other / left;
        } else {
            unbounded |= other > 0;
        }
    }

    UnitMean mean(long rows) {
        return new UnitMean(rows, sum, squares);
    }

    /** V, or infinity. */
    double variance(double least) {
        double variance = unbounded ? Double.POSITIVE_INFINITY : own + plain / least;
        for (int bin = 0; bin < BINS; bin++) {
            double low = Double.longBitsToDouble((long) (FIRST + bin) << SHIFT);
            double high = Double.longBitsToDouble((long) (FIRST + bin + 1) << SHIFT);
            variance += high <= least ? quotients[bin] : others[bin] / Math.min(low, least);
        }
        return variance;
    }
}
