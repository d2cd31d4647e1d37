package io.emphatic.evaluation;

import java.util.Arrays;
import java.util.List;

/**
 * The second pass over the state values of several targets: what each life adds to {@code elstd}, {@code vdr} and
 * {@code lstd}; EVALUATION.md §2.
 *
 * <pre>
 *   elstd, vdr   Σ iₜv̂(Sₜ) + Σ Fₜρₜδₜ(v̂) over the steps
 *   lstd         Σ iₜv̂(Sₜ) + Σ zᵀeₜδₜ(v̂), Aᵀz = Σ φ over starts: what an error of b would do to the estimate
 * </pre>
 *
 * <p>Of each target eight values per row lie side by side.
 */
final class ValueTerms {
    private static final int PER_TARGET = 8;
    private static final int WITHOUT_FOLD = 0;
    private static final int OWN = 1;
    private static final int BY_LAMBDA = 2;
    private static final int LSTD = 6;
    private static final int DUAL = 7;
    private static final int ROWS_AT_ONCE = 64;

    private final int features;
    private final int targets;
    private final int lanes;
    private final double[][][] weights; // by fold: of each feature the weights of all lanes
    private final double[][] rowValues; // of some rows and the one after them
    private final double[] sums; // by lane, of the life so far
    private final double[] dualTrace; // zᵀeₜ₋₁ by target

    ValueTerms(int features, List<TargetModels> models) {
        this.features = features;
        this.targets = models.size();
        this.lanes = PER_TARGET * targets;
        this.weights = new double[EpisodeReader.FOLDS][features][lanes];
        this.rowValues = new double[ROWS_AT_ONCE + 1][lanes];
        this.sums = new double[lanes];
        this.dualTrace = new double[targets];
        for (int fold = 0; fold < EpisodeReader.FOLDS; fold++) {
            for (int k = 0; k < targets; k++) {
                TargetModels model = models.get(k);
                double[][] without = model.elstdWithout();
                put(fold, k, WITHOUT_FOLD, without == null ? null : without[fold]);
                put(fold, k, OWN, model.elstd());
                for (int j = 0; j < TargetGroup.LAMBDAS.length; j++) {
                    put(fold, k, BY_LAMBDA + j, model.byLambda()[j]);
                }
                put(fold, k, LSTD, model.lstd());
                put(fold, k, DUAL, model.lstdDual());
            }
        }
    }

    private void put(int fold, int target, int lane, double[] theta) {
        for (int q = 0; q < features && theta != null; q++) {
            weights[fold][q][target * PER_TARGET + lane] = theta[q];
        }
    }

    /** @param first the index of the first target in the blocks */
    void add(EpisodeBlock block, int first, List<TargetState> states) {
        int life = 0;
        for (int from = 0; from < block.rows; from += ROWS_AT_ONCE) {
            int to = Math.min(block.rows, from + ROWS_AT_ONCE);
            computeValues(block, from, to);
            for (int i = from; i < to; i++) {
                double[] now = rowValues[i - from];
                double[] next = rowValues[i - from + 1];
                for (int k = 0; k < targets; k++) {
                    addRow(block, i, k, now, next, block.ratio[first + k][i], states.get(k));
                }
                if (block.has(EpisodeBlock.LAST, i)) {
                    finish(life++, states);
                }
            }
        }
    }

    private void computeValues(EpisodeBlock block, int from, int to) {
        int end = Math.min(to + 1, block.capacity + 1);
        for (int i = from; i < end; i++) {
            // The row behind the last one counts only as a successor, which is of the same fold.
            double[][] theta = weights[block.fold[i < to ? i : to - 1]];
            double[] phi = block.phi;
            double[] row = rowValues[i - from];
            int at = i * features;
            Arrays.fill(row, 0);
            int whole = features - features % 4;
            for (int q = 0; q < whole; q += 4) {
                double x0 = phi[at + q];
                double x1 = phi[at + q + 1];
                double x2 = phi[at + q + 2];
                double x3 = phi[at + q + 3];
                if (x0 != 0 || x1 != 0 || x2 != 0 || x3 != 0) {
                    LongLoops.add(row, x0, theta[q], x1, theta[q + 1], x2, theta[q + 2], x3, theta[q + 3]);
                }
            }
            for (int q = whole; q < features; q++) {
                LongLoops.add(row, phi[at + q], theta[q]);
            }
        }
    }

    private void addRow(
            EpisodeBlock block, int i, int k, double[] now, double[] next, double ratio, TargetState state) {
        int at = k * PER_TARGET;
        state.values()[i] = now[at + WITHOUT_FOLD];
        if (block.has(EpisodeBlock.STARTS, i)) {
            for (int l = at; l < at + DUAL; l++) {
                sums[l] += now[l];
            }
        }
        // zᵀeₜ = ρₜ(γₜλₜzᵀeₜ₋₁ + zᵀφₜ)
        double before = block.gamma[i] == 0 ? 0 : block.gamma[i] * block.lambda[i] * dualTrace[k];
        double dual = ratio * (before + now[at + DUAL]);
        dualTrace[k] = dual;
        if (!block.has(EpisodeBlock.STEP, i)) {
            return;
        }
        double emphasis = ratio * state.followOns()[i];
        double gammaNext = block.gammaNext[i];
        double reward = block.reward[i];
        // Fₜρₜ(Rₜ₊₁ + γₜ₊₁v̂ₜ₊₁ − v̂ₜ)
        if (gammaNext == 0) {
            for (int l = at; l < at + LSTD; l++) {
                sums[l] += emphasis * (reward - now[l]);
            }
            sums[at + LSTD] += dual * (reward - now[at + LSTD]);
        } else {
            for (int l = at; l < at + LSTD; l++) {
                sums[l] += emphasis * (reward + gammaNext * next[l] - now[l]);
            }
            sums[at + LSTD] += dual * (reward + gammaNext * next[at + LSTD] - now[at + LSTD]);
        }
    }

    private void finish(int life, List<TargetState> states) {
        int at = life * TargetGroup.TERMS;
        for (int k = 0; k < targets; k++) {
            double[] terms = states.get(k).terms();
            int from = k * PER_TARGET;
            terms[at + Estimator.VDR.ordinal()] = sums[from + WITHOUT_FOLD];
            terms[at + Estimator.ELSTD.ordinal()] = sums[from + OWN];
            terms[at + Estimator.LSTD.ordinal()] = sums[from + LSTD];
            System.arraycopy(sums, from + BY_LAMBDA, terms, at + Estimator.count(), TargetGroup.LAMBDAS.length);
        }
        Arrays.fill(sums, 0);
    }
}
