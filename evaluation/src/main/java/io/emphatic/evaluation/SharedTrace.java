package io.emphatic.evaluation;

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
    private final double[][] means; // mₜ of the row before, then of some rows
    final WeightedSums emphatic; // what its products are added to where they are noticed; null for none
    final WeightedSums plain; // and in any case; null for none

    /**
     * @param lambda of all rows; NaN: that of each row
     * @param emphatic null for none
     * @param plain null for none
     */
    SharedTrace(int features, double lambda, WeightedSums emphatic, WeightedSums plain) {
        this.lambda = lambda;
        this.means = new double[NoticedRows.ROWS_AT_ONCE + 1][features];
        this.emphatic = emphatic;
        this.plain = plain;
    }

    /** Goes on to the next rows, from {@code from} to before {@code to}. */
    void advance(EpisodeBlock block, int from, int to) {
        int features = block.features;
        for (int i = from; i < to; i++) {
            double[] before = means[i - from];
            double[] now = means[i - from + 1];
            double kept = Double.isNaN(lambda) ? block.lambda[i] : lambda;
            if (kept == 0 || block.has(EpisodeBlock.FIRST, i)) {
                System.arraycopy(block.phi, i * features, now, 0, features);
            } else {
                for (int p = 0; p < features; p++) {
                    now[p] = Math.fma(kept, before[p], (1 - kept) * block.phi[i * features + p]);
                }
            }
        }
        System.arraycopy(means[to - from], 0, means[0], 0, features);
    }

    /** m_t of one of those rows. */
    double[] mean(int row) {
        return means[row + 1];
    }
}
