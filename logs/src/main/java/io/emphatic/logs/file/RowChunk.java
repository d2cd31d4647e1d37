package io.emphatic.logs.file;

import io.emphatic.experience.Features;
import io.emphatic.logs.sql.Rows;

/** Some consecutive rows of a log as steps of time, filled by a {@link ChunkReader}. */
public final class RowChunk {
    private static final int CAPACITY = 8192;

    /** How many numbers a chunk has at most, if that is at least 64 rows: half of them fit into a processor's cache. */
    private static final int NUMBERS = 1 << 17;

    /** No row leads to this one. */
    public static final byte STARTS = 1;

    /** The row follows the last row of another log. */
    public static final byte RESUMES = 2;

    /** The row's action led to a terminal state. */
    public static final byte TERMINATES = 4;

    /** The row is the last before a cut. */
    public static final byte IS_CUT = 8;

    /** The row's stream is another than that of the row before. */
    public static final byte CHANGES_STREAM = 16;

    /** The row lies {@linkplain ShownRanges beyond} what was shown: it is a start and a cut, and nothing else. */
    public static final byte BEYOND = 32;

    final double[][] numbers;
    final double[][] ratios; // ρ by policy, row by row
    final Features[] features;
    final Features[] nextFeatures; // of S_{t+1} where rows hold it; null where they do not
    final byte[] flags;
    final StreamState[] streams;
    final Object[][] keys; // of the row before the first, and of each row
    byte[] ranges; // what was shown up to its last row; null but before a checkpoint
    int number; // among the chunks of a reader
    long firstRow;
    int size;

    RowChunk(int slots, int policies, boolean hasNext, int capacity) {
        this.numbers = new double[slots][capacity];
        this.ratios = new double[policies][capacity];
        this.features = new Features[capacity];
        this.nextFeatures = hasNext ? new Features[capacity] : null;
        this.flags = new byte[capacity];
        this.streams = new StreamState[capacity];
        this.keys = new Object[capacity + 1][];
    }

    /** How many rows a chunk has, where this many numbers are kept for each. */
    static int capacity(int numbers) {
        return Math.min(CAPACITY, Math.max(64, NUMBERS / Math.max(1, numbers)));
    }

    static RowChunk ofOneRow(int slots, int policies, boolean hasNext) {
        RowChunk chunk = new RowChunk(slots, policies, hasNext, 1);
        chunk.size = 1;
        return chunk;
    }

    /** Among the chunks that are in use: below {@link Pipeline#DEPTH}. */
    public int number() {
        return number;
    }

    public long firstRow() {
        return firstRow;
    }

    public int size() {
        return size;
    }

    /** {@link ShownRanges} after its last row, as saved; null but before a checkpoint. */
    public byte[] ranges() {
        return ranges;
    }

    public double[] ratios(int policy) {
        return ratios[policy];
    }

    /** The numbers of all slots, column by column. Live; not to be modified. */
    public double[][] numbers() {
        return numbers;
    }

    public StreamState stream(int row) {
        return streams[row];
    }

    public Features features(int row) {
        return features[row];
    }

    /** Of S_{t+1}, where {@linkplain #holdsNext rows hold it} and the row does not terminate. */
    public Features nextFeatures(int row) {
        return nextFeatures[row];
    }

    public int capacity() {
        return features.length;
    }

    public boolean has(byte flag, int row) {
        return (flags[row] & flag) != 0;
    }

    /** Whether rows hold the state that their action led to; otherwise the next row of the stream is it. */
    public boolean holdsNext() {
        return nextFeatures != null;
    }

    /** Whether a row does not wait for the next row of its stream: it ends, is cut off or holds its next state. */
    public boolean isComplete(int row) {
        return holdsNext() || has(TERMINATES, row) || has(IS_CUT, row);
    }

    /** The keys of a row, as {@link Rows#key} has them; −1 is the row before the first. */
    public Object[] key(int row) {
        return keys[row + 1];
    }
}
