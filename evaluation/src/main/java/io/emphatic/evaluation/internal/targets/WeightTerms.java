package io.emphatic.evaluation.internal.targets;

import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.LongLoops;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import io.emphatic.evaluation.internal.episodes.EpisodeRuns;
import io.emphatic.evaluation.internal.weights.WeightSums.EpisodeWeights;
import io.emphatic.evaluation.internal.weights.WeightTable;
import java.util.Arrays;
import java.util.List;

/**
 * The second pass over the ratios of several targets: what each life adds to {@code is}, {@code wis}, {@code pdis},
 * {@code cwpdis}, the terms of their standard errors (EVALUATION.md §1), the largest weights, guaranteed intervals.
 */
final class WeightTerms {
    private final List<TargetState> targets;
    private final int count;
    private final EpisodeWeights path;
    private final int ages;
    private final double[][] inverse; // N / Σ Wₜ by t and target
    private final double[][] meanReward; // r̄ₜ
    private final double[][] stepInverse;
    private final double[][] stepMean; // δ̄ₜ
    private final double[][] life = new double[EvaluationConstants.TERMS][]; // sums over the life so far, by target
    private final double[] whole; // Σ W
    private final double[] is;
    private final double[] wis;
    private final double[] pdis;
    private final double[] cwpdis;
    private final double[] wdr; // what its normalisers take up, without the values

    /** @param targets that are solved */
    WeightTerms(List<TargetState> targets) {
        this.targets = targets;
        this.count = targets.size();
        this.path = new EpisodeWeights(count);
        this.ages = targets.get(0).table().inverse.length;
        this.inverse = new double[ages][count];
        this.meanReward = new double[ages][count];
        this.stepInverse = new double[ages][count];
        this.stepMean = new double[ages][count];
        for (int k = 0; k < count; k++) {
            WeightTable table = targets.get(k).table();
            for (int t = 0; t < ages; t++) {
                inverse[t][k] = table.inverse[t];
                meanReward[t][k] = table.meanReward[t];
                stepInverse[t][k] = table.stepInverse[t];
                stepMean[t][k] = table.stepMean[t];
            }
        }
        this.whole = sums(EvaluationConstants.WEIGHT);
        this.is = sums(Estimator.IS.ordinal());
        this.wis = sums(Estimator.WIS.ordinal());
        this.pdis = sums(Estimator.PDIS.ordinal());
        this.cwpdis = sums(Estimator.CWPDIS.ordinal());
        this.wdr = sums(Estimator.WDR.ordinal());
    }

    private double[] sums(int term) {
        life[term] = new double[count];
        return life[term];
    }

    /** By row and target: emphases ρ_t F_t, weights N g_t w_t. */
    void add(EpisodeBlock block, double[][] emphases, double[][] stepWeights) {
        EpisodeRuns runs = block.runs;
        int at = 0;
        for (int run = 0; run < runs.count; run++) {
            if (runs.slot[run] == 0) {
                for (int i = runs.row[run]; i < runs.end[run]; i++) {
                    Arrays.fill(stepWeights[i], 0);
                    // Σ FₜρₜRₜ₊₁
                    LongLoops.add(pdis, block.reward[i], emphases[i]);
                }
            }
            addRun(block, run, stepWeights);
            if (runs.isLastOfLife(run) && block.has(EpisodeBlock.LAST, runs.end[run] - 1)) {
                putTerms(at);
                at += EvaluationConstants.TERMS;
            }
        }
    }

    private void addRun(EpisodeBlock block, int run, double[][] stepWeights) {
        EpisodeRuns runs = block.runs;
        int length = runs.end[run] - runs.row[run];
        int lastRow = runs.end[run] - 1;
        int age = runs.age[run];
        int counted = Math.max(0, Math.min(length, ages - age));
        int steps = block.has(EpisodeBlock.STEP, lastRow) ? counted : Math.min(counted, length - 1);
        double[] weight = path.open(block, run);
        double discount = runs.discount[run];
        for (int j = 0; j < length; j++) {
            int row = runs.row[run] + j;
            discount *= j == 0 ? 1 : block.gamma[row];
            int t = age + j;
            path.advance(weight, block.ratio[row], row);
            if (j < counted) {
                // Wₜ / mean Wₜ (gₜRₜ₊₁ − r̄ₜ)
                LongLoops.addCentred(cwpdis, weight, inverse[t], discount * block.reward[row], meanReward[t]);
            }
            if (j < steps) {
                // N wₜδ̄ₜ, and N gₜwₜ
                LongLoops.addSteps(wdr, weight, stepInverse[t], stepMean[t], discount, stepWeights[row]);
            }
        }
        if (block.has(EpisodeBlock.LAST, lastRow)) {
            boolean ended = block.has(EpisodeBlock.ENDED, lastRow);
            int rows = counted == length ? age + length : -1;
            for (int k = 0; k < count; k++) {
                finish(k, block.weight[lastRow], weight[k], runs.returned[run], ended, rows);
            }
        }
    }

    private void finish(int k, double stands, double weight, double returned, boolean ended, int length) {
        TargetState target = targets.get(k);
        WeightTable table = target.table();
        whole[k] += weight;
        is[k] += weight * returned;
        wis[k] += target.wisTerm(stands, weight, returned);
        if (ended && length >= 0) {
            cwpdis[k] -= weight * table.laterRewards[length];
            wdr[k] -= weight * table.laterModel[length];
        }
        cwpdis[k] += stands * table.cwpdis;
        wdr[k] += stands * table.modelTotal;
        target.addWeight(weight, returned, ended);
    }

    private void putTerms(int at) {
        for (int term = 0; term < life.length; term++) {
            for (int k = 0; k < count && life[term] != null; k++) {
                targets.get(k).terms()[at + term] = life[term][k];
                life[term][k] = 0;
            }
        }
    }
}
