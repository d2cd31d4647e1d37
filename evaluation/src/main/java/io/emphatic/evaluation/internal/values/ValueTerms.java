package io.emphatic.evaluation.internal.values;

import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.LongLoops;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The second pass over the state values of several targets: what each life adds to {@code elstd}, {@code vdr},
 * {@code wdr} and {@code lstd}; EVALUATION.md §2. Each is linear in θ, so that a life is summed before any θ:
 *
 * <pre>
 *   Σ iₜv̂(Sₜ) + Σ cₜδₜ(v̂) = Σ cₜRₜ₊₁ + θᵀ(Σ iₜφₜ − Σ cₜ(φₜ − γₜ₊₁φₜ₊₁))     over the steps
 *
 *   elstd, vdr   cₜ = Fₜρₜ
 *   wdr          cₜ = N gₜwₜ
 *   lstd         cₜ = zᵀeₜ, Aᵀz = Σ φ over starts: what an error of b would do to the estimate
 * </pre>
 */
public final class ValueTerms {
    private static final int EMPHATIC = 0; // the kinds of coefficients cₜ
    private static final int WEIGHTED = 1;
    private static final int PLAIN = 2;

    private final int features;
    private final int targets;
    private final List<ValueModels> models;
    private final double[][] dualModels; // z by feature and target; 0 where there is none
    private final double[] dual; // zᵀeₜ by target
    private final double[] dualBefore; // zᵀeₜ₋₁
    private final double[] starts; // Σ iₜφₜ of the life so far
    private final double[] coefficients; // cₜ of a step, by kind and target
    private final DifferenceSums sums; // Σ cₜ(φₜ − γₜ₊₁φₜ₊₁, Rₜ₊₁) of the life so far, by kind and target

    public ValueTerms(int features, List<ValueModels> models) {
        this.features = features;
        this.targets = models.size();
        this.models = models;
        this.dualModels = new double[features][targets];
        for (int k = 0; k < targets; k++) {
            double[] z = models.get(k).lstdDual();
            for (int p = 0; p < features && z != null; p++) {
                dualModels[p][k] = z[p];
            }
        }
        this.dual = new double[targets];
        this.dualBefore = new double[targets];
        this.starts = new double[features];
        this.coefficients = new double[3 * targets];
        this.sums = new DifferenceSums(features, 3 * targets, false);
    }

    /**
     * By row and target: emphases ρ_t F_t, weights N g_t w_t.
     *
     * @param terms of each target, where those of its lives go
     */
    public void add(EpisodeBlock block, double[][] emphases, double[][] weights, IntFunction<double[]> terms) {
        int at = 0;
        for (int i = 0; i < block.rows; i++) {
            traceDual(block, i, block.ratio[i]);
            if (block.has(EpisodeBlock.STARTS, i)) {
                for (int p = 0; p < features; p++) {
                    starts[p] += block.weight[i] * block.phi[i * features + p];
                }
            }
            if (block.has(EpisodeBlock.STEP, i)) {
                System.arraycopy(emphases[i], 0, coefficients, EMPHATIC * targets, targets);
                System.arraycopy(weights[i], 0, coefficients, WEIGHTED * targets, targets);
                System.arraycopy(dual, 0, coefficients, PLAIN * targets, targets);
                sums.add(block, i, coefficients);
            }
            if (block.has(EpisodeBlock.LAST, i)) {
                for (int k = 0; k < targets; k++) {
                    finish(k, block.fold[i], terms.apply(k), at);
                }
                Arrays.fill(starts, 0);
                sums.clear();
                at += EvaluationConstants.TERMS;
            }
        }
    }

    /** zᵀeₜ = ρₜ(γₜλₜzᵀeₜ₋₁ + ωzᵀφₜ). */
    private void traceDual(EpisodeBlock block, int i, double[] ratio) {
        System.arraycopy(dual, 0, dualBefore, 0, targets);
        Arrays.fill(dual, 0);
        for (int p = 0; p < features; p++) {
            LongLoops.add(dual, block.weight[i] * block.phi[i * features + p], dualModels[p]);
        }
        double decay = block.gamma[i] * block.lambda[i];
        if (decay == 0) { // whatever is before
            LongLoops.multiply(dual, ratio, dual);
        } else {
            LongLoops.trace(dual, ratio, decay, dualBefore);
        }
    }

    private void finish(int k, int fold, double[] terms, int at) {
        ValueModels model = models.get(k);
        double[] without = model.elstdWithout() == null ? null : model.elstdWithout()[fold];
        terms[at + EvaluationConstants.EXPECTED] = without == null ? 0 : ValueModels.dot(without, starts);
        terms[at + Estimator.WDR.ordinal()] += without == null ? 0 : term(without, WEIGHTED, k);
        terms[at + Estimator.VDR.ordinal()] = term(without, EMPHATIC, k);
        terms[at + Estimator.ELSTD.ordinal()] = term(model.elstd(), EMPHATIC, k);
        for (int j = 0; j < EvaluationConstants.LAMBDAS.length; j++) {
            terms[at + Estimator.count() + j] = term(model.byLambda()[j], EMPHATIC, k);
        }
        terms[at + Estimator.LSTD.ordinal()] = term(model.lstd(), PLAIN, k);
    }

    private double term(double[] theta, int kind, int k) {
        double[][] columns = sums.sums(0);
        int place = kind * targets + k;
        double term = columns[features][place];
        for (int p = 0; p < features && theta != null; p++) {
            term += theta[p] * (starts[p] - columns[p][place]);
        }
        return term;
    }
}
