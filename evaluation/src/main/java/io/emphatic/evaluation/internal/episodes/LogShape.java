package io.emphatic.evaluation.internal.episodes;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.SumExchange;
import java.io.IOException;
import java.util.Arrays;

/** What is true of the log whatever the target: how many episodes there are, how long, and how they end. */
public final class LogShape {
    public long episodes;
    public long lives;
    public long rows;
    public long steps;
    public long ended;
    public long cut;
    public double leftOver; // Σ g_T over cut episodes
    public double returned; // Σ G
    public double startSquares; // Σ m² over lives of m episodes
    public int longest; // rows of the longest episode
    public boolean severalStarts; // in some life
    public boolean crowded; // more starts in one life than are followed one by one
    private long[] withRow = new long[64]; // by t
    private long[] endedBefore = new long[64]; // by the number of rows

    public void visit(int age) {
        longest = Math.max(longest, age + 1);
        if (age >= EvaluationConstants.MOST_TIMES) {
            return;
        }
        if (age >= withRow.length) {
            withRow = Arrays.copyOf(withRow, 2 * age);
        }
        withRow[age]++;
    }

    public void ended(int age) {
        if (age + 1 >= EvaluationConstants.MOST_TIMES) {
            return;
        }
        if (age + 1 >= endedBefore.length) {
            endedBefore = Arrays.copyOf(endedBefore, 2 * (age + 1));
        }
        endedBefore[age + 1]++;
    }

    /** How many episodes there are at each t < count: with a row, or ended before. */
    public double[] present(int count) {
        double[] present = new double[count];
        long over = 0;
        for (int t = 0; t < count; t++) {
            over += t < endedBefore.length ? endedBefore[t] : 0;
            present[t] = over + (t < withRow.length ? withRow[t] : 0);
        }
        return present;
    }

    public void exchange(SumExchange sums) throws IOException {
        episodes = sums.total(episodes);
        lives = sums.total(lives);
        rows = sums.total(rows);
        steps = sums.total(steps);
        ended = sums.total(ended);
        cut = sums.total(cut);
        leftOver = sums.total(leftOver);
        returned = sums.total(returned);
        startSquares = sums.total(startSquares);
        longest = Math.max(longest, sums.ofPart(longest));
        severalStarts = sums.any(severalStarts);
        crowded = sums.any(crowded);
        withRow = sums.counts(withRow);
        endedBefore = sums.counts(endedBefore);
    }

    public Clusters clusters() {
        return new Clusters(lives, episodes, startSquares);
    }

    public double meanLeftOver() {
        return cut == 0 ? 0 : leftOver / cut;
    }

    /**
     * How the N episodes lie in lives.
     *
     * @param squares Σ m² over lives
     */
    public record Clusters(long lives, long episodes, double squares) {

        /** The standard error of a mean over episodes from the sum of the lives' squared deviations. */
        public double error(double deviations) {
            double variance = Math.max(0, deviations) * lives / (lives - 1.0);
            return lives > 1 ? Math.sqrt(variance) / episodes : Double.NaN;
        }
    }
}
