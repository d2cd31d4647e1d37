package io.emphatic.evaluation.internal.weights;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.episodes.LogShape;

/**
 * What the second pass knows of the weights of one target at each t; EVALUATION.md §1, §2 and §4. An ended episode
 * keeps its last weight with reward 0 later on; a cut one leaves the sums after its last row, in {@code wdr} after its
 * last step.
 *
 * <pre>
 *   r̄ₜ = Σ WₜgₜRₜ₊₁ / Σ Wₜ     δ̄ₜ = Σ Wₜgₜδₜ(v̂) / Σ Wₜ over the steps
 * </pre>
 */
public final class WeightTable {
    /** Episodes of equal weight: with fewer that still go on, little is known of what comes then. */
    public static final double FEWEST_EPISODES = 20;

    private static final double MUCH_MORE = 1.5; // times what a row before brought

    public final double[] effectiveSize; // (Σ Wₜ)² / Σ Wₜ²
    public final double[] meanWeight; // of the episodes still there
    public final double[] inverse; // N / Σ Wₜ, or 0
    public final double[] meanReward; // r̄ₜ
    public final double[] laterRewards; // Σ r̄ₛ N/Σ Wₛ over s ≥ t
    public final double[] stepInverse; // N / Σ Wₜ over steps, or 0
    public final double[] stepMean; // δ̄ₜ
    public final double[] laterModel; // Σ δ̄ₛ N/Σ Wₛ over s ≥ t, of those that ended before
    public double cwpdis;
    public double modelTotal; // Σ δ̄ₜ
    public boolean weightless; // Σ Wₜ = 0 at some t
    public final double worth; // see worth(…)

    /** @param without v̂ of each fold; null without values */
    public WeightTable(TargetWeightSums sums, LogShape shape, double[][] without) {
        double[][] byTime = sums.byTime();
        int ages = byTime[SumsByTime.SUM].length - 1;
        double episodes = shape.weight;
        this.effectiveSize = new double[ages];
        this.meanWeight = new double[ages];
        this.inverse = new double[ages];
        this.meanReward = new double[ages];
        this.laterRewards = new double[ages + 1];
        this.stepInverse = new double[ages];
        this.stepMean = new double[ages];
        this.laterModel = new double[ages + 1];
        double[] present = shape.present(ages);
        double ended = 0;
        double endedSquares = 0;
        for (int t = 0; t < ages; t++) {
            ended += byTime[SumsByTime.ENDED][t];
            endedSquares += byTime[SumsByTime.ENDED_SQUARES][t];
            double total = byTime[SumsByTime.SUM][t] + ended;
            double squares = byTime[SumsByTime.SQUARES][t] + endedSquares;
            effectiveSize[t] = squares > 0 ? total * (total / squares) : 0;
            meanWeight[t] = present[t] > 0 ? total / present[t] : 0;
            inverse[t] = total > 0 ? episodes / total : 0;
            weightless |= !(total > 0);
            meanReward[t] = total > 0 ? byTime[SumsByTime.REWARDS][t] / total : 0;
            cwpdis += meanReward[t];
            double steps = total - byTime[SumsByTime.CUT][t];
            stepInverse[t] = steps > 0 ? episodes / steps : 0;
        }
        this.worth = shape.effective() / meanSquare(byTime[SumsByTime.RATIO_SQUARES], shape.going(ages + 1));
        if (without != null && sums.differences() != null) {
            centre(sums, episodes, without);
        }
        for (int t = ages - 1; t >= 0; t--) {
            laterRewards[t] = laterRewards[t + 1] + meanReward[t] * inverse[t];
            laterModel[t] = laterModel[t + 1] + stepMean[t] * stepInverse[t];
        }
    }

    /**
     * How many episodes of equal weight the weights should be worth, by the mean square of the ratios at each t: where
     * episodes are long and the log happens not to have the large weights, far fewer than it shows.
     *
     * <pre>
     *   N / mean over episodes of max_{t &lt; Tⱼ} Π_{s ≤ t} mean (γₛρₛ)²
     * </pre>
     *
     * The mean is over the weights ω of episodes, whose unit does not matter.
     */
    private static double meanSquare(double[] ratioSquares, double[] going) {
        double product = 1;
        double largest = 0;
        double sum = 0;
        for (int t = 0; t + 1 < going.length; t++) {
            product *= going[t] > 0 ? ratioSquares[t] / going[t] : 1;
            largest = Math.max(largest, product);
            sum += (going[t] - going[t + 1]) * largest;
        }
        return sum / going[0];
    }

    /** What is earned where few episodes still go on, if rows bring more there: longer ones may bring more. */
    public double late(double[][] byTime) {
        double late = 0;
        double[] weight = new double[2]; // Σ Wₜ of those that still go on, before and there
        double[] brought = new double[2];
        for (int t = 0; t < inverse.length; t++) {
            double sum = byTime[SumsByTime.SUM][t];
            double squares = byTime[SumsByTime.SQUARES][t];
            double going = squares > 0 ? sum * (sum / squares) : 0;
            int there = going < FEWEST_EPISODES ? 1 : 0;
            weight[there] += sum;
            brought[there] += byTime[SumsByTime.REWARDS][t];
            late += going < FEWEST_EPISODES && effectiveSize[t] >= FEWEST_EPISODES ? meanReward[t] : 0;
        }
        boolean isMore = Math.abs(brought[1] * weight[0]) > MUCH_MORE * Math.abs(brought[0] * weight[1]);
        return weight[0] > 0 && isMore ? late : 0;
    }

    /** How much of the weight that should be there is: the mean of min(mean Wₜ, 1), by the size of r̄ₜ. */
    public double share() {
        double there = 0;
        double all = 0;
        for (int t = 0; t < meanWeight.length; t++) {
            there += Math.min(meanWeight[t], 1) * Math.abs(meanReward[t]);
            all += Math.abs(meanReward[t]);
        }
        return all > 0 ? there / all : 1;
    }

    public int firstWeightless() {
        int t = 0;
        while (t < inverse.length && inverse[t] > 0) {
            t++;
        }
        return t;
    }

    private void centre(TargetWeightSums sums, double episodes, double[][] without) {
        for (int t = 0; t < stepMean.length; t++) {
            double steps = sums.byTime()[SumsByTime.REWARDS][t] - sums.byTime()[SumsByTime.CUT_REWARDS][t];
            for (int fold = 0; fold < EvaluationConstants.FOLDS; fold++) {
                int size = without[fold].length;
                for (int p = 0; p < size; p++) {
                    steps -= without[fold][p] * sums.differences()[fold][t * size + p];
                }
            }
            stepMean[t] = steps * stepInverse[t] / episodes;
            modelTotal += stepMean[t];
        }
    }
}
