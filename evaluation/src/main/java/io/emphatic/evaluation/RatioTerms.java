package io.emphatic.evaluation;

import java.io.IOException;
import java.util.Arrays;

/**
 * The second pass over the ratios of one target: what each life adds to {@code is}, {@code wis}, {@code pdis},
 * {@code cwpdis}, the terms of their standard errors (EVALUATION.md §1), the largest weights and the guaranteed
 * interval.
 */
final class RatioTerms {
    private final WeightTable table;
    private final double wis;
    private final double meanWeight; // of whole episodes; 1 if it is 0
    private final WeightPath path;
    private final LargestWeights largest;
    private final GuaranteedInterval guaranteed; // or null
    private double is; // sums over the life so far
    private double wisTerm;
    private double cwpdis;
    private double wdr; // what its normalisers take up, without the values
    private double pdis;

    /** @param length of the blocks' columns */
    RatioTerms(
            WeightTable table,
            RatioSums sums,
            LogShape shape,
            LargestWeights largest,
            GuaranteedInterval guaranteed,
            int length) {
        this.table = table;
        this.wis = sums.weights > 0 ? sums.weightedReturns / sums.weights : 0;
        this.meanWeight = sums.weights > 0 ? sums.weights / shape.episodes : 1;
        this.largest = largest;
        this.guaranteed = guaranteed;
        this.path = new WeightPath(length);
    }

    /**
     * @param emphases ρ_t F_t of the block's rows
     * @param stepWeights takes N g_t w_t of the block's rows; 0 where there is no step. Modified.
     * @param terms of each life, {@link TargetGroup#TERMS} numbers. Modified.
     */
    void add(EpisodeBlock block, double[] ratio, double[] emphases, double[] stepWeights, double[] terms) {
        VisitRuns runs = block.runs;
        int at = 0;
        for (int run = 0; run < runs.count; run++) {
            if (runs.slot[run] == 0) {
                Arrays.fill(stepWeights, runs.row[run], runs.end[run], 0);
                for (int i = runs.row[run]; i < runs.end[run]; i++) {
                    // Σ FₜρₜRₜ₊₁
                    pdis = Math.fma(emphases[i], block.reward[i], pdis);
                }
            }
            add(block, run, path.follow(runs, run, ratio), stepWeights);
            if (runs.isLastOfLife(run) && block.has(EpisodeBlock.LAST, runs.end[run] - 1)) {
                putTerms(terms, at);
                at += TargetGroup.TERMS;
            }
        }
    }

    private void putTerms(double[] terms, int at) {
        terms[at + Estimator.IS.ordinal()] = is;
        terms[at + Estimator.WIS.ordinal()] = wisTerm;
        terms[at + Estimator.PDIS.ordinal()] = pdis;
        terms[at + Estimator.CWPDIS.ordinal()] = cwpdis;
        terms[at + Estimator.WDR.ordinal()] = wdr;
        is = 0;
        wisTerm = 0;
        pdis = 0;
        cwpdis = 0;
        wdr = 0;
    }

    private void add(EpisodeBlock block, int run, double[] weight, double[] stepWeights) {
        VisitRuns runs = block.runs;
        int length = runs.end[run] - runs.row[run];
        int lastRow = runs.end[run] - 1;
        int kept = Math.max(0, Math.min(length, table.inverse.length - runs.age[run]));
        addRewards(runs, run, kept, weight);
        int steps = block.has(EpisodeBlock.STEP, lastRow) ? kept : Math.min(kept, length - 1);
        addSteps(runs, run, steps, weight, stepWeights);
        if (block.has(EpisodeBlock.LAST, lastRow)) {
            boolean ended = block.has(EpisodeBlock.ENDED, lastRow);
            finish(weight[length - 1], runs.returned[run], ended, kept == length ? runs.age[run] + length : -1);
        }
    }

    private void addRewards(VisitRuns runs, int run, int count, double[] weight) {
        double[] inverse = table.inverse;
        double[] meanReward = table.meanReward;
        int age = runs.age[run];
        int at = runs.at[run];
        double sum = cwpdis;
        for (int j = 0; j < count; j++) {
            // Wₜ / mean Wₜ (gₜRₜ₊₁ − r̄ₜ)
            sum = Math.fma(weight[j] * inverse[age + j], runs.reward[at + j] - meanReward[age + j], sum);
        }
        cwpdis = sum;
    }

    private void addSteps(VisitRuns runs, int run, int count, double[] weight, double[] stepWeights) {
        double[] inverse = table.stepInverse;
        double[] mean = table.stepMean;
        int age = runs.age[run];
        int at = runs.at[run];
        int row = runs.row[run];
        double sum = wdr;
        for (int j = 0; j < count; j++) {
            // N wₜ
            double stepWeight = weight[j] * inverse[age + j];
            sum = Math.fma(-stepWeight, mean[age + j], sum);
            stepWeights[row + j] = Math.fma(stepWeight, runs.discount[at + j], stepWeights[row + j]);
        }
        wdr = sum;
    }

    private void finish(double weightOfAll, double returned, boolean ended, int length) {
        is += weightOfAll * returned;
        // W (G − wis) / mean W + wis
        wisTerm += weightOfAll * (returned - wis) / meanWeight + wis;
        if (ended && length >= 0) {
            cwpdis -= weightOfAll * table.laterRewards[length];
            wdr -= weightOfAll * table.laterModel[length];
        }
        cwpdis += table.cwpdis;
        wdr += table.modelTotal;
        largest.offer(weightOfAll);
        if (guaranteed != null) {
            guaranteed.add(weightOfAll, returned, ended);
        }
    }

    /** What is read from here on is a part of the log. */
    void beginPart() {
        if (guaranteed != null) {
            guaranteed.keepEpisodes();
        }
    }

    void exchange(SumExchange sums) throws IOException {
        largest.exchange(sums);
        if (guaranteed != null) {
            guaranteed.exchange(sums);
        }
    }

    LargestWeights largest() {
        return largest;
    }

    GuaranteedInterval guaranteed() {
        return guaranteed;
    }
}
