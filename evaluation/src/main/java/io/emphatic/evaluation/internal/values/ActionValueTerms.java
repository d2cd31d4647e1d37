package io.emphatic.evaluation.internal.values;

import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;

/**
 * The second pass over the action values of one target: each life adds to {@code dm} and {@code dr}; EVALUATION.md §3.
 *
 * <pre>
 *   dr   Σ iₜqᵀx̄ₜ + Σ Fₜρₜ(Rₜ₊₁ + γₜ₊₁qᵀx̄ₜ₊₁ − qᵀxₜ) over the steps, q from the other folds
 *   dm   Σ iₜqᵀx̄ₜ + Σ zᵀeₜ(Rₜ₊₁ + γₜ₊₁qᵀx̄ₜ₊₁ − qᵀxₜ), Aᵀz = Σ x̄ over starts: what an error of b would do
 * </pre>
 */
public final class ActionValueTerms {
    private final int features;
    private final int actions;
    private final double[] values; // q
    private final double[] dual; // z
    private final double[][] without; // q of the other folds; null with too few lives
    private final double[] mean; // qᵀx̄ₜ by row
    private final double[] taken; // qᵀxₜ
    private final double[] foldMean;
    private final double[] foldTaken;
    private double dualTrace; // zᵀeₜ₋₁
    private double dm; // of the life so far
    private double dr;
    private double expected; // of dr, what it expects at the starts

    public ActionValueTerms(int features, int actions, double[] values, double[] dual, double[][] without, int length) {
        this.features = features;
        this.actions = actions;
        this.values = values;
        this.dual = dual;
        this.without = without;
        this.mean = new double[length];
        this.taken = new double[length];
        this.foldMean = new double[length];
        this.foldTaken = new double[length];
    }

    /** @param emphases ρ_t F_t by row and target */
    public void add(EpisodeBlock block, int target, double[][] emphases, double[] terms) {
        double[] policy = block.policy[target];
        int end = Math.min(block.rows + 1, block.capacity + 1);
        for (int i = 0; i < end; i++) {
            value(block, i, policy, values, mean, taken);
            if (without != null) {
                // The row behind the last one counts only as a successor, which is of the same fold.
                int fold = block.fold[i < block.rows ? i : block.rows - 1];
                value(block, i, policy, without[fold], foldMean, foldTaken);
            }
        }
        int at = 0;
        for (int i = 0; i < block.rows; i++) {
            addRow(block, i, block.ratio[i][target], emphases[i][target]);
            if (block.has(EpisodeBlock.LAST, i)) {
                terms[at + Estimator.DM.ordinal()] = dm;
                terms[at + Estimator.DR.ordinal()] = dr;
                terms[at + EvaluationConstants.EXPECTED_OF_ACTIONS] = expected;
                at += EvaluationConstants.TERMS;
                dm = 0;
                dr = 0;
                expected = 0;
            }
        }
    }

    private void value(EpisodeBlock block, int i, double[] policy, double[] theta, double[] means, double[] takens) {
        double sum = 0;
        for (int a = 0; a < actions; a++) {
            double probability = policy[i * actions + a];
            boolean isTaken = a == block.action[i];
            if (probability != 0 || isTaken) {
                double value = dot(block, i, theta, a);
                sum += probability * value;
                takens[i] = isTaken ? value : takens[i];
            }
        }
        means[i] = sum;
    }

    private double dot(EpisodeBlock block, int i, double[] theta, int action) {
        double sum = 0;
        for (int p = 0; p < features; p++) {
            sum += theta[action * features + p] * block.phi[i * features + p];
        }
        return sum;
    }

    private void addRow(EpisodeBlock block, int i, double ratio, double emphasis) {
        double weight = block.weight[i];
        if (block.has(EpisodeBlock.STARTS, i)) {
            dm += weight * mean[i];
            dr += weight * foldMean[i];
            expected += weight * foldMean[i];
        }
        // zᵀeₜ = ωzᵀxₜ + γₜλₜρₜzᵀeₜ₋₁
        double decay = block.gamma[i] * block.lambda[i] * ratio;
        dualTrace = weight * dot(block, i, dual, block.action[i]) + (decay == 0 ? 0 : decay * dualTrace);
        if (block.has(EpisodeBlock.STEP, i)) {
            double next = block.gammaNext[i];
            double reward = block.reward[i];
            dm += dualTrace * (reward + (next == 0 ? 0 : next * mean[i + 1]) - taken[i]);
            dr += emphasis * (reward + (next == 0 ? 0 : next * foldMean[i + 1]) - foldTaken[i]);
        }
    }
}
