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
    private final double[][] weights; // by fold: of each feature the weights of all lanes
    private final double[] rowValues; // of some rows and the one after them
    private final double[] sums; // by lane, of the life so far
    private final double[] dualTrace; // zᵀeₜ₋₁ by target

    ValueTerms(int features, List<TargetModels> models) {
        this.features = features;
        this.targets = models.size();
        this.lanes = PER_TARGET * targets;
        this.weights = new double[EpisodeReader.FOLDS][features * lanes];
        this.rowValues = new double[(ROWS_AT_ONCE + 1) * lanes];
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
            weights[fold][q * lanes + target * PER_TARGET + lane] = theta[q];
        }
    }

    /** @param first the index of the first target in the blocks */
    void add(EpisodeBlock block, int first, List<TargetState> states) {
        int life = 0;
        for (int from = 0; from < block.rows; from += ROWS_AT_ONCE) {
            int to = Math.min(block.rows, from + ROWS_AT_ONCE);
            computeValues(block, from, to);
            for (int i = from; i < to; i++) {
                int at = (i - from) * lanes;
                for (int k = 0; k < targets; k++) {
                    addRow(block, i, k, at + k * PER_TARGET, block.ratio[first + k][i], states.get(k));
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
            int at = (i - from) * lanes;
            Arrays.fill(rowValues, at, at + lanes, 0);
            // The row behind the last one counts only as a successor, which is of the same fold.
            int fold = block.fold[i < to ? i : to - 1];
            double[] theta = weights[fold];
            for (int q = 0; q < features; q++) {
                double x = block.phi[i * features + q];
                if (x != 0) {
                    int row = q * lanes;
                    for (int l = 0; l < lanes; l++) {
                        rowValues[at + l] += x * theta[row + l];
                    }
                }
            }
        }
    }

    private void addRow(EpisodeBlock block, int i, int k, int at, double ratio, TargetState state) {
        state.values()[i] = rowValues[at + WITHOUT_FOLD];
        int to = k * PER_TARGET;
        boolean starts = block.has(EpisodeBlock.STARTS, i);
        if (starts) {
            for (int l = 0; l < DUAL; l++) {
                sums[to + l] += rowValues[at + l];
            }
        }
        // zᵀeₜ = ρₜ(γₜλₜzᵀeₜ₋₁ + zᵀφₜ)
        double before = block.gamma[i] == 0 ? 0 : block.gamma[i] * block.lambda[i] * dualTrace[k];
        double dual = ratio * (before + rowValues[at + DUAL]);
        dualTrace[k] = dual;
        if (!block.has(EpisodeBlock.STEP, i)) {
            return;
        }
        double emphasis = ratio * state.followOns()[i];
        double next = block.gammaNext[i];
        double reward = block.reward[i];
        if (next == 0) {
            for (int l = 0; l < LSTD; l++) {
                sums[to + l] += emphasis * (reward - rowValues[at + l]);
            }
            sums[to + LSTD] += dual * (reward - rowValues[at + LSTD]);
        } else {
            // Fₜρₜ(Rₜ₊₁ + γₜ₊₁v̂ₜ₊₁ − v̂ₜ)
            for (int l = 0; l < LSTD; l++) {
                sums[to + l] += emphasis * (reward + next * rowValues[at + lanes + l] - rowValues[at + l]);
            }
            sums[to + LSTD] += dual * (reward + next * rowValues[at + lanes + LSTD] - rowValues[at + LSTD]);
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
