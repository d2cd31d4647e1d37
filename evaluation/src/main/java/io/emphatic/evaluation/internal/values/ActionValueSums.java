package io.emphatic.evaluation.internal.values;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import java.io.IOException;
import java.util.Arrays;

/**
 * The first pass over the action values of one target that knows the probability of every action; EVALUATION.md §3.
 *
 * <pre>
 *   x = φ(S) ⊗ 1_A   x̄ = Σ π(a|S) x(S, a)   eₜ = ωxₜ + γₜλₜρₜeₜ₋₁   A = Σ eₜ(xₜ − γₜ₊₁x̄ₜ₊₁)ᵀ   b = Σ eₜRₜ₊₁
 * </pre>
 */
public final class ActionValueSums {
    private final int features;
    private final int actions;
    private final int size;
    private final double[][] sums; // by fold: of each component of e a row of A, then its component of b
    private final double[] trace;
    private final double[] difference;
    private final double[] starts; // Σ x̄ over starts

    public ActionValueSums(int features, int actions) {
        this.features = features;
        this.actions = actions;
        this.size = features * actions;
        this.sums = new double[EvaluationConstants.FOLDS][size * (size + 1)];
        this.trace = new double[size];
        this.difference = new double[size + 1];
        this.starts = new double[size];
    }

    /** How many numbers it would hold. */
    public static long size(long features, long actions) {
        long components = features * actions;
        return EvaluationConstants.FOLDS * components * (components + 1);
    }

    /** @param target which of the block's */
    public void add(EpisodeBlock block, int target) {
        double[] policy = block.policy[target];
        for (int i = 0; i < block.rows; i++) {
            if (block.has(EpisodeBlock.STARTS, i)) {
                addMean(block, i, policy, block.weight[i], starts);
            }
            // eₜ = ωxₜ + γₜλₜρₜeₜ₋₁
            double decay = block.gamma[i] * block.lambda[i] * block.ratio[i][target];
            for (int p = 0; p < size; p++) {
                trace[p] = decay == 0 ? 0 : trace[p] * decay;
            }
            int taken = block.action[i] * features;
            for (int p = 0; p < features; p++) {
                trace[taken + p] += block.weight[i] * block.phi[i * features + p];
            }
            if (block.has(EpisodeBlock.STEP, i)) {
                addStep(block, i, policy);
            }
        }
    }

    private void addMean(EpisodeBlock block, int i, double[] policy, double scale, double[] to) {
        for (int a = 0; a < actions; a++) {
            double probability = scale * policy[i * actions + a];
            for (int p = 0; p < features && probability != 0; p++) {
                to[a * features + p] += probability * block.phi[i * features + p];
            }
        }
    }

    private void addStep(EpisodeBlock block, int i, double[] policy) {
        // xₜ − γₜ₊₁x̄ₜ₊₁, then Rₜ₊₁
        Arrays.fill(difference, 0);
        if (block.gammaNext[i] != 0) {
            addMean(block, i + 1, policy, -block.gammaNext[i], difference);
        }
        int taken = block.action[i] * features;
        for (int p = 0; p < features; p++) {
            difference[taken + p] += block.phi[i * features + p];
        }
        difference[size] = block.reward[i];
        boolean alone = block.gammaNext[i] == 0;
        int from = alone ? taken : 0;
        int to = alone ? taken + features : size;
        double[] sum = sums[block.fold[i]];
        for (int p = 0; p < size; p++) {
            double e = trace[p];
            if (e != 0) {
                int row = p * (size + 1);
                for (int q = from; q < to; q++) {
                    sum[row + q] += e * difference[q];
                }
                sum[row + size] += e * difference[size];
            }
        }
    }

    public void exchange(SumExchange exchange) throws IOException {
        for (int fold = 0; fold < sums.length; fold++) {
            exchange.totals(sums[exchange.fold(fold)]);
        }
        exchange.totals(starts);
    }

    /** @param without the fold to leave out; none if negative */
    public LinearSystem system(int without) {
        double[] a = new double[size * size];
        double[] b = new double[size];
        for (int fold = 0; fold < sums.length; fold++) {
            if (fold != without) {
                for (int p = 0; p < size; p++) {
                    for (int q = 0; q < size; q++) {
                        a[p * size + q] += sums[fold][p * (size + 1) + q];
                    }
                    b[p] += sums[fold][p * (size + 1) + size];
                }
            }
        }
        return new LinearSystem(a, b);
    }

    public double[] starts() {
        return starts;
    }
}
