package io.emphatic.evaluation.internal.episodes;

import java.util.Arrays;

/**
 * The rows of a block as the starts of lives see them. A run is some consecutive rows seen from one start; runs of a
 * life follow each other, that of its first start first.
 */
public final class EpisodeRuns {
    private final int[] runOf; // of each visit, in the order of rows
    private final double[] discounts;
    private final double[] rewards;
    private final int[] filled;
    private int visits;

    public int count;
    public final int[] slot; // which of the life's starts
    public final int[] row; // the first row
    public final int[] end; // behind the last row
    public final int[] age; // t of the first row
    public final double[] returned; // Σ gₛRₛ₊₁ from the start to the last row
    public final int[] at; // where the first row is in the arrays below
    public final double[] discount; // gₜ, run after run
    public final double[] reward; // gₜRₜ₊₁

    public EpisodeRuns(int places) {
        this.runOf = new int[places];
        this.discounts = new double[places];
        this.rewards = new double[places];
        this.filled = new int[places];
        this.slot = new int[places];
        this.row = new int[places];
        this.end = new int[places];
        this.age = new int[places];
        this.returned = new double[places];
        this.at = new int[places];
        this.discount = new double[places];
        this.reward = new double[places];
    }

    public void clear() {
        visits = 0;
        count = 0;
    }

    /** How many rows all runs have together. */
    public int visits() {
        return visits;
    }

    /** A run that begins in this row; its number. */
    public int open(int firstRow, int ofSlot, int firstAge) {
        row[count] = firstRow;
        end[count] = firstRow;
        slot[count] = ofSlot;
        age[count] = firstAge;
        return count++;
    }

    /** The next row of a run. */
    public void add(int run, double discountNow, double rewardNow, double returnedNow) {
        end[run]++;
        returned[run] = returnedNow;
        runOf[visits] = run;
        discounts[visits] = discountNow;
        rewards[visits++] = discountNow * rewardNow;
    }

    /** When all rows are there: puts them run after run. */
    public void arrange() {
        int place = 0;
        for (int run = 0; run < count; run++) {
            at[run] = place;
            place += end[run] - row[run];
        }
        Arrays.fill(filled, 0, count, 0);
        for (int v = 0; v < visits; v++) {
            int run = runOf[v];
            int to = at[run] + filled[run]++;
            discount[to] = discounts[v];
            reward[to] = rewards[v];
        }
    }

    /** Whether no further run is of the same life. */
    public boolean isLastOfLife(int run) {
        return run + 1 == count || row[run + 1] >= end[run];
    }
}
