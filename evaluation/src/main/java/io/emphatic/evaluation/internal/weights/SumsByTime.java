package io.emphatic.evaluation.internal.weights;

import io.emphatic.evaluation.internal.LongLoops;
import io.emphatic.evaluation.internal.SumExchange;
import java.io.IOException;
import java.util.Arrays;

/** Sums over rows, and over the last rows of episodes, by t and target. */
final class SumsByTime {
    /** Σ W_t, Σ W_t², Σ W_t g_t R_{t+1} and Σ ω(γ_t ρ_t)² over rows, … */
    static final int SUM = 0;

    static final int SQUARES = 1;
    static final int REWARDS = 2;
    static final int RATIO_SQUARES = 3;

    /** … Σ W and Σ W² of episodes that ended, by the number of their rows, … */
    static final int ENDED = 4;

    static final int ENDED_SQUARES = 5;

    /** … Σ W_t and Σ W_t g_t R_{t+1} over the last rows of those that were cut. */
    static final int CUT = 6;

    static final int CUT_REWARDS = 7;

    private final int targets;
    private int ages;
    private final double[][][] totals = new double[CUT_REWARDS + 1][64][];

    SumsByTime(int targets) {
        this.targets = targets;
        growTo(0);
    }

    int ages() {
        return ages;
    }

    /** Makes room for this many times, and for episodes with as many rows. */
    void growTo(int count) {
        for (int kind = 0; kind < totals.length; kind++) {
            if (count >= totals[kind].length) {
                totals[kind] = Arrays.copyOf(totals[kind], Math.max(count + 1, 2 * totals[kind].length));
            }
            for (int t = count; t >= 0 && totals[kind][t] == null; t--) {
                totals[kind][t] = new double[targets];
            }
        }
        ages = Math.max(ages, count);
    }

    /** @param share ωγ_t² */
    void add(int t, double[] weight, double reward, double[] ratio, double share) {
        LongLoops.addSquares(totals[RATIO_SQUARES][t], share, ratio);
        LongLoops.addWeights(weight, reward, totals[SUM][t], totals[SQUARES][t], totals[REWARDS][t]);
    }

    void addLast(int t, double[] weight, double reward, boolean ended) {
        double[] sum = ended ? totals[ENDED][t + 1] : totals[CUT][t];
        double[] products = ended ? totals[ENDED_SQUARES][t + 1] : totals[CUT_REWARDS][t];
        for (int k = 0; k < targets; k++) {
            sum[k] += weight[k];
            products[k] = Math.fma(weight[k], ended ? weight[k] : reward, products[k]);
        }
    }

    void exchange(SumExchange sums) throws IOException {
        int count = sums.ofPart(ages);
        growTo(count);
        for (double[][] kind : totals) {
            for (int t = 0; t <= count; t++) {
                sums.totals(kind[t]);
            }
        }
    }

    /** Each kind of one target, by t or the number of rows. */
    double[][] of(int target) {
        return Arrays.stream(totals)
                .map(kind -> Arrays.stream(kind, 0, ages + 1)
                        .mapToDouble(row -> row[target])
                        .toArray())
                .toArray(double[][]::new);
    }
}
