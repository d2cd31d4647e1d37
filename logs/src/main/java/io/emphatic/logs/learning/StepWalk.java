package io.emphatic.logs.learning;

import io.emphatic.experience.Features;
import io.emphatic.logs.file.BegunStream;
import io.emphatic.logs.file.ChunkWorker;
import io.emphatic.logs.file.OpenStreams.OpenStream;
import io.emphatic.logs.file.RowChunk;
import io.emphatic.logs.file.RowChunk.ResumedStream;
import io.emphatic.logs.spec.Plan;

/** Goes through the rows of a log and advances time lines: each row is left, or completed by a step. */
public abstract class StepWalk implements ChunkWorker {
    private final Plan plan;
    private final Features none;
    private final TimeLine[] lines;
    private boolean ledOn; // whether the row before held the state that its action led to
    private int resumedCount; // of the streams of the chunk that go on from another log
    private int begunCount; // of those that begin in the chunk, where each learns alone

    /**
     * @param size how many features a state has
     * @param lines the steps, as those see them who learn from them
     */
    protected StepWalk(Plan plan, int size, TimeLine... lines) {
        this.plan = plan;
        this.none = Features.none(size);
        this.lines = lines;
    }

    /**
     * @param learnFrom rows before this one only lead up to where an interrupted run was; nothing is learned from them
     */
    @Override
    public final void run(RowChunk chunk, long learnFrom) {
        for (TimeLine line : lines) {
            line.begin(chunk);
        }
        begin(chunk);
        resumedCount = 0;
        begunCount = 0;
        for (int row = 0; row < chunk.size(); row++) {
            long logRow = chunk.firstRow() + row;
            try {
                if (chunk.isInterleaved()) {
                    walk(chunk, row, stream(chunk.stream(row)), chunk.flags(row), logRow);
                } else {
                    walk(chunk, row, chunk.flags(row), logRow, logRow >= learnFrom);
                }
            } catch (IllegalArgumentException e) {
                throw plan.misfit(logRow, e);
            }
        }
        if (chunk.endsOpen()) {
            keepStream(true);
        }
        if (chunk.size() == 0 && chunk.completedCount() > 0) {
            leave(chunk.firstRow() - 1); // the end of the log
        }
        if (chunk.size() == 0 && ledOn) {
            leaveNext(chunk.firstRow() - 1);
        }
        if (chunk.size() == 0) {
            endOfLog();
        }
        end();
    }

    /** The rows to come are those of this chunk, which is filled again for each. */
    protected final void prepare(RowChunk chunk) {
        for (TimeLine line : lines) {
            line.begin(chunk);
        }
    }

    /** A row of a stream that lies among others: the time lines go on where it was left, and it is left again. */
    protected final void walk(RowChunk chunk, int row, StreamMemory stream, long logRow) {
        walk(chunk, row, stream, stream.position().advance(plan, chunk.numbers(), row), logRow);
    }

    private void walk(RowChunk chunk, int row, StreamMemory stream, byte flags, long logRow) {
        stream.turnTo(lines);
        walk(chunk, row, flags, logRow, true);
        stream.leave(lines);
    }

    /** Where the stream of this number was left, where streams lie among each other. */
    protected StreamMemory stream(int number) {
        throw new IllegalStateException("streams are not among each other here");
    }

    private static boolean has(byte flag, byte flags) {
        return (flags & flag) != 0;
    }

    private void walk(RowChunk chunk, int row, byte flags, long logRow, boolean learns) {
        Features phi = features(chunk, row);
        boolean resumes = has(RowChunk.RESUMES, flags);
        if (has(RowChunk.STARTS, flags)) {
            start();
        }
        if (learns && has(RowChunk.LEAVES_OPEN, flags)) {
            keepStream(false);
        }
        if (has(RowChunk.STARTS, flags) || resumes) {
            if (learns && has(RowChunk.LEAVES_LAST, flags)) {
                leave(logRow - 1);
            }
            if (learns && ledOn && !resumes) {
                leaveNext(logRow - 1);
            }
            if (learns && logRow > 0 && has(RowChunk.CHANGES_STREAM, flags)) {
                changeStream();
            }
            if (learns && has(RowChunk.CHANGES_STREAM, flags) && !chunk.begun().isEmpty()) {
                beginStream(chunk.begun().get(begunCount++));
            }
        }
        if (resumes) {
            resume(chunk, chunk.resumed(resumedCount++), logRow);
        }
        for (TimeLine line : lines) {
            if (has(RowChunk.STARTS, flags) || line.isNew()) { // a stream may be new for one of its time lines only
                line.start(row, phi);
            } else if (!chunk.holdsNext()) {
                line.arrive(row, phi);
            }
        }
        if (!has(RowChunk.STARTS, flags) && !chunk.holdsNext()) {
            if (learns && resumes) {
                stepFromBefore(logRow);
            } else if (learns) {
                step(logRow - 1);
            }
        }
        for (TimeLine line : lines) {
            line.act(row);
        }
        act(row);
        if (has(RowChunk.TERMINATES, flags)) {
            for (TimeLine line : lines) {
                line.terminate(none);
            }
            if (learns) {
                step(logRow);
            }
        } else if (has(RowChunk.HAS_NEXT, flags)) {
            for (TimeLine line : lines) {
                line.arriveNext(row, chunk.nextFeatures(row));
            }
            if (learns) {
                step(logRow);
            }
        } else if (learns && has(RowChunk.IS_CUT, flags)) {
            leave(logRow);
        }
        ledOn = has(RowChunk.HAS_NEXT, flags);
    }

    /** Brings the time lines to the last row of a stream of another log. */
    private void resume(RowChunk chunk, ResumedStream resumed, long logRow) {
        for (TimeLine line : lines) {
            line.begin(resumed.rows());
        }
        readColumns(resumed.rows());
        for (int row = 0; row < resumed.rows().size(); row++) {
            walk(resumed.rows(), row, resumed.rows().flags(row), -1, false);
        }
        for (TimeLine line : lines) {
            line.begin(chunk);
        }
        readColumns(chunk);
        goOnWith(resumed.stream(), logRow == 0);
    }

    /** The columns that this class reads itself are those of another chunk. */
    protected void readColumns(RowChunk chunk) {}

    /** The stream of the row before is open, and kept; {@code last} if the log ends with it. */
    protected void keepStream(boolean last) {}

    /** The next row belongs to this stream of another log; {@code first} if it is the first of this log. */
    protected void goOnWith(OpenStream stream, boolean first) {}

    /** The time lines hold the whole step of the last row of another log, which led to this row of the log. */
    protected void stepFromBefore(long logRow) {
        step(logRow);
    }

    /** φ of a row. */
    protected Features features(RowChunk chunk, int row) {
        return chunk.features(row);
    }

    /** The next rows are those of this chunk. */
    protected void begin(RowChunk chunk) {}

    /** The last row of the chunk has been read. */
    protected void end() {}

    /** The last row of the log has been read. */
    protected void endOfLog() {}

    /** The next row belongs to another stream than the rows before. */
    protected void changeStream() {}

    /** The next row is the first of this stream, which learns alone. */
    protected void beginStream(BegunStream stream) {}

    /** Nothing that was done before has led to the next row. */
    protected void start() {}

    /** The action of this row has been taken. */
    protected void act(int row) {}

    /** The time lines hold the whole step of this row of the log. */
    protected abstract void step(long logRow);

    /** Nothing is known beyond this row of the log: it is not learned from. */
    protected abstract void leave(long logRow);

    /**
     * The time lines hold the whole step of this row of the log, which has been learned from, and nothing is known
     * beyond the state that it led to: rows hold their next state, and the row after it is a start, or there is none.
     */
    protected void leaveNext(long logRow) {}
}
