package io.emphatic.evaluation.internal.episodes;

/**
 * The rows of a block as the starts of lives see them. A run is some consecutive rows seen from one start; runs of a
 * life follow each other, that of its first start first.
 */
public final class EpisodeRuns {
    private int visits;

    public int count;
    public final int[] slot; // which of the life's starts
    public final int[] row; // the first row
    public final int[] end; // behind the last row
    public final int[] age; // t of the first row
    public final double[] discount; // gₜ there
    public final double[] returned; // Σ gₛRₛ₊₁ from the start to the last row

    public EpisodeRuns(int places) {
        this.slot = new int[places];
        this.row = new int[places];
        this.end = new int[places];
        this.age = new int[places];
        this.discount = new double[places];
        this.returned = new double[places];
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
    public int open(int firstRow, int ofSlot, int firstAge, double firstDiscount) {
        row[count] = firstRow;
        end[count] = firstRow;
        slot[count] = ofSlot;
        age[count] = firstAge;
        discount[count] = firstDiscount;
        return count++;
    }

    public void add(int run, double returnedNow) {
        end[run]++;
        returned[run] = returnedNow;
        visits++;
    }

    /** Whether no further run is of the same life. */
    public boolean isLastOfLife(int run) {
        return run + 1 == count || row[run + 1] >= end[run];
    }
}
