package io.emphatic.evaluation;

import java.util.Arrays;
import java.util.List;

/**
 * The second pass over the ratios of several targets, each a lane: what each life adds to {@code is}, {@code wis},
 * {@code pdis}, {@code cwpdis}, the terms of their standard errors (EVALUATION.md §1), the largest weights and the
 * guaranteed intervals.
 */
final class RatioTerms {
    private final List<TargetState> targets;
    private final int lanes;
    private final WeightLanes path;
    private final int ages;
    private final double[][] inverse; // N / Σ Wₜ by t and lane
    private final double[][] meanReward; // r̄ₜ
    private final double[][] stepInverse;
    private final double[][] stepMean; // δ̄ₜ
    private final double[] is; // sums over the life so far
    private final double[] wis;
    private final double[] pdis;
    private final double[] cwpdis;
    private final double[] wdr; // what its normalisers take up, without the values

    /** @param targets that are solved */
    RatioTerms(List<TargetState> targets) {
        this.targets = targets;
        this.lanes = targets.size();
        this.path = new WeightLanes(lanes);
        this.ages = targets.get(0).table().inverse.length;
        this.inverse = new double[ages][lanes];
        this.meanReward = new double[ages][lanes];
        this.stepInverse = new double[ages][lanes];
        this.stepMean = new double[ages][lanes];
        for (int k = 0; k < lanes; k++) {
            WeightTable table = targets.get(k).table();
            for (int t = 0; t < ages; t++) {
                inverse[t][k] = table.inverse[t];
                meanReward[t][k] = table.meanReward[t];
                stepInverse[t][k] = table.stepInverse[t];
                stepMean[t][k] = table.stepMean[t];
            }
        }
        this.is = new double[lanes];
        this.wis = new double[lanes];
        this.pdis = new double[lanes];
        this.cwpdis = new double[lanes];
        this.wdr = new double[lanes];
    }

    /**
     * @param ratio ρ_t by row and lane
     * @param emphases ρ_t F_t of the same
     * @param stepWeights takes N g_t w_t of the same; 0 where there is no step. Modified.
     */
    void add(EpisodeBlock block, double[][] ratio, double[][] emphases, double[][] stepWeights) {
        VisitRuns runs = block.runs;
        int at = 0;
        for (int run = 0; run < runs.count; run++) {
            if (runs.slot[run] == 0) {
                for (int i = runs.row[run]; i < runs.end[run]; i++) {
                    Arrays.fill(stepWeights[i], 0);
                    // Σ FₜρₜRₜ₊₁
                    LongLoops.add(pdis, block.reward[i], emphases[i]);
                }
            }
            addRun(block, run, ratio, stepWeights);
            if (runs.isLastOfLife(run) && block.has(EpisodeBlock.LAST, runs.end[run] - 1)) {
                putTerms(at);
                at += TargetGroup.TERMS;
            }
        }
    }

    private void addRun(EpisodeBlock block, int run, double[][] ratio, double[][] stepWeights) {
        VisitRuns runs = block.runs;
        int length = runs.end[run] - runs.row[run];
        int lastRow = runs.end[run] - 1;
        int age = runs.age[run];
        int kept = Math.max(0, Math.min(length, ages - age));
        int steps = block.has(EpisodeBlock.STEP, lastRow) ? kept : Math.min(kept, length - 1);
        double[] weight = path.open(runs, run);
        for (int j = 0; j < length; j++) {
            int row = runs.row[run] + j;
            int t = age + j;
            path.advance(weight, ratio[row], row);
            if (j < kept) {
                // Wₜ / mean Wₜ (gₜRₜ₊₁ − r̄ₜ)
                LongLoops.addCentred(cwpdis, weight, inverse[t], runs.reward[runs.at[run] + j], meanReward[t]);
            }
            if (j < steps) {
                // N wₜδ̄ₜ, and N gₜwₜ
                double discount = runs.discount[runs.at[run] + j];
                LongLoops.addSteps(wdr, weight, stepInverse[t], stepMean[t], discount, stepWeights[row]);
            }
        }
        if (block.has(EpisodeBlock.LAST, lastRow)) {
            boolean ended = block.has(EpisodeBlock.ENDED, lastRow);
            for (int k = 0; k < lanes; k++) {
                finish(k, weight[k], runs.returned[run], ended, kept == length ? age + length : -1);
            }
        }
    }

    private void finish(int k, double weight, double returned, boolean ended, int length) {
        TargetState target = targets.get(k);
        WeightTable table = target.table();
        is[k] += weight * returned;
        wis[k] += target.wisTerm(weight, returned);
        if (ended && length >= 0) {
            cwpdis[k] -= weight * table.laterRewards[length];
            wdr[k] -= weight * table.laterModel[length];
        }
        cwpdis[k] += table.cwpdis;
        wdr[k] += table.modelTotal;
        target.addWeight(weight, returned, ended);
    }

    private void putTerms(int at) {
        for (int k = 0; k < lanes; k++) {
            double[] terms = targets.get(k).terms();
            terms[at + Estimator.IS.ordinal()] = is[k];
            terms[at + Estimator.WIS.ordinal()] = wis[k];
            terms[at + Estimator.PDIS.ordinal()] = pdis[k];
            terms[at + Estimator.CWPDIS.ordinal()] = cwpdis[k];
            terms[at + Estimator.WDR.ordinal()] = wdr[k];
        }
        Arrays.fill(is, 0);
        Arrays.fill(wis, 0);
        Arrays.fill(pdis, 0);
        Arrays.fill(cwpdis, 0);
        Arrays.fill(wdr, 0);
    }
}
