package io.emphatic.evaluation.internal.episodes;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.SumExchange;
import java.io.IOException;
import java.util.Arrays;

/** What is true of the log whatever the target: how many episodes there are, how long, and how they end. */
public final class LogShape {
    public long episodes;
    public long lives;
    public long clusters; // lives that are no evidence apart from each other count as one
    public long rows;
    public long steps;
    public long ended;
    public long cut;
    public double weight; // Σ ω over episodes, N where none has a weight
    public double cutWeight; // of those that were cut
    public double leftOver; // Σ ωg_T over cut episodes
    public double returned; // Σ ωG
    public double startSquares; // Σ m² over clusters of m = Σ ω
    public boolean weighted; // some ω is not 1
    private double weightSquares; // Σ ω²
    public int longest; // rows of the longest episode
    public boolean severalStarts; // in some life
    public boolean crowded; // more starts in one life than are followed one by one
    private double[] withRow = new double[64]; // Σ ω by t
    private double[] endedBefore = new double[64]; // Σ ω by the number of rows
    private double[] endedUnpaid = new double[64]; // how many of them have the last reward 0
    private boolean otherRewards; // than 0, 1 and −1
    private final double[] rewards = {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY}; // −smallest, largest

    public void count(double ofEpisode) {
        episodes++;
        weight += ofEpisode;
        weightSquares += ofEpisode * ofEpisode;
        weighted |= ofEpisode != 1;
    }

    /** How many episodes of equal weight they are worth: (Σ ω)² / Σ ω². */
    public double effective() {
        return weight * (weight / weightSquares);
    }

    public void visit(int age, double ofEpisode) {
        longest = Math.max(longest, age + 1);
        if (age >= EvaluationConstants.MOST_TIMES) {
            return;
        }
        if (age >= withRow.length) {
            withRow = Arrays.copyOf(withRow, 2 * age);
        }
        withRow[age] += ofEpisode;
    }

    public void see(double reward) {
        rows++;
        rewards[0] = Math.max(rewards[0], -reward);
        rewards[1] = Math.max(rewards[1], reward);
        otherRewards |= reward != 0 && Math.abs(reward) != 1;
    }

    /** Whether every episode is one row that ended and brought 0 or 1, or 0 or −1: a value is a rate. */
    public boolean isOfRates() {
        return longest == 1 && cut == 0 && !otherRewards && (isNeverNegative() || isNeverPositive());
    }

    public boolean isNeverNegative() {
        return rewards[0] <= 0;
    }

    public boolean isNeverPositive() {
        return rewards[1] <= 0;
    }

    /** At how many different lengths episodes ended without a reward in their last row. */
    public int unpaidLengths() {
        return (int) Arrays.stream(endedUnpaid).filter(count -> count > 0).count();
    }

    /** How many of the ended episodes had no reward in their last row. */
    public long unpaidEnds() {
        return (long) Arrays.stream(endedUnpaid).sum();
    }

    /** How many episodes ended at the greatest length of all; 0 if one was longer, and cut. */
    public double endedAtLongest() {
        return longest < endedBefore.length ? endedBefore[longest] : 0;
    }

    /** The chance, at most, that all who came that far ended there, were it as likely as at lengths before. */
    public double chanceOfLimit() {
        double most = 0;
        double before = 0;
        int last = Math.min(longest, Math.min(endedBefore.length, withRow.length)) - 1;
        for (int t = 0; t < last; t++) {
            before += endedBefore[t + 1];
            most = Math.max(most, (endedBefore[t + 1] + 1) / (withRow[t] + 1));
        }
        return before == 0 ? 1 : Math.pow(most, endedAtLongest());
    }

    public void ended(int age, double ofEpisode, boolean unpaid) {
        if (age + 1 >= EvaluationConstants.MOST_TIMES) {
            return;
        }
        if (age + 1 >= endedBefore.length) {
            endedBefore = Arrays.copyOf(endedBefore, 2 * (age + 1));
            endedUnpaid = Arrays.copyOf(endedUnpaid, 2 * (age + 1));
        }
        endedBefore[age + 1] += ofEpisode;
        endedUnpaid[age + 1] += unpaid ? 1 : 0;
    }

    /** Σ ω of the episodes that have a row at each t < count. */
    public double[] going(int count) {
        return Arrays.copyOf(withRow, count);
    }

    /** Σ ω of the episodes that are there at each t < count: with a row, or ended before. */
    public double[] present(int count) {
        double[] present = new double[count];
        double over = 0;
        for (int t = 0; t < count; t++) {
            over += t < endedBefore.length ? endedBefore[t] : 0;
            present[t] = over + (t < withRow.length ? withRow[t] : 0);
        }
        return present;
    }

    public void exchange(SumExchange sums) throws IOException {
        episodes = sums.total(episodes);
        lives = sums.total(lives);
        clusters = sums.total(clusters);
        rows = sums.total(rows);
        steps = sums.total(steps);
        ended = sums.total(ended);
        cut = sums.total(cut);
        weight = sums.total(weight);
        weightSquares = sums.total(weightSquares);
        weighted = sums.any(weighted);
        cutWeight = sums.total(cutWeight);
        leftOver = sums.total(leftOver);
        returned = sums.total(returned);
        startSquares = sums.total(startSquares);
        longest = Math.max(longest, sums.ofPart(longest));
        severalStarts = sums.any(severalStarts);
        crowded = sums.any(crowded);
        withRow = sums.counts(withRow);
        endedBefore = sums.counts(endedBefore);
        endedUnpaid = sums.counts(endedUnpaid);
        otherRewards = sums.any(otherRewards);
        sums.largest(rewards);
    }

    public Clusters clusters() {
        return new Clusters(clusters, episodes, weight, startSquares);
    }

    public double meanLeftOver() {
        return cut == 0 ? 0 : leftOver / cutWeight;
    }

    /** How the episodes lie in G clusters: weight is Σ ω, squares Σ m² over clusters of m = Σ ω. */
    public record Clusters(long count, long episodes, double weight, double squares) {
        /** The standard error of a mean over episodes from the sum of the clusters' squared deviations. */
        public double error(double deviations) {
            double variance = Math.max(0, deviations) * count / (count - 1.0);
            return count > 1 ? Math.sqrt(variance) / weight : Double.NaN;
        }
    }
}
