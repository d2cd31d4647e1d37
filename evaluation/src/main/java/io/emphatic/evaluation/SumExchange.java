package io.emphatic.evaluation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Writes the sums of one part of a log, or adds those of another part to them. A class with sums lists them once, for
 * both: {@code weights = sums.total(weights)}.
 */
abstract class SumExchange {
    /** Writes what is given. */
    static SumExchange writing(DataOutput out) {
        return new Writing(out);
    }

    /**
     * Reads, and adds what is read.
     *
     * @param livesBefore how many lives of the log come before the part, which counted its folds from 0
     */
    static SumExchange adding(DataInput in, long livesBefore) {
        return new Adding(in, (int) (livesBefore % EpisodeReader.FOLDS));
    }

    abstract boolean isWriting();

    abstract double total(double own) throws IOException;

    abstract long total(long own) throws IOException;

    /** The larger of both. */
    abstract int most(int own) throws IOException;

    abstract boolean any(boolean own) throws IOException;

    /**
     * The first of some sums.
     *
     * @param own long enough for those that are read. Modified.
     */
    abstract void totals(double[] own, int used) throws IOException;

    /** Which of the folds of all parts this one of the part is; negative for none. */
    abstract int fold(int ofPart);

    final void totals(double[] own) throws IOException {
        totals(own, own.length);
    }

    /** Counts, of which there may be more in one part than in another. Modified, if they are not replaced. */
    final long[] counts(long[] own) throws IOException {
        int length = most(own.length);
        long[] sum = Arrays.copyOf(own, length);
        int read = (int) (isWriting() ? total((long) length) : total(0L));
        for (int k = 0; k < read; k++) {
            sum[k] = total(sum[k]);
        }
        return sum;
    }

    private static final class Writing extends SumExchange {
        private final DataOutput out;

        Writing(DataOutput out) {
            this.out = out;
        }

        @Override
        boolean isWriting() {
            return true;
        }

        @Override
        double total(double own) throws IOException {
            out.writeDouble(own);
            return own;
        }

        @Override
        long total(long own) throws IOException {
            out.writeLong(own);
            return own;
        }

        @Override
        int most(int own) throws IOException {
            out.writeInt(own);
            return own;
        }

        @Override
        boolean any(boolean own) throws IOException {
            out.writeBoolean(own);
            return own;
        }

        @Override
        void totals(double[] own, int used) throws IOException {
            out.writeInt(used);
            for (int k = 0; k < used; k++) {
                out.writeDouble(own[k]);
            }
        }

        @Override
        int fold(int ofPart) {
            return ofPart;
        }
    }

    private static final class Adding extends SumExchange {
        private final DataInput in;
        private final int shift;

        Adding(DataInput in, int shift) {
            this.in = in;
            this.shift = shift;
        }

        @Override
        boolean isWriting() {
            return false;
        }

        @Override
        double total(double own) throws IOException {
            return own + in.readDouble();
        }

        @Override
        long total(long own) throws IOException {
            return own + in.readLong();
        }

        @Override
        int most(int own) throws IOException {
            return Math.max(own, in.readInt());
        }

        @Override
        boolean any(boolean own) throws IOException {
            return in.readBoolean() | own;
        }

        @Override
        void totals(double[] own, int used) throws IOException {
            int count = in.readInt();
            if (count > own.length) {
                throw new IOException("the sums are those of another evaluation");
            }
            for (int k = 0; k < count; k++) {
                own[k] += in.readDouble();
            }
        }

        @Override
        int fold(int ofPart) {
            return ofPart < 0 ? ofPart : (ofPart + shift) % EpisodeReader.FOLDS;
        }
    }
}
