package io.emphatic.evaluation;

import java.util.List;

/**
 * The direction of traces that is the same for all targets; EVALUATION.md §2. Between two starts Fₜ = γₜρₜ₋₁Fₜ₋₁, and
 * the trace of {@code elstd} is a mean of the features:
 *
 * <pre>
 *   eₜ = ρₜFₜmₜ     mₜ = λₜmₜ₋₁ + (1 − λₜ)φₜ, m₀ = φ₀
 * </pre>
 */
final class SharedTrace {
    private final double lambda; // NaN: that of the rows
    private final List<WeightedSums> sums;
    private double[][] means = new double[0][]; // mₜ of the row before, then of some rows

    /**
     * @param lambda of all rows; NaN: that of each row
     * @param sums what its products are added to
     */
    SharedTrace(double lambda, List<WeightedSums> sums) {
        this.lambda = lambda;
        this.sums = sums;
    }

    List<WeightedSums> sums() {
        return sums;
    }

    /** @param phi φ_t of some rows, each several times over, as the means are to be */
    void advance(EpisodeBlock block, int from, int to, double[][] phi) {
        if (means.length == 0) {
            means = new double[phi.length + 1][phi[0].length];
        }
        for (int i = from; i < to; i++) {
            double[] now = means[i - from + 1];
            double kept = Double.isNaN(lambda) ? block.lambda[i] : lambda;
            if (kept == 0 || block.has(EpisodeBlock.FIRST, i)) {
                System.arraycopy(phi[i - from], 0, now, 0, now.length);
            } else {
                LongLoops.mix(kept, means[i - from], phi[i - from], now);
            }
        }
        System.arraycopy(means[to - from], 0, means[0], 0, means[0].length);
    }

    /** m_t of one of those rows. */
    double[] mean(int row) {
        return means[row + 1];
    }
}
