package io.emphatic.logs.file;

import io.emphatic.experience.Features;
import io.emphatic.logs.file.OpenStreams.OpenStream;
import io.emphatic.logs.spec.FeatureReader;
import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.sql.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Some consecutive rows of a log as steps of time, filled by a {@link ChunkReader}. A row is <em>complete</em> when it
 * is known what followed: by the next row of its stream, or by itself if it terminates or is cut off.
 */
public final class RowChunk {
    public static final int CAPACITY = 8192;

    /** How many numbers a chunk has at most, if that is at least 64 rows: half of them fit into a processor's cache. */
    private static final int NUMBERS = 1 << 17;

    /** The row before is incomplete and stays so: it is not learned from. */
    public static final byte LEAVES_LAST = 1;

    /** No row leads to this one. */
    public static final byte STARTS = 2;

    /** The row's action led to a terminal state. */
    public static final byte TERMINATES = 4;

    /** The row is the last before a cut. */
    public static final byte IS_CUT = 8;

    /** The row's stream is another than that of the row before. */
    public static final byte CHANGES_STREAM = 16;

    /** The row itself holds the state that its action led to. */
    public static final byte HAS_NEXT = 32;

    /** The stream of the row goes on from another log: {@link #resumed} has its last rows. */
    public static final byte RESUMES = 64;

    /** The stream of the row before is kept open, to go on in another log. */
    public static final byte LEAVES_OPEN = -128;

    /** A stream that goes on, and its last rows as a chunk. */
    public record ResumedStream(OpenStream stream, RowChunk rows) {}

    final double[][] numbers;
    final double[][] ratios; // ρ by policy, row by row
    final Features[] features;
    double[] denseFeatures; // φ row after row, in place of objects; null unless asked for
    final Features[] nextFeatures; // of S_{t+1} where rows hold it; null where they do not
    final byte[] flags;
    final long[] completedRows;
    // Of the rows completed, the first of which may be in the chunk before; null if unwanted.
    final Rows.Key[] completedKeys;
    int completedCount;
    int number; // among the chunks of a reader
    long firstRow;
    int size;
    long terminated;
    long truncated;
    long keptOpen;
    boolean endsOpen;
    final List<ResumedStream> resumed = new ArrayList<>();
    int[] streams; // the number of each row's stream, where streams lie among each other; null where they do not
    final List<BegunStream> begun = new ArrayList<>(); // those whose first rows are here, where each learns alone
    private final Map<Double, double[]> constants;

    /**
     * @param beside how many numbers are kept for each row elsewhere
     * @param recorded whether the keys of the rows completed are kept
     * @param hasNext whether rows hold the state that their action led to
     * @param constants columns full of a constant, shared by all chunks of a log. Modified.
     */
    RowChunk(
            int slots,
            int policies,
            int beside,
            int keys,
            boolean recorded,
            boolean hasNext,
            Map<Double, double[]> constants) {
        this(
                slots,
                policies,
                keys,
                recorded,
                hasNext,
                constants,
                Math.min(CAPACITY, Math.max(64, NUMBERS / Math.max(1, slots + policies + beside))));
    }

    private RowChunk(
            int slots,
            int policies,
            int keys,
            boolean recorded,
            boolean hasNext,
            Map<Double, double[]> constants,
            int capacity) {
        this.numbers = new double[slots][capacity];
        this.ratios = new double[policies][capacity];
        this.features = new Features[capacity];
        this.nextFeatures = hasNext ? new Features[capacity] : null;
        this.flags = new byte[capacity];
        this.completedRows = new long[capacity + 1];
        this.completedKeys = recorded ? new Rows.Key[capacity + 1] : null;
        this.constants = constants;
        if (recorded) {
            Arrays.setAll(completedKeys, k -> new Rows.Key(keys));
        }
    }

    /** For a row at a time. */
    static RowChunk ofOneRow(int slots, int policies, boolean hasNext) {
        RowChunk chunk = new RowChunk(slots, policies, 0, false, hasNext, new HashMap<>(), 1);
        chunk.size = 1;
        return chunk;
    }

    /** Among the chunks that are in use: below {@link Pipeline#DEPTH}. */
    public int number() {
        return number;
    }

    /** The index of the first row in the log, from 0 in the order of learning. */
    public long firstRow() {
        return firstRow;
    }

    public int size() {
        return size;
    }

    /** The numbers of every row from one source; null for no source. */
    public double[] column(NumberSource source) {
        if (source == null || !source.isConstant()) {
            return source == null ? null : numbers[source.slot()];
        }
        return constants.computeIfAbsent(source.value(), RowChunk::filled);
    }

    private static double[] filled(double value) {
        double[] column = new double[CAPACITY];
        Arrays.fill(column, value);
        return column;
    }

    /** ρ of each row under one of the plan's policies. */
    public double[] ratios(int policy) {
        return ratios[policy];
    }

    /** The numbers of all slots, column by column. Live; not to be modified. */
    public double[][] numbers() {
        return numbers;
    }

    /** Whether the rows of streams lie among each other: flags are then for the learner to find out. */
    public boolean isInterleaved() {
        return streams != null;
    }

    /** The number of a row's stream, from 0, where streams lie among each other. */
    public int stream(int row) {
        return streams[row];
    }

    /** The streams that begin in this chunk, in the order of their first rows, where each learns alone. */
    public List<BegunStream> begun() {
        return begun;
    }

    public Features features(int row) {
        return features[row];
    }

    /** φ row after row, where {@link ChunkReader#readDense} was asked for them and they are numbers; else null. */
    public double[] denseFeatures() {
        return denseFeatures;
    }

    /** Of S_{t+1}, in a row that {@link #HAS_NEXT}. */
    public Features nextFeatures(int row) {
        return nextFeatures[row];
    }

    /** Other features of a row than the plan's. */
    public Features features(FeatureReader reader, int row) {
        return reader.read(numbers, row);
    }

    /** How many rows it has at most. */
    public int capacity() {
        return features.length;
    }

    /** @param flag {@link #STARTS} or another of these */
    public boolean has(byte flag, int row) {
        return (flags[row] & flag) != 0;
    }

    /** All flags of a row. */
    public byte flags(int row) {
        return flags[row];
    }

    /** Whether rows hold the state that their action led to; otherwise the next row of the stream is it. */
    public boolean holdsNext() {
        return nextFeatures != null;
    }

    /** The k-th stream of this chunk that goes on from another log. */
    public ResumedStream resumed(int k) {
        return resumed.get(k);
    }

    /** Whether the log ends here with a stream that is kept open. */
    public boolean endsOpen() {
        return endsOpen;
    }

    public int completedCount() {
        return completedCount;
    }

    /** The index in the log of the k-th row completed. */
    public long completedRow(int k) {
        return completedRows[k];
    }

    public Rows.Key completedKey(int k) {
        return completedKeys[k];
    }

    public long terminatedCount() {
        return terminated;
    }

    public long truncatedCount() {
        return truncated;
    }

    /** How many streams were left open, and kept. */
    public long keptOpenCount() {
        return keptOpen;
    }
}
