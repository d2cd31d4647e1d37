package io.emphatic.logs.file;

import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction.PolicyColumns;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Rows;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Reads the rows of a log, chunk by chunk. How rows become time is for the {@link StreamState} of each to say. */
public final class ChunkReader implements AutoCloseable {
    private final Plan plan;
    private final Rows rows;
    private final LogStreams streams;
    private final Reading reading;
    private Object[] lastKey; // of the row before; null before the first
    private StreamState state; // of the row before; null before the first
    private long next; // the index of the next row
    private int made; // chunks

    /** What is read: keys, streams first; a chunk ends after each {@code every} rows. */
    public record Reading(List<Expression> keys, long from, long every, int beside) {}

    public ChunkReader(Plan plan, RowOrder order, LogStreams streams, Reading reading) throws IOException {
        this.plan = plan;
        this.streams = streams;
        this.reading = reading;
        this.next = reading.from();
        List<Expression> keys = reading.keys();
        this.rows = new Rows(
                plan.log(),
                plan.query(order, keys, reading.from()),
                plan.slots().size(),
                keys);
    }

    /** How many threads may learn from the chunks; 0 for as many as are useful. */
    int threads() {
        return plan.log().settings().threads();
    }

    public RowChunk newChunk() {
        int slots = plan.slots().size();
        int policies = plan.policies().size();
        int capacity = RowChunk.capacity(slots + policies + reading.beside());
        RowChunk chunk = new RowChunk(slots, policies, plan.next() != null, capacity);
        chunk.number = made++;
        return chunk;
    }

    /** Whether the rows read so far are a multiple of the number between two checkpoints. */
    public boolean isAtBarrier() {
        return next % reading.every() == 0;
    }

    /** Fills a chunk. False after the last row: the chunk is empty then. */
    public boolean read(RowChunk chunk) throws IOException {
        chunk.firstRow = next;
        chunk.size = 0;
        readRows(chunk, (int) Math.min(chunk.capacity(), reading.every() - next % reading.every()));
        for (int k = 0; k < chunk.ratios.length; k++) {
            PolicyColumns policy = plan.policies().get(k);
            int wrong = policy.read(chunk.numbers, chunk.size, chunk.ratios[k]);
            if (wrong >= 0) {
                throw plan.misfit(next + wrong, policy.misfit(chunk.numbers, wrong));
            }
        }
        readFeatures(chunk);
        next += chunk.size;
        chunk.ranges = reading.every() < Long.MAX_VALUE && isAtBarrier() && chunk.size > 0 ? ranges() : null;
        return chunk.size > 0;
    }

    /** What was shown up to the last row: in all streams, then in its own. */
    private byte[] ranges() throws IOException {
        return SavedState.written(saved -> {
            for (ShownRanges one : new ShownRanges[] {streams.shown(), state.ranges()}) {
                if (one != null) {
                    one.exchange(saved);
                }
            }
        });
    }

    private void readRows(RowChunk chunk, int most) throws IOException {
        int copied = 0; // columns are copied for all rows that are ready at once
        ShownRanges watching = streams.shown(); // null where no row that was copied lies beyond
        chunk.keys[0] = lastKey;
        while (chunk.size < most && rows.next()) {
            int row = chunk.size++;
            if (copied == row) {
                int ready = Math.min(rows.ready(), most - row);
                rows.numbers(chunk.numbers, row, ready);
                copied += ready;
                watching = includes(chunk, row, ready) ? null : streams.shown();
            }
            Object[] key = rows.key();
            int count = plan.stream().size();
            boolean changes = state == null || !Arrays.equals(key, 0, count, lastKey, 0, count);
            if (changes) {
                state = streams.turnTo(key, count);
            }
            byte flags = state.advance(plan, chunk.numbers, row, watching, streams.back(next + row));
            chunk.flags[row] = changes ? (byte) (flags | RowChunk.CHANGES_STREAM) : flags;
            chunk.streams[row] = state;
            chunk.keys[row + 1] = key;
            lastKey = key;
        }
    }

    /** Whether what all streams have shown includes these rows. */
    private boolean includes(RowChunk chunk, int row, int count) {
        boolean isCommon = state != null && state.ranges() == null && streams.shown() != null;
        return isCommon && streams.back(next + row) == 0 && streams.shown().includes(plan, chunk.numbers, row, count);
    }

    private void readFeatures(RowChunk chunk) {
        double[][] columns = plan.next() == null ? null : plan.next().featureColumns(chunk.numbers);
        for (int row = 0; row < chunk.size; row++) {
            try {
                chunk.features[row] = plan.features().read(chunk.numbers, row);
                if (columns != null && !chunk.has(RowChunk.TERMINATES, row)) {
                    chunk.nextFeatures[row] = plan.features().read(columns, row);
                }
            } catch (IllegalArgumentException e) {
                throw plan.misfit(next + row, e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
