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
    private final double[][] means; // mₜ of the row before, then of some rows
    private final double[] smallest; // absolute component of each
    private final double[] largest;

    /**
     * @param lambda of all rows; NaN: that of each row
     * @param sums what its products are added to
     * @param rows at once, at most
     */
    SharedTrace(int features, double lambda, List<WeightedSums> sums, int rows) {
        this.lambda = lambda;
        this.sums = sums;
        this.means = new double[rows + 1][features];
        this.smallest = new double[rows + 1];
        this.largest = new double[rows + 1];
    }

    List<WeightedSums> sums() {
        return sums;
    }

    /** Goes on to the next rows, from {@code from} to before {@code to}. */
    void advance(EpisodeBlock block, int from, int to) {
        int features = block.features;
        for (int i = from; i < to; i++) {
            double[] before = means[i - from];
            double[] now = means[i - from + 1];
            double kept = block.has(EpisodeBlock.FIRST, i) ? 0 : Double.isNaN(lambda) ? block.lambda[i] : lambda;
            double low = Double.POSITIVE_INFINITY;
            double high = 0;
            for (int p = 0; p < features; p++) {
                double phi = block.phi[i * features + p];
                double mean = kept == 0 ? phi : kept * before[p] + (1 - kept) * phi;
                now[p] = mean;
                low = Math.min(low, Math.abs(mean));
                high = Math.max(high, Math.abs(mean));
            }
            smallest[i - from + 1] = low;
            largest[i - from + 1] = high;
        }
        System.arraycopy(means[to - from], 0, means[0], 0, features);
    }

    /** m_t of one of those rows. */
    double[] mean(int row) {
        return means[row + 1];
    }

    /** Its smallest absolute component. */
    double smallest(int row) {
        return smallest[row + 1];
    }

    /** Its largest absolute component. */
    double largest(int row) {
        return largest[row + 1];
    }
}
