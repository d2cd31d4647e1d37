package io.emphatic.evaluation;

/**
 * Least squares of {@code elstd} with one λ, of several targets; EVALUATION.md §2. What comes from the first start of a
 * life has the same direction for all targets; traces of later starts are followed one by one:
 *
 * <pre>
 *   eₜ = ρₜFₜmₜ + e'ₜ     e'ₜ = ρₜ(γₜλₜe'ₜ₋₁ + (λₜi'ₜ + (1 − λₜ)F'ₜ)φₜ)
 * </pre>
 *
 * <p>First rows of lives are left out.
 */
final class EmphaticSums {
    private final double lambda; // NaN: that of the rows
    private final WeightedSums sums;
    private final SharedTrace shared;
    private final TraceSums later; // null with λ = 0, where the trace is ρₜFₜφₜ with any starts
    private final double[][] decay;
    private final double[][] gain;

    /**
     * @param lambda NaN for that of the rows
     * @param plain gets the products weighted by ρ_t, too; null for none
     */
    EmphaticSums(int features, double lambda, int targets, boolean byFold, WeightedSums plain, int length) {
        this.lambda = lambda;
        this.sums = new WeightedSums(features, targets, byFold);
        this.shared = new SharedTrace(features, lambda, sums, plain);
        this.later = lambda == 0 ? null : new TraceSums(features, targets, byFold);
        this.decay = new double[later == null ? 0 : length][targets];
        this.gain = new double[later == null ? 0 : length][targets];
    }

    /** Whether this is its λ; NaN is that of each row. */
    boolean isAt(double all) {
        return Double.compare(lambda, all) == 0;
    }

    /** What is to be added by {@link SharedTraceSums}, weighted. */
    SharedTrace shared() {
        return shared;
    }

    /** Its products are weighed by F_t of first starts, or of all where they have the same direction. */
    void weigh(SplitFollowOn followOn) {
        sums.weigh(later == null ? followOn.emphases() : followOn.firstEmphases());
    }

    /** Adds what comes from later starts. */
    void addLater(EpisodeBlock block, double[][] ratio, SplitFollowOn followOn) {
        if (later == null) {
            return;
        }
        if (!block.laterStarts) {
            later.forget();
            return;
        }
        for (int i = 0; i < block.rows; i++) {
            prepare(block, i, ratio[i], followOn.laterEmphases()[i]);
        }
        later.add(block, decay, gain);
    }

    private void prepare(EpisodeBlock block, int i, double[] ratio, double[] emphases) {
        boolean first = block.has(EpisodeBlock.FIRST, i);
        double weight = Double.isNaN(lambda) ? block.lambda[i] : lambda;
        double interest = block.has(EpisodeBlock.STARTS, i) && !first ? weight : 0;
        double kept = first ? 0 : block.gamma[i] * weight;
        for (int k = 0; k < ratio.length; k++) {
            decay[i][k] = ratio[k] * kept;
            gain[i][k] = Math.fma(1 - weight, emphases[k], ratio[k] * interest);
        }
    }

    void addTo(int target, int without, double[] a, double[] b) {
        sums.addTo(target, without, a, b);
        if (later != null) {
            later.addTo(target, without, a, b);
        }
    }
}
