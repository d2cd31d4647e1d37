package io.emphatic.evaluation.internal.weights;

import io.emphatic.evaluation.internal.LongLoops;
import io.emphatic.evaluation.internal.SumExchange;
import java.io.IOException;
import java.util.Arrays;

/**
 * Σ W_t, Σ W_t², Σ W_t g_t R_{t+1} and Σ ω(γ_t ρ_t)² over rows, by t and target. The rows of some episodes are added up
 * by themselves before they join the others: a sum of ten thousands of alike numbers, one after another, is rounded in
 * the same direction again and again.
 */
final class SumsByTime {
    private static final int EPISODES = 256;
    private static final int RECENT_AGES = 4096; // few episodes have more rows

    private final int targets;
    private int ages;
    private int recentAges; // how many t the rows of the last episodes have
    private int recentEpisodes;
    private final double[][][] totals = new double[4][64][]; // the four sums, each by t and target
    private final double[][][] recent = new double[4][RECENT_AGES][]; // of the last episodes

    SumsByTime(int targets) {
        this.targets = targets;
    }

    /** Of how many t there are sums. */
    int ages() {
        return ages;
    }

    void growTo(int count) {
        for (int kind = 0; kind < totals.length; kind++) {
            if (count > totals[kind].length) {
                totals[kind] = Arrays.copyOf(totals[kind], Math.max(count, 2 * totals[kind].length));
            }
            for (int t = ages; t < count; t++) {
                totals[kind][t] = new double[targets];
                if (t < RECENT_AGES) {
                    recent[kind][t] = new double[targets];
                }
            }
        }
        ages = Math.max(ages, count);
    }

    /**
     * Adds a row, for whose t there is room.
     *
     * @param share ωγ_t²
     */
    void add(int t, double[] weight, double reward, double[] ratio, double share) {
        double[][][] to = t < RECENT_AGES ? recent : totals;
        recentAges = Math.max(recentAges, Math.min(t + 1, RECENT_AGES));
        LongLoops.addSquares(to[3][t], share, ratio);
        LongLoops.addWeights(weight, reward, to[0][t], to[1][t], to[2][t]);
    }

    void endEpisode() {
        if (++recentEpisodes == EPISODES) {
            settle();
        }
    }

    private void settle() {
        for (int kind = 0; kind < totals.length; kind++) {
            for (int t = 0; t < recentAges; t++) {
                LongLoops.add(totals[kind][t], 1, recent[kind][t]);
                Arrays.fill(recent[kind][t], 0);
            }
        }
        recentAges = 0;
        recentEpisodes = 0;
    }

    void exchange(SumExchange sums, int count) throws IOException {
        settle();
        for (int t = 0; t < count; t++) {
            for (double[][] byTime : totals) {
                sums.totals(byTime[t]);
            }
        }
    }

    /** Σ W_t by t and target. Live. */
    double[][] sum() {
        settle();
        return totals[0];
    }

    /** Σ W_t². Live. */
    double[][] squares() {
        settle();
        return totals[1];
    }

    /** Σ ω(γ_t ρ_t)². Live. */
    double[][] ratioSquares() {
        settle();
        return totals[3];
    }

    /** Σ W_t g_t R_{t+1}. Live. */
    double[][] rewards() {
        settle();
        return totals[2];
    }
}
