package io.emphatic.logs.file;

import io.emphatic.logs.spec.Plan;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Where a stream stands between two of its rows, for streams whose rows lie among those of others: all that decides how
 * its next row follows. {@link ChunkReader} says what the rules are.
 */
public final class StreamPosition {
    private boolean open; // whether the last row is incomplete, or led on to the state that it holds
    private double time; // of the last row, from 0, where gaps are cuts
    private double[] next = {}; // the numbers of the next state in the last row, where rows hold it

    /**
     * The flags of the stream's next row: {@link RowChunk#STARTS}, {@link RowChunk#LEAVES_LAST},
     * {@link RowChunk#TERMINATES}, {@link RowChunk#IS_CUT} and {@link RowChunk#HAS_NEXT}.
     *
     * @param numbers of the plan's slots, column by column
     */
    public byte advance(Plan plan, double[][] numbers, int row) {
        boolean holdsNext = plan.next() != null;
        boolean gap = isBehindGap(plan, numbers, row);
        boolean follows = open && !gap && (!holdsNext || isWhereLastLed(numbers, row));
        byte flags = follows ? 0 : RowChunk.STARTS;
        if (!follows && open && !holdsNext) {
            flags |= RowChunk.LEAVES_LAST;
        }
        boolean ends = plan.terminates().at(numbers, row) != 0;
        boolean cut = !ends && plan.truncates().at(numbers, row) != 0;
        open = !ends && !cut;
        if (ends) {
            return (byte) (flags | RowChunk.TERMINATES);
        }
        if (holdsNext) {
            remember(plan, numbers, row);
            return (byte) (flags | RowChunk.HAS_NEXT);
        }
        return (byte) (flags | (cut ? RowChunk.IS_CUT : 0));
    }

    /** Whether the last row waits for what followed. */
    public boolean isOpen() {
        return open;
    }

    private boolean isBehindGap(Plan plan, double[][] numbers, int row) {
        if (plan.timeStep() == null) {
            return false;
        }
        double before = time;
        time = plan.timeStep().time().at(numbers, row);
        return plan.timeStep().isGap(before, time);
    }

    private boolean isWhereLastLed(double[][] numbers, int row) {
        for (int slot = 0; slot < next.length; slot++) {
            if (numbers[slot][row] != next[slot]) {
                return false;
            }
        }
        return true;
    }

    private void remember(Plan plan, double[][] numbers, int row) {
        if (next.length != plan.next().size()) {
            next = new double[plan.next().size()];
        }
        for (int slot = 0; slot < next.length; slot++) {
            next[slot] = numbers[plan.next().slot(slot)][row];
        }
    }

    public void write(DataOutput out) throws IOException {
        out.writeBoolean(open);
        out.writeDouble(time);
        out.writeInt(next.length);
        for (double number : next) {
            out.writeDouble(number);
        }
    }

    public void read(DataInput in) throws IOException {
        open = in.readBoolean();
        time = in.readDouble();
        int count = in.readInt();
        if (count < 0 || count > 1 << 24) {
            throw new IOException("the bytes are not those of a stream");
        }
        next = new double[count];
        for (int slot = 0; slot < count; slot++) {
            next[slot] = in.readDouble();
        }
    }
}
