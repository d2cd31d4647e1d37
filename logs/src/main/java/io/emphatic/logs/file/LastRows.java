package io.emphatic.logs.file;

import io.emphatic.logs.file.OpenStreams.OpenStream;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.sql.Rows;

/** The last rows of streams that may be open when their log ends, with which another log goes on. */
final class LastRows {
    private final Plan plan;
    private final OpenStreams streams;
    private double[] last; // the numbers of the last row where streams are kept
    private double[] before; // of the one before it; null where the last row is a start

    LastRows(Plan plan, OpenStreams streams) {
        this.plan = plan;
        this.streams = streams;
    }

    /** Keeps the numbers of the current row of a chunk where they may be needed. */
    void remember(RowChunk chunk, boolean starts, OpenStream resumed) {
        if (!streams.keeps()) {
            return;
        }
        double[] current = new double[plan.slots().size()];
        for (int slot = 0; slot < current.length; slot++) {
            current[slot] = chunk.numbers[slot][chunk.size];
        }
        if (plan.timeStep() != null) { // times are counted from the first of a log
            current[plan.timeStep().time().slot()] += plan.timeStep().origin();
        }
        before = starts ? null : resumed == null ? last : resumed.rows()[resumed.rows().length - 1];
        last = current;
    }

    /** Keeps the stream of the last row, which is open; false where streams are not kept. */
    boolean keep(Rows.Key key, long length, boolean isLast) {
        if (!streams.keeps()) {
            return false;
        }
        double[][] rows =
                before == null ? new double[][] {last.clone()} : new double[][] {before.clone(), last.clone()};
        streams.keep(key, plan.stream().size(), rows, length, isLast);
        return true;
    }

    /** Fills a chunk with the last rows of a stream, but for the features of next states. */
    void fill(RowChunk chunk, OpenStream stream) {
        chunk.size = stream.rows().length;
        for (int row = 0; row < chunk.size; row++) {
            if (stream.rows()[row].length != chunk.numbers.length) {
                throw new IllegalArgumentException("the model's open streams have rows of another shape");
            }
            for (int slot = 0; slot < chunk.numbers.length; slot++) {
                chunk.numbers[slot][row] = stream.rows()[row][slot];
            }
            chunk.flags[row] =
                    (byte) ((row == 0 ? RowChunk.STARTS : 0) | (plan.next() == null ? 0 : RowChunk.HAS_NEXT));
            chunk.features[row] = plan.features().read(chunk.numbers, row);
        }
        for (int k = 0; k < chunk.ratios.length; k++) {
            plan.policies().get(k).read(chunk.numbers, chunk.size, chunk.ratios[k]);
        }
    }
}
