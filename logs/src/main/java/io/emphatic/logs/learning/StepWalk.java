package io.emphatic.logs.learning;

import io.emphatic.experience.Features;
import io.emphatic.logs.file.Pipeline;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.StreamState;
import io.emphatic.logs.spec.Plan;

/** Goes through the rows of a log and advances time lines: each row is left, or completed by a step. */
public abstract class StepWalk implements Pipeline.Worker {
    private final Plan plan;
    private final Features none;
    protected final TimeLine[] lines; // the steps, as those see them who learn from them
    int firstLine; // among the time lines of a stream
    private StreamState present; // the stream of the last row; null before the first
    private boolean waits; // whether the last row waits for the next of its stream
    private boolean ledOn; // whether the last row held the state that its action led to

    protected StepWalk(Plan plan, int size, TimeLine... lines) {
        this.plan = plan;
        this.none = Features.none(size);
        this.lines = lines;
    }

    /** @param learnFrom rows before this one only lead up to where an interrupted run was */
    @Override
    public final void run(RowChunk chunk, long learnFrom) {
        prepare(chunk);
        begin(chunk);
        for (int row = 0; row < chunk.size(); row++) {
            long logRow = chunk.firstRow() + row;
            try {
                walk(chunk, row, logRow, logRow >= learnFrom);
            } catch (IllegalArgumentException e) {
                throw plan.misfit(logRow, e);
            }
        }
        if (chunk.size() == 0) {
            leaveLast(chunk.firstRow() - 1); // the end of the log
        }
        end();
    }

    protected final void prepare(RowChunk chunk) {
        for (TimeLine line : lines) {
            line.begin(chunk);
        }
    }

    /** The time lines of the stream; the learners have its traces. */
    final void turn(StreamState stream) {
        for (int k = 0; k < lines.length && stream.hasSteps(); k++) {
            lines[k].turnTo(stream.step(firstLine + k), stream.rewards()[firstLine + k]);
        }
        present = stream;
    }

    /** The time lines of the present stream are left as they are. */
    protected final void leaveLines() {
        for (int k = 0; present != null && k < lines.length && present.hasSteps(); k++) {
            present.rewards()[firstLine + k] = lines[k].pendingReward();
        }
    }

    /** No stream has its traces in the learners. */
    public final void rest() {
        if (present != null) {
            leaveLines();
            leave(present, waits || ledOn);
            present = null;
        }
    }

    protected final void walk(RowChunk chunk, int row, long logRow, boolean learns) {
        Features phi = features(chunk, row);
        boolean starts = chunk.has(RowChunk.STARTS, row);
        if (starts && learns) {
            leaveLast(logRow - 1);
        }
        if (learns && chunk.has(RowChunk.CHANGES_STREAM, row) && (logRow > 0 || starts)) {
            changeStream(logRow);
        }
        if (chunk.stream(row) != present) {
            rest();
            enter(chunk.stream(row));
            turn(chunk.stream(row));
        }
        if (starts) {
            start();
        }
        for (TimeLine line : lines) {
            if (starts || line.isNew()) { // a stream may be new for one of its time lines only
                line.start(row, phi);
            } else if (!chunk.holdsNext()) {
                line.arrive(row, phi);
            }
        }
        if (learns && !starts && !chunk.holdsNext()) {
            step(chunk.has(RowChunk.RESUMES, row) ? logRow : logRow - 1);
        }
        for (TimeLine line : lines) {
            line.act(row);
        }
        act(row);
        finish(chunk, row, logRow, learns);
    }

    /** What the row itself says of what followed. */
    private void finish(RowChunk chunk, int row, long logRow, boolean learns) {
        boolean terminates = chunk.has(RowChunk.TERMINATES, row);
        boolean isCut = chunk.has(RowChunk.IS_CUT, row);
        if (terminates) {
            for (TimeLine line : lines) {
                line.terminate(none);
            }
        } else if (chunk.holdsNext() && !isCut) {
            for (TimeLine line : lines) {
                line.arriveNext(row, chunk.nextFeatures(row));
            }
        }
        if (learns && isCut) {
            leave(logRow);
        } else if (learns && (terminates || chunk.holdsNext())) {
            step(logRow);
        }
        ledOn = chunk.holdsNext() && !terminates && !isCut;
        waits = !chunk.isComplete(row);
    }

    private void leaveLast(long logRow) {
        if (waits) {
            leave(logRow);
        }
        if (ledOn) {
            leaveNext(logRow);
        }
    }

    protected Features features(RowChunk chunk, int row) {
        return chunk.features(row);
    }

    protected void begin(RowChunk chunk) {}

    protected void end() {}

    /** This row belongs to another stream than the row before, perhaps the last of another log. */
    protected void changeStream(long logRow) {}

    protected void enter(StreamState stream) {}

    /** The rows to come are not those of this stream; {@code open} if it may continue later. */
    protected void leave(StreamState stream, boolean open) {}

    protected void start() {}

    protected void act(int row) {}

    /** The time lines hold the whole step of this row of the log. */
    protected abstract void step(long logRow);

    /** Nothing is known beyond this row of the log: it is not learned from. Not where streams are interleaved. */
    protected void leave(long logRow) {}

    /** Rows hold their next state, and nothing is known beyond that of this row, which has been learned from. */
    protected void leaveNext(long logRow) {}
}
