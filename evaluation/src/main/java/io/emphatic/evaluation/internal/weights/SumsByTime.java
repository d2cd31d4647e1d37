package io.emphatic.evaluation.internal.weights;

import io.emphatic.evaluation.internal.LongLoops;
import io.emphatic.evaluation.internal.SumExchange;
import java.io.IOException;
import java.util.Arrays;

/**
 * Σ W_t, Σ W_t² and Σ W_t g_t R_{t+1} over rows, by t and target. The rows of some episodes are added up by themselves
 * before they join the others: a sum of ten thousands of alike numbers, one after another, is rounded in the same
 * direction again and again.
 */
final class SumsByTime {
    private static final int EPISODES = 256;
    private static final int RECENT_AGES = 4096; // few episodes have more rows

    private final int targets;
    private int ages;
    private int recentAges; // how many t the rows of the last episodes have
    private int recentEpisodes;
    private double[][] sum = new double[64][];
    private double[][] squares = new double[64][];
    private double[][] rewards = new double[64][];
    private final double[][] recentSum = new double[RECENT_AGES][]; // of the last episodes
    private final double[][] recentSquares = new double[RECENT_AGES][];
    private final double[][] recentRewards = new double[RECENT_AGES][];

    SumsByTime(int targets) {
        this.targets = targets;
    }

    /** Of how many t there are sums. */
    int ages() {
        return ages;
    }

    void growTo(int count) {
        if (count > sum.length) {
            int length = Math.max(count, 2 * sum.length);
            sum = Arrays.copyOf(sum, length);
            squares = Arrays.copyOf(squares, length);
            rewards = Arrays.copyOf(rewards, length);
        }
        for (; ages < count; ages++) {
            sum[ages] = new double[targets];
            squares[ages] = new double[targets];
            rewards[ages] = new double[targets];
            if (ages < RECENT_AGES) {
                recentSum[ages] = new double[targets];
                recentSquares[ages] = new double[targets];
                recentRewards[ages] = new double[targets];
            }
        }
    }

    /** Adds a row, for whose t there is room. */
    void add(int t, double[] weight, double reward) {
        if (t < RECENT_AGES) {
            recentAges = Math.max(recentAges, t + 1);
            LongLoops.addWeights(weight, reward, recentSum[t], recentSquares[t], recentRewards[t]);
        } else {
            LongLoops.addWeights(weight, reward, sum[t], squares[t], rewards[t]);
        }
    }

    void endEpisode() {
        if (++recentEpisodes == EPISODES) {
            settle();
        }
    }

    private void settle() {
        for (int t = 0; t < recentAges; t++) {
            move(recentSum[t], sum[t]);
            move(recentSquares[t], squares[t]);
            move(recentRewards[t], rewards[t]);
        }
        recentAges = 0;
        recentEpisodes = 0;
    }

    private static void move(double[] recent, double[] total) {
        for (int l = 0; l < total.length; l++) {
            total[l] += recent[l];
            recent[l] = 0;
        }
    }

    void exchange(SumExchange sums, int count) throws IOException {
        settle();
        for (int t = 0; t < count; t++) {
            sums.totals(sum[t]);
            sums.totals(squares[t]);
            sums.totals(rewards[t]);
        }
    }

    /** By t and target. Live. */
    double[][] sum() {
        settle();
        return sum;
    }

    double[][] squares() {
        settle();
        return squares;
    }

    double[][] rewards() {
        settle();
        return rewards;
    }
}
