package io.emphatic.logs.file;

import io.emphatic.Features;
import io.emphatic.logs.doctor.Watch;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Policy;
import java.io.IOException;

/**
 * Some rows of a log as steps of time. This is where a table becomes time:
 *
 * <ul>
 *   <li>the next row of a stream is the state that the action of the row before led to;
 *   <li>{@code terminated} means that the state arrived at is terminal: γ = 0, no features, no row of its own;
 *   <li>{@code truncated}, or the end of a stream, means that nothing is known beyond: that row is not learned from;
 *   <li>the row after either is a start, with nothing before it.
 * </ul>
 *
 * A row is <em>settled</em> when it is known what followed: by the next row, or by itself if it terminates or is cut
 * off.
 */
public final class Batch {
    /** How many rows any batch has at most. */
    public static final int CAPACITY = 8192;

    /**
     * How many numbers a batch has at most, unless that were hardly any rows: half of them fit into the cache of a
     * processor.
     */
    private static final int NUMBERS = 1 << 17;

    /** The row before waits for a successor and this is not it: leave it unlearned. */
    private static final byte LEAVES_LAST = 1;

    /** The row has nothing before it. */
    private static final byte STARTS = 2;

    /** The row's action led to a terminal state. */
    private static final byte TERMINATES = 4;

    /** The row is the last before a cut. */
    private static final byte IS_CUT = 8;

    private final int capacity;
    private final double[][] numbers;
    private final double[][] ratios; // ρ by policy, row by row
    private final Features[] features;
    private final byte[] fates;
    private final Rows.Key[]
            settled; // the keys of the rows settled, in their order; the first may be of the batch before; null if
    // unwanted
    private final long[] settledRows;
    private int settledCount;
    private long firstRow;
    private int size;
    private long terminated;
    private long truncated;

    /** @param recorded whether somebody wants to know which rows were settled */
    public Batch(int slots, int policies, int keys, boolean recorded) {
        capacity = Math.min(CAPACITY, Math.max(64, NUMBERS / Math.max(1, slots + policies)));
        numbers = new double[slots][capacity];
        ratios = new double[policies][capacity];
        features = new Features[capacity];
        fates = new byte[capacity];
        settledRows = new long[capacity + 1];
        settled = recorded ? new Rows.Key[capacity + 1] : null;
        for (int k = 0; recorded && k < settled.length; k++) {
            settled[k] = new Rows.Key(keys);
        }
    }

    /** How many rows it has room for. */
    public int capacity() {
        return capacity;
    }

    /** What goes from one batch to the next: whether a row still waits for its successor, and which. */
    public static final class Waiting {
        private boolean any;
        private long row;
        private final Rows.Key key;

        public Waiting(int keys) {
            key = new Rows.Key(keys);
        }
    }

    /**
     * Fills the batch.
     *
     * @param most how many rows at most, up to {@link #capacity}
     * @param learnFrom rows before this one are there to resume the time line; they are not settled again
     * @param watch sees all rows; null where nobody wants it
     * @return whether there was any row
     */
    public boolean read(Rows rows, Plan plan, long first, int most, long learnFrom, Waiting waiting, Watch watch)
            throws IOException {
        firstRow = first;
        size = 0;
        settledCount = 0;
        terminated = 0;
        truncated = 0;
        int streamKeys = plan.stream().size();
        int copied = 0; // whole stretches of columns at a time
        while (size < most && rows.next()) {
            if (copied == size) {
                int count = Math.min(rows.ready(), most - size);
                rows.numbers(numbers, size, count);
                copied += count;
            }
            long row = firstRow + size;
            boolean counts = row >= learnFrom;
            byte fate = 0;
            if (waiting.any && rows.hasKey(waiting.key, streamKeys)) {
                settle(waiting, counts);
            } else {
                fate |= STARTS;
                if (waiting.any) {
                    fate |= LEAVES_LAST;
                    truncated += counts ? 1 : 0;
                    settle(waiting, counts);
                }
            }
            waiting.any = true;
            waiting.row = row;
            rows.key(waiting.key);
            if (plan.terminates().at(numbers, size) != 0) {
                fate |= TERMINATES;
                terminated += counts ? 1 : 0;
                settle(waiting, counts);
            } else if (plan.truncates().at(numbers, size) != 0) {
                fate |= IS_CUT;
                truncated += counts ? 1 : 0;
                settle(waiting, counts);
            }
            fates[size++] = fate;
        }
        if (watch != null) {
            watch.see(numbers, size);
        }
        for (int k = 0; k < ratios.length; k++) {
            Policy policy = plan.policies().get(k);
            int wrong = policy.read(numbers, size, ratios[k]);
            if (wrong >= 0) {
                throw plan.misfit(firstRow + wrong, policy.misfit(numbers, wrong));
            }
        }
        for (int row = 0; row < size; row++) {
            try {
                features[row] = plan.features().read(numbers, row);
            } catch (IllegalArgumentException e) {
                throw plan.misfit(firstRow + row, e);
            }
        }
        return size > 0;
    }

    private void settle(Waiting waiting, boolean counts) {
        waiting.any = false;
        if (counts) {
            if (settled != null) {
                settledRows[settledCount] = waiting.row;
                settled[settledCount].set(waiting.key);
            }
            settledCount++;
        }
    }

    /** The end of the log: a batch without rows that leaves the last one, if it waits. */
    public void end(long rows, Waiting waiting) {
        firstRow = rows;
        size = 0;
        settledCount = 0;
        terminated = 0;
        truncated = waiting.any ? 1 : 0;
        if (waiting.any) {
            settle(waiting, true);
        }
    }

    /** The place of the first row in the log, from 0. */
    public long firstRow() {
        return firstRow;
    }

    public int size() {
        return size;
    }

    public double[][] numbers() {
        return numbers;
    }

    /** ρ of each row under one of the plan's policies. */
    public double[] ratios(int policy) {
        return ratios[policy];
    }

    public Features features(int row) {
        return features[row];
    }

    public boolean leavesLast(int row) {
        return (fates[row] & LEAVES_LAST) != 0;
    }

    public boolean starts(int row) {
        return (fates[row] & STARTS) != 0;
    }

    public boolean terminates(int row) {
        return (fates[row] & TERMINATES) != 0;
    }

    public boolean isCut(int row) {
        return (fates[row] & IS_CUT) != 0;
    }

    /** How many rows the batch settles. */
    public int settledCount() {
        return settledCount;
    }

    /** The place in the log of the k-th row settled. */
    public long settledRow(int k) {
        return settledRows[k];
    }

    public Rows.Key settledKey(int k) {
        return settled[k];
    }

    public long terminatedCount() {
        return terminated;
    }

    public long truncatedCount() {
        return truncated;
    }

    /** Adds the features of the rows to a vector, those of resumed rows excepted. */
    public void addFeaturesTo(double[] sums, long learnFrom) {
        for (int row = 0; row < size; row++) {
            if (firstRow + row >= learnFrom) {
                features[row].addTo(sums, 1);
            }
        }
    }
}
