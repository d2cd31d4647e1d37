package io.emphatic.logs.file;

import io.emphatic.logs.doctor.ColumnExtremes;
import io.emphatic.logs.file.OpenStreams.OpenStream;
import io.emphatic.logs.file.RowChunk.ResumedStream;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PolicyColumns;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Rows;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads the rows of a log, chunk by chunk. This is where a table becomes time:
 *
 * <ul>
 *   <li>the next row of a stream is the state that the action of the row before led to;
 *   <li>{@code terminated} means that the state arrived at is terminal: γ = 0, no features, no row;
 *   <li>{@code truncated}, or the end of a stream, means that nothing is known beyond: that row is not learned from;
 *   <li>a gap in time, where the spec gives the step of the order, is a cut;
 *   <li>the row after any of them is a start, with nothing before it.
 * </ul>
 *
 * Where a row holds its own next state, every row is complete by itself. It goes on from the row before it in its
 * stream if that row was not the last before a cut and led to this state, feature by feature; otherwise it is a start.
 */
public final class ChunkReader implements AutoCloseable {
    private final Plan plan;
    private final Rows rows;
    private final int keys;
    private final boolean recorded;
    private final long learnFrom;
    private final long every;
    private final ColumnExtremes extremes;
    private final Map<Double, double[]> constants = new ConcurrentHashMap<>();
    private Rows.Key key; // of the current row
    private Rows.Key lastKey; // of the row before
    private long next; // the index of the next row
    private final RowBefore last;
    private int beside;
    private int made; // chunks
    private boolean leavesFeatures; // to those who work on the chunks
    private OpenStreams open; // null where streams are neither kept nor gone on with
    private LastRows lastRows; // of them
    private boolean any; // whether a row has been read
    private EarlierModels alone; // where each stream learns alone; null where they do not
    private InterleavedStreams interleaved; // where rows of streams lie among each other; null where they do not

    /**
     * @param keys read with each row; the streams come first
     * @param recorded whether chunks keep the keys of the rows completed
     * @param from the first row that is read, from 0 in the order of learning
     * @param learnFrom rows before this one are there to resume an interrupted run; they do not count as completed
     * @param every a chunk ends after each multiple of this number of rows
     * @param extremes includes all rows; null to do without
     */
    public ChunkReader(
            Plan plan,
            RowOrder order,
            List<Expression> keys,
            boolean recorded,
            long from,
            long learnFrom,
            long every,
            ColumnExtremes extremes)
            throws IOException {
        this.plan = plan;
        this.keys = keys.size();
        this.recorded = recorded;
        this.next = from;
        this.learnFrom = learnFrom;
        this.every = every;
        this.extremes = extremes;
        this.last = new RowBefore(plan);
        this.key = new Rows.Key(keys.size());
        this.lastKey = new Rows.Key(keys.size());
        this.rows =
                new Rows(plan.log(), plan.query(order, keys, from), plan.slots().size(), keys);
    }

    /** How many threads may learn from the chunks; 0 for as many as are useful. */
    int threads() {
        return plan.log().settings().threads();
    }

    /** Chunks made from now on have fewer rows, since so many numbers are kept for each row elsewhere. */
    public void keepBeside(int numbers) {
        beside = numbers;
    }

    /** Features are left to those who work on the chunks, which have none then. */
    public void leaveFeatures() {
        leavesFeatures = true;
    }

    /** Goes on with these streams, and keeps there those that are open at their end. */
    public void goOnWith(OpenStreams streams) {
        open = streams;
        lastRows = new LastRows(plan, streams);
    }

    /** Notes in each chunk which streams begin there, and what they have learned before. */
    public void begin(EarlierModels models) {
        alone = models;
    }

    /** Takes the rows as they lie, streams among each other. */
    public void interleave() {
        interleaved = new InterleavedStreams(plan);
    }

    /** A chunk for {@link #read}. */
    public RowChunk newChunk() {
        RowChunk chunk = new RowChunk(
                plan.slots().size(), plan.policies().size(), beside, keys, recorded, plan.next() != null, constants);
        chunk.number = made++;
        if (interleaved != null) {
            chunk.streams = new int[chunk.capacity()];
        }
        return chunk;
    }

    /** Whether the rows read so far are a multiple of the number between two checkpoints, or streams learn alone. */
    public boolean isAtBarrier() {
        return alone != null || next % every == 0;
    }

    /** Fills a chunk. False after the last row: the chunk is empty then, and completes that row. */
    public boolean read(RowChunk chunk) throws IOException {
        chunk.firstRow = next;
        chunk.size = 0;
        chunk.completedCount = 0;
        chunk.terminated = 0;
        chunk.truncated = 0;
        chunk.keptOpen = 0;
        chunk.endsOpen = false;
        chunk.resumed.clear();
        chunk.begun.clear();
        int most = (int) Math.min(chunk.features.length, every - next % every);
        if (interleaved == null) {
            readSteps(chunk, most);
        } else {
            readInterleaved(chunk, most);
        }
        if (chunk.size == 0 && alone != null) {
            chunk.begun.add(alone.begin(null));
        }
        if (chunk.size == 0 && any && last.isFollowed()) {
            chunk.endsOpen = keep(chunk, true);
        }
        if (chunk.size == 0 && last.isOpen) {
            leave(chunk, next - 1, true, chunk.endsOpen);
        }
        if (extremes != null) {
            extremes.include(chunk.numbers, chunk.size);
        }
        for (int k = 0; k < chunk.ratios.length; k++) {
            PolicyColumns policy = plan.policies().get(k);
            int wrong = policy.read(chunk.numbers, chunk.size, chunk.ratios[k]);
            if (wrong >= 0) {
                throw plan.misfit(next + wrong, policy.misfit(chunk.numbers, wrong));
            }
            if (extremes != null) {
                extremes.includeRatios(k, chunk.ratios[k], chunk.size);
            }
        }
        readFeatures(chunk);
        readNextFeatures(chunk);
        next += chunk.size;
        return chunk.size > 0;
    }

    private void readFeatures(RowChunk chunk) {
        for (int row = 0; row < chunk.size && !leavesFeatures; row++) {
            try {
                chunk.features[row] = plan.features().read(chunk.numbers, row);
            } catch (IllegalArgumentException e) {
                throw plan.misfit(next + row, e);
            }
        }
    }

    private void readNextFeatures(RowChunk chunk) {
        double[][] columns = plan.next() == null ? null : plan.next().featureColumns(chunk.numbers);
        for (int row = 0; columns != null && row < chunk.size; row++) {
            if (chunk.has(RowChunk.HAS_NEXT, row)) {
                try {
                    chunk.nextFeatures[row] = plan.features().read(columns, row);
                } catch (IllegalArgumentException e) {
                    throw plan.misfit(next + row, e);
                }
            }
        }
    }

    private void readSteps(RowChunk chunk, int most) throws IOException {
        int streamKeys = plan.stream().size();
        int copied = 0; // columns are copied for all rows that are ready at once
        while (chunk.size < most && rows.next()) {
            if (copied == chunk.size) {
                int count = Math.min(rows.ready(), most - chunk.size);
                rows.numbers(chunk.numbers, chunk.size, count);
                copied += count;
            }
            long row = next + chunk.size;
            boolean counts = row >= learnFrom;
            rows.key(key);
            boolean same = key.isSame(lastKey, streamKeys);
            if (alone != null && counts && !(any && same)) {
                chunk.begun.add(alone.begin(StreamKey.of(key, 0, streamKeys)));
            }
            boolean leavesOpen = any && !same && last.isFollowed() && keep(chunk, false);
            OpenStream resumed = open == null || any && same ? null : open.take(key, streamKeys);
            if (resumed != null) {
                last.set(resumed);
            }
            boolean gap = last.isBeforeGap(chunk);
            boolean follows = same && !gap && last.isFollowed();
            boolean resumes = resumed != null && !gap && (!last.holdsNext() || last.ledTo(chunk));
            byte flags = leavesOpen ? RowChunk.LEAVES_OPEN : 0;
            flags |= any && same ? 0 : RowChunk.CHANGES_STREAM;
            flags |= last.holdsNext()
                    ? step(chunk, row, follows, counts)
                    : neighbour(chunk, row, follows, counts, leavesOpen);
            if (resumes) {
                flags = (byte) (flags & ~RowChunk.STARTS | RowChunk.RESUMES);
                chunk.resumed.add(new ResumedStream(resumed, rows(resumed)));
            }
            any = true;
            if (lastRows != null) {
                lastRows.remember(chunk, (flags & RowChunk.STARTS) != 0, resumes ? resumed : null);
            }
            last.length = (flags & RowChunk.STARTS) != 0 ? 1 : last.length + 1;
            if ((flags & RowChunk.TERMINATES) != 0) {
                chunk.terminated += counts ? 1 : 0;
                if (extremes != null) {
                    extremes.episodes().add(last.length);
                }
            }
            chunk.flags[chunk.size++] = flags;
        }
    }

    /** Rows are recorded as they lie, and not when it is known what followed. */
    private void readInterleaved(RowChunk chunk, int most) throws IOException {
        int copied = 0;
        while (chunk.size < most && rows.next()) {
            if (copied == chunk.size) {
                int count = Math.min(rows.ready(), most - chunk.size);
                rows.numbers(chunk.numbers, chunk.size, count);
                copied += count;
            }
            rows.key(key);
            interleaved.add(key, chunk, extremes);
            if (recorded) {
                chunk.completedRows[chunk.completedCount] = next + chunk.size;
                chunk.completedKeys[chunk.completedCount++].set(key);
            }
            chunk.size++;
        }
        if (chunk.size == 0) {
            chunk.truncated += interleaved.open();
        }
    }

    /** Keeps the stream of the last row, which is open; false where streams are not kept. */
    private boolean keep(RowChunk chunk, boolean isLast) {
        boolean kept = lastRows != null && lastRows.keep(lastKey, last.length, isLast);
        chunk.keptOpen += kept ? 1 : 0;
        return kept;
    }

    /** The last rows of a stream as a chunk, to be gone through without learning. */
    private RowChunk rows(OpenStream stream) {
        int few = 1 << 20; // so many numbers beside make a chunk as short as can be
        RowChunk chunk = new RowChunk(
                plan.slots().size(), plan.policies().size(), few, keys, false, last.holdsNext(), constants);
        lastRows.fill(chunk, stream);
        readNextFeatures(chunk);
        return chunk;
    }

    /** The current row where the next state is the next row: it completes the row before, or leaves it. */
    private byte neighbour(RowChunk chunk, long row, boolean follows, boolean counts, boolean leavesOpen) {
        byte flags = 0;
        if (follows) {
            complete(chunk, row - 1, counts);
        } else {
            flags |= RowChunk.STARTS;
            if (last.isOpen) {
                flags |= RowChunk.LEAVES_LAST;
                leave(chunk, row - 1, counts, leavesOpen);
            }
        }
        last.isOpen = true;
        swapKeys();
        if (plan.terminates().at(chunk.numbers, chunk.size) != 0) {
            flags |= RowChunk.TERMINATES;
            complete(chunk, row, counts);
        } else if (plan.truncates().at(chunk.numbers, chunk.size) != 0) {
            flags |= RowChunk.IS_CUT;
            leave(chunk, row, counts, false);
        }
        return flags;
    }

    /** The current row where it holds its next state. */
    private byte step(RowChunk chunk, long row, boolean follows, boolean counts) {
        byte flags = follows && last.ledTo(chunk) ? 0 : RowChunk.STARTS;
        swapKeys();
        complete(chunk, row, counts);
        boolean ends = plan.terminates().at(chunk.numbers, chunk.size) != 0;
        last.leadsOn = !ends && plan.truncates().at(chunk.numbers, chunk.size) == 0;
        last.setNext(chunk);
        return (byte) (flags | (ends ? RowChunk.TERMINATES : RowChunk.HAS_NEXT));
    }

    private void swapKeys() {
        Rows.Key spare = lastKey;
        lastKey = key;
        key = spare;
    }

    /** The last row, of this index, is followed by nothing known. */
    private void leave(RowChunk chunk, long row, boolean counts, boolean kept) {
        chunk.truncated += counts && !kept ? 1 : 0;
        complete(chunk, row, counts);
    }

    private void complete(RowChunk chunk, long row, boolean counts) {
        last.isOpen = false;
        if (counts) {
            if (recorded) {
                chunk.completedRows[chunk.completedCount] = row;
                chunk.completedKeys[chunk.completedCount].set(lastKey);
            }
            chunk.completedCount++;
        }
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
