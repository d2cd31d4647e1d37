package io.emphatic.evaluation;

import java.util.Arrays;

/**
 * The second pass over the state values of one target: what each life adds to {@code elstd}, {@code vdr}, {@code wdr}
 * and {@code lstd}; EVALUATION.md §2. Each is linear in θ, so that a life is summed up before any θ is asked:
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
    private final TargetModels models;
    private final double[] starts; // Σ iₜφₜ of the life so far
    private final double[] emphatic; // Σ cₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁) of the same
    private final double[] weighted;
    private final double[] plain;
    private final double[][] sums; // these three
    private final double[][] coefficients; // their cₜ by row
    private final double[] duals;
    private double dualTrace; // zᵀeₜ₋₁

    /** @param length of the blocks' columns */
    ValueTerms(int features, TargetModels models, int length) {
        this.features = features;
        this.models = models;
        this.starts = new double[features];
        this.emphatic = new double[features + 1];
        this.weighted = new double[features + 1];
        this.plain = new double[features + 1];
        this.sums = new double[][] {emphatic, weighted, plain};
        this.coefficients = new double[sums.length][];
        this.duals = new double[length];
    }

    /**
     * @param emphases ρ_t F_t of the block's rows; set to 0 where there is no step. Modified.
     * @param weights N g_t w_t of the same; 0 where there is no step
     * @param terms of each life, {@link TargetGroup#TERMS} numbers. Modified.
     */
    void add(EpisodeBlock block, double[] ratio, double[] emphases, double[] weights, double[] terms) {
        if (models.lstdDual() != null) {
            traceDual(block, ratio);
        }
        for (int i = 0; i < block.rows; i++) {
            if (block.has(EpisodeBlock.CUT, i)) {
                emphases[i] = 0;
                duals[i] = 0;
            }
        }
        coefficients[0] = emphases;
        coefficients[1] = weights;
        coefficients[2] = duals;
        int from = 0;
        int at = 0;
        for (int i = 0; i < block.rows; i++) {
            if (block.has(EpisodeBlock.STARTS, i)) {
                for (int p = 0; p < features; p++) {
                    starts[p] += block.phi[i * features + p];
                }
            }
            if (block.has(EpisodeBlock.LAST, i)) {
                DifferenceSums.addThree(block, from, i + 1, coefficients, sums);
                finish(block.fold[i], terms, at);
                from = i + 1;
                at += TargetGroup.TERMS;
            }
        }
        DifferenceSums.addThree(block, from, block.rows, coefficients, sums);
    }

    /** zᵀeₜ = ρₜ(γₜλₜzᵀeₜ₋₁ + zᵀφₜ). */
    private void traceDual(EpisodeBlock block, double[] ratio) {
        block.project(models.lstdDual(), duals);
        double[] gamma = block.gamma;
        double[] lambda = block.lambda;
        double before = dualTrace;
        for (int i = 0; i < block.rows; i++) {
            double kept = gamma[i] * lambda[i];
            before = ratio[i] * (kept == 0 ? duals[i] : Math.fma(kept, before, duals[i]));
            duals[i] = before;
        }
        dualTrace = before;
    }

    private void finish(int fold, double[] terms, int at) {
        double[] without = models.elstdWithout() == null ? null : models.elstdWithout()[fold];
        terms[at + Estimator.WDR.ordinal()] += without == null ? 0 : term(without, weighted);
        terms[at + Estimator.VDR.ordinal()] = term(without, emphatic);
        terms[at + Estimator.ELSTD.ordinal()] = term(models.elstd(), emphatic);
        for (int j = 0; j < TargetGroup.LAMBDAS.length; j++) {
            terms[at + Estimator.count() + j] = term(models.byLambda()[j], emphatic);
        }
        terms[at + Estimator.LSTD.ordinal()] = term(models.lstd(), plain);
        Arrays.fill(starts, 0);
        Arrays.fill(emphatic, 0);
        Arrays.fill(weighted, 0);
        Arrays.fill(plain, 0);
    }

    private double term(double[] theta, double[] sum) {
        double term = sum[features];
        for (int p = 0; p < features && theta != null; p++) {
            term += theta[p] * (starts[p] - sum[p]);
        }
        return term;
    }
}
