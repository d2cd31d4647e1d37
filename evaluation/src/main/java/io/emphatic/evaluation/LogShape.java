package io.emphatic.evaluation;

import java.io.IOException;
import java.util.Arrays;

/** What is true of the log whatever the target: how many episodes there are, how long, and how they end. */
final class LogShape {
    long episodes;
    long lives;
    long rows;
    long steps;
    long ended;
    long cut;
    double leftOver; // Σ g_T over cut episodes
    double returned; // Σ G
    double startSquares; // Σ m² over lives of m episodes
    int longest; // rows of the longest episode
    boolean severalStarts; // in some life
    boolean crowded; // more starts in one life than are followed one by one
    private long[] withRow = new long[64]; // by t
    private long[] endedBefore = new long[64]; // by the number of rows

    void visit(int age) {
        longest = Math.max(longest, age + 1);
        if (age >= RatioLanes.AGES) {
            return;
        }
        if (age >= withRow.length) {
            withRow = Arrays.copyOf(withRow, 2 * age);
        }
        withRow[age]++;
    }

    void ended(int age) {
        if (age + 1 >= RatioLanes.AGES) {
            return;
        }
        if (age + 1 >= endedBefore.length) {
            endedBefore = Arrays.copyOf(endedBefore, 2 * (age + 1));
        }
        endedBefore[age + 1]++;
    }

    /** How many episodes there are at each t < count: with a row, or ended before. */
    double[] present(int count) {
        double[] present = new double[count];
        long over = 0;
        for (int t = 0; t < count; t++) {
            over += t < endedBefore.length ? endedBefore[t] : 0;
            present[t] = over + (t < withRow.length ? withRow[t] : 0);
        }
        return present;
    }

    void exchange(SumExchange sums) throws IOException {
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

    TermMoments.Clusters clusters() {
        return new TermMoments.Clusters(lives, episodes, startSquares);
    }

    double meanLeftOver() {
        return cut == 0 ? 0 : leftOver / cut;
    }
}
