package io.emphatic.evaluation;

import java.util.List;

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
        this.shared = new SharedTrace(lambda, plain == null ? List.of(sums) : List.of(sums, plain));
        this.later = lambda == 0 ? null : new TraceSums(features, targets, byFold);
        this.decay = new double[later == null ? 0 : targets][length];
        this.gain = new double[later == null ? 0 : targets][length];
    }

    /** Whether this is its λ; NaN is that of each row. */
    boolean isAt(double all) {
        return Double.compare(lambda, all) == 0;
    }

    /** What is to be added by {@link SharedTraceSums}, weighted. */
    SharedTrace shared() {
        return shared;
    }

    /**
     * @param all ρ_t F_t of each target in the block's rows
     * @param first the same with F of the first starts only
     */
    void weigh(double[][] all, double[][] first) {
        sums.weigh(later == null ? all : first);
    }

    /** Adds what comes from later starts. */
    void addLater(EpisodeBlock block, double[][] ratios, List<SplitFollowOn> followOns) {
        if (later == null) {
            return;
        }
        if (!block.laterStarts) {
            later.forget();
            return;
        }
        for (int k = 0; k < ratios.length; k++) {
            prepare(block, ratios[k], followOns.get(k).later(), decay[k], gain[k]);
        }
        later.add(block, decay, gain);
    }

    private void prepare(EpisodeBlock block, double[] ratio, double[] followOn, double[] decays, double[] gains) {
        for (int i = 0; i < block.rows; i++) {
            boolean first = block.has(EpisodeBlock.FIRST, i);
            double weight = Double.isNaN(lambda) ? block.lambda[i] : lambda;
            double interest = block.has(EpisodeBlock.STARTS, i) && !first ? 1 : 0;
            decays[i] = first ? 0 : ratio[i] * block.gamma[i] * weight;
            gains[i] = ratio[i] * (weight * interest + (1 - weight) * followOn[i]);
        }
    }

    void addTo(int target, int without, double[] a, double[] b) {
        sums.addTo(target, without, a, b);
        if (later != null) {
            later.addTo(target, without, a, b);
        }
    }
}
