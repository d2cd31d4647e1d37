package io.emphatic.evaluation;

/**
 * The second pass over the ratios of one target: what each life adds to {@code is}, {@code wis}, {@code pdis},
 * {@code cwpdis}, the terms of their standard errors (EVALUATION.md §1), the largest weights and the guaranteed
 * interval.
 */
final class RatioTerms {
    private final WeightTable table;
    private final double wis;
    private final double meanWeight; // of whole episodes; 1 if it is 0
    private final double[] weight = new double[EpisodeReader.MOST_SLOTS];
    private final LargestWeights largest;
    private final GuaranteedInterval guaranteed; // or null
    private double is; // sums over the life so far
    private double wisTerm;
    private double cwpdis;
    private double wdr; // what its normalisers take up, without the values
    private double pdis;

    RatioTerms(
            WeightTable table, RatioSums sums, LogShape shape, LargestWeights largest, GuaranteedInterval guaranteed) {
        this.table = table;
        this.wis = sums.weights > 0 ? sums.weightedReturns / sums.weights : 0;
        this.meanWeight = sums.weights > 0 ? sums.weights / shape.episodes : 1;
        this.largest = largest;
        this.guaranteed = guaranteed;
    }

    /**
     * @param followOn F_t of the block's rows
     * @param stepWeights takes N g_t w_t of the block's rows; 0 where there is no step. Modified.
     * @param terms of each life, {@link TargetGroup#TERMS} numbers. Modified.
     */
    void add(EpisodeBlock block, double[] ratio, double[] followOn, double[] stepWeights, double[] terms) {
        int at = 0;
        int v = 0;
        for (int i = 0; i < block.rows; i++) {
            // Σ FₜρₜRₜ₊₁
            pdis += followOn[i] * ratio[i] * block.reward[i];
            double stepWeight = 0;
            while (v < block.visits && block.visitRow[v] == i) {
                stepWeight += visit(block, v++, ratio[i]);
            }
            stepWeights[i] = stepWeight;
            if (block.has(EpisodeBlock.LAST, i)) {
                terms[at + Estimator.IS.ordinal()] = is;
                terms[at + Estimator.WIS.ordinal()] = wisTerm;
                terms[at + Estimator.PDIS.ordinal()] = pdis;
                terms[at + Estimator.CWPDIS.ordinal()] = cwpdis;
                terms[at + Estimator.WDR.ordinal()] = wdr;
                at += TargetGroup.TERMS;
                is = 0;
                wisTerm = 0;
                pdis = 0;
                cwpdis = 0;
                wdr = 0;
            }
        }
    }

    /** N gₜwₜ of one episode. */
    private double visit(EpisodeBlock block, int v, double ratio) {
        int row = block.visitRow[v];
        int age = block.visitAge[v];
        int slot = block.visitSlot[v];
        double before = age == 0 ? 1 : weight[slot];
        double now = before * ratio;
        now = now < StartFollowOn.SMALLEST || !(now <= StartFollowOn.LARGEST) ? 0 : now;
        weight[slot] = now;
        double discount = block.visitDiscount[v];
        double reward = discount * block.reward[row];
        boolean kept = age < table.inverse.length;
        double stepWeight = 0;
        if (kept) {
            // Wₜ / mean Wₜ (gₜRₜ₊₁ − r̄ₜ)
            cwpdis += now * table.inverse[age] * (reward - table.meanReward[age]);
            if (block.has(EpisodeBlock.STEP, row)) {
                stepWeight = now * table.stepInverse[age];
                wdr -= stepWeight * table.stepMean[age];
            }
        }
        if (block.has(EpisodeBlock.LAST, row)) {
            finish(now, block.visitReturn[v], block.has(EpisodeBlock.ENDED, row), kept ? age + 1 : -1);
        }
        return stepWeight * discount;
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

    LargestWeights largest() {
        return largest;
    }

    GuaranteedInterval guaranteed() {
        return guaranteed;
    }
}
