package io.emphatic.logs.learning;

import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.file.Checkpoint;
import io.emphatic.logs.file.ChunkReader;
import io.emphatic.logs.file.LogStreams;
import io.emphatic.logs.file.Pipeline;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.ShownRanges;
import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.RowOrder;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** One pass over the rows of a log, chunk by chunk: read, worked on ({@link Pipeline}), collected, saved. */
public abstract class RowPass implements SavedState.Exchange {
    protected final Plan plan;
    protected final RowOrder order;
    protected final ShownRanges ranges = new ShownRanges(); // beyond which rows are not learned from
    private byte[] shown = {}; // what rows have shown up to the last one collected
    protected long rows;

    protected RowPass(Plan plan, RowOrder order) {
        this.plan = plan;
        this.order = order;
    }

    /** Reads from the first row that has not been learned from to the end; saves nothing for null. */
    public final void run(ProgressListener progress, Checkpoint checkpoint) throws IOException {
        // A resumed time line needs the step before the last row: two rows are read again and not learned from.
        long learnFrom = rows;
        rows = Math.max(0, learnFrom - 2);
        long every = checkpoint == null ? Long.MAX_VALUE : checkpoint.every();
        LogStreams streams = streams();
        streams.watch(ranges, learnFrom);
        try (ChunkReader reader = new ChunkReader(plan, order, streams, reading(rows, every));
                Pipeline pipeline = new Pipeline(reader, learnFrom, workers())) {
            for (RowChunk chunk = pipeline.next(); chunk != null; chunk = pipeline.next()) {
                shown = chunk.ranges() == null ? shown : chunk.ranges();
                collect(chunk, learnFrom);
                rows += chunk.size();
                progress.read(rows, order.rows());
                if (checkpoint != null && chunk.size() > 0 && rows > learnFrom && rows % every == 0) {
                    checkpoint.write(this, recordedLength());
                }
            }
        }
        if (rows != order.rows()) {
            throw new IOException(
                    plan.log().name() + " changed while it was read: " + order.rows() + " rows, then " + rows);
        }
    }

    /** The streams of the log, which come one after another if nothing else is said. */
    protected LogStreams streams() {
        return new LogStreams.OneAfterAnother();
    }

    /** What the doctor found, and what was beyond these ranges. */
    protected final List<Finding> withRows(List<Finding> findings) {
        return Stream.concat(ranges.finding(plan).stream(), findings.stream()).toList();
    }

    protected ChunkReader.Reading reading(long from, long every) {
        return new ChunkReader.Reading(plan.stream(), from, every, 0);
    }

    protected abstract List<? extends Pipeline.Worker> workers();

    /** All workers are done with this chunk; its first row may be before those to be learned from. */
    protected void collect(RowChunk chunk, long learnFrom) throws IOException {}

    /** Flushes the predictions file, and returns its length; 0 if there is none. */
    protected long recordedLength() throws IOException {
        return 0;
    }

    @Override
    public void exchange(SavedState state) throws IOException {
        rows = state.whole(rows);
    }

    /** Saves ranges as they were at the last row collected, whose stream may be null, or continues from them. */
    protected final void exchangeRanges(SavedState state, StreamState present) throws IOException {
        boolean isRead = shown.length == 0;
        shown = state.bytes(shown);
        if (isRead && shown.length > 0) {
            SavedState.read(shown, saved -> {
                ranges.exchange(saved);
                if (present != null && present.ranges() != null) {
                    present.ranges().exchange(saved);
                }
            });
        }
    }
}
