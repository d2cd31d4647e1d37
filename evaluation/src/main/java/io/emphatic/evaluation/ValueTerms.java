package io.emphatic.evaluation;

import java.util.Arrays;
import java.util.List;

/**
 * The second pass over the state values of several targets, each a lane: what each life adds to {@code elstd},
 * {@code vdr}, {@code wdr} and {@code lstd}; EVALUATION.md §2. Each is linear in θ, so that a life is summed up before
 * any θ is asked:
 *
 * <pre>
 *   Σ iₜv̂(Sₜ) + Σ cₜδₜ(v̂) = Σ cₜRₜ₊₁ + θᵀ(Σ iₜφₜ − Σ cₜ(φₜ − γₜ₊₁φₜ₊₁))     over the steps
 *
 *   elstd, vdr   cₜ = Fₜρₜ
 *   wdr          cₜ = N gₜwₜ
 *   lstd         cₜ = zᵀeₜ, Aᵀz = Σ φ over starts: what an error of b would do to the estimate
 * </pre>
 */
final class ValueTerms {
    private final int features;
    private final int lanes;
    private final List<TargetModels> models;
    private final LaneProducts dualOf; // zᵀφ
    private final double[][] duals; // zᵀeₜ by row and lane
    private final double[] dualTrace; // zᵀeₜ₋₁
    private final double[] starts; // Σ iₜφₜ of the life so far
    private final DifferenceSums emphatic; // Σ cₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁) of the same
    private final DifferenceSums weighted;
    private final DifferenceSums plain;

    /**
     * @param models of each lane
     * @param length of the blocks' columns
     */
    ValueTerms(int features, List<TargetModels> models, int length) {
        this.features = features;
        this.lanes = models.size();
        this.models = models;
        this.dualOf = new LaneProducts(
                features, models.stream().map(TargetModels::lstdDual).toList());
        this.duals = new double[length][lanes];
        this.dualTrace = new double[lanes];
        this.starts = new double[features];
        this.emphatic = new DifferenceSums(features, lanes);
        this.weighted = new DifferenceSums(features, lanes);
        this.plain = new DifferenceSums(features, lanes);
    }

    /**
     * @param ratio ρ_t by row and lane
     * @param emphases ρ_t F_t of the same; set to 0 where there is no step. Modified.
     * @param weights N g_t w_t of the same; 0 where there is no step
     * @param targets whose terms are put
     */
    void add(EpisodeBlock block, double[][] ratio, double[][] emphases, double[][] weights, List<TargetState> targets) {
        traceDual(block, ratio);
        int from = 0;
        int at = 0;
        for (int i = 0; i < block.rows; i++) {
            if (block.has(EpisodeBlock.CUT, i)) {
                Arrays.fill(emphases[i], 0);
                Arrays.fill(duals[i], 0);
            }
            if (block.has(EpisodeBlock.STARTS, i)) {
                for (int p = 0; p < features; p++) {
                    starts[p] += block.phi[i * features + p];
                }
            }
            if (block.has(EpisodeBlock.LAST, i)) {
                addRows(block, from, i + 1, emphases, weights);
                for (int k = 0; k < lanes; k++) {
                    finish(k, block.fold[i], targets.get(k).terms(), at);
                }
                clear();
                from = i + 1;
                at += TargetGroup.TERMS;
            }
        }
        addRows(block, from, block.rows, emphases, weights);
    }

    private void addRows(EpisodeBlock block, int from, int to, double[][] emphases, double[][] weights) {
        emphatic.add(block, from, to, emphases);
        weighted.add(block, from, to, weights);
        plain.add(block, from, to, duals);
    }

    /** zᵀeₜ = ρₜ(γₜλₜzᵀeₜ₋₁ + zᵀφₜ). */
    private void traceDual(EpisodeBlock block, double[][] ratio) {
        dualOf.of(block.phi, block.rows, duals);
        double[] before = dualTrace;
        for (int i = 0; i < block.rows; i++) {
            double kept = block.gamma[i] * block.lambda[i];
            if (kept == 0) { // whatever is before
                LongLoops.multiply(duals[i], ratio[i], duals[i]);
            } else {
                LongLoops.trace(duals[i], ratio[i], kept, before);
            }
            before = duals[i];
        }
        System.arraycopy(before, 0, dualTrace, 0, lanes);
    }

    private void finish(int k, int fold, double[] terms, int at) {
        TargetModels model = models.get(k);
        double[] without = model.elstdWithout() == null ? null : model.elstdWithout()[fold];
        terms[at + Estimator.WDR.ordinal()] += without == null ? 0 : term(without, weighted, k);
        terms[at + Estimator.VDR.ordinal()] = term(without, emphatic, k);
        terms[at + Estimator.ELSTD.ordinal()] = term(model.elstd(), emphatic, k);
        for (int j = 0; j < TargetGroup.LAMBDAS.length; j++) {
            terms[at + Estimator.count() + j] = term(model.byLambda()[j], emphatic, k);
        }
        terms[at + Estimator.LSTD.ordinal()] = term(model.lstd(), plain, k);
    }

    private double term(double[] theta, DifferenceSums differences, int k) {
        double[][] sums = differences.sums();
        double term = sums[features][k];
        for (int p = 0; p < features && theta != null; p++) {
            term += theta[p] * (starts[p] - sums[p][k]);
        }
        return term;
    }

    private void clear() {
        Arrays.fill(starts, 0);
        emphatic.clear();
        weighted.clear();
        plain.clear();
    }
}
