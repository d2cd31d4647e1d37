package io.emphatic.logs.file;

import io.emphatic.logs.file.OpenStreams.OpenStream;
import io.emphatic.logs.spec.Plan;

/** What a {@link ChunkReader} knows of the row before the current one, of the same stream or another. */
final class RowBefore {
    private final Plan plan;
    private final double[] next; // the numbers of the next state; null where rows do not hold it
    private double time; // where gaps are cuts

    /** Whether it waits for the row that follows it. */
    boolean isOpen;

    /** Whether it holds its next state, and is no end. */
    boolean leadsOn;

    /** The rows of the episode up to it. */
    long length;

    RowBefore(Plan plan) {
        this.plan = plan;
        this.next = plan.next() == null ? null : new double[plan.next().size()];
    }

    boolean holdsNext() {
        return next != null;
    }

    /** Whether the row that is the next of a chunk may follow it, if there is no gap. */
    boolean isFollowed() {
        return isOpen || leadsOn;
    }

    /** It is the last row of a stream of another log. */
    void set(OpenStream stream) {
        double[] last = stream.rows()[stream.rows().length - 1];
        length = stream.length();
        if (plan.timeStep() != null) {
            time = last[plan.timeStep().time().slot()] - plan.timeStep().origin();
        }
        for (int slot = 0; next != null && slot < next.length; slot++) {
            next[slot] = last[plan.next().slot(slot)];
        }
    }

    /** Keeps the next state of the current row of a chunk, which holds it. */
    void setNext(RowChunk chunk) {
        for (int slot = 0; slot < next.length; slot++) {
            next[slot] = chunk.numbers[plan.next().slot(slot)][chunk.size];
        }
    }

    /** Whether its next state is that of the current row of a chunk. */
    boolean ledTo(RowChunk chunk) {
        for (int slot = 0; slot < next.length; slot++) {
            if (chunk.numbers[slot][chunk.size] != next[slot]) {
                return false;
            }
        }
        return true;
    }

    /** Whether there is a gap between it and the current row of a chunk, whose time is kept. */
    boolean isBeforeGap(RowChunk chunk) {
        if (plan.timeStep() == null) {
            return false;
        }
        double before = time;
        time = plan.timeStep().time().at(chunk.numbers, chunk.size);
        return plan.timeStep().isGap(before, time);
    }
}
