package io.emphatic.evaluation.internal;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Writes the sums of one part of a log, or adds those of another part to them. A class with sums lists them once, for
 * both: {@code weights = sums.total(weights)}.
 */
public abstract class SumExchange {
    /** Writes what is given. */
    public static SumExchange writing(DataOutput out) {
        return new Writing(out);
    }

    /**
     * Reads, and adds what is read.
     *
     * @param livesBefore how many lives of the log come before the part, which counted its folds from 0
     */
    public static SumExchange adding(DataInput in, long livesBefore) {
        return new Adding(in, (int) (livesBefore % EvaluationConstants.FOLDS));
    }

    public abstract boolean isWriting();

    public abstract double total(double own) throws IOException;

    public abstract long total(long own) throws IOException;

    /** The number itself: that of the part, not a sum. */
    public abstract int ofPart(int own) throws IOException;

    /** The larger of each two. Modified. */
    public abstract void largest(double[] own) throws IOException;

    /** @param own at least as many as those that are read. Modified. */
    public abstract void totals(double[] own) throws IOException;

    /** Which of the folds of the log this one of the part is. */
    public abstract int fold(int ofPart);

    /** Whether one of both is true. */
    public final boolean any(boolean own) throws IOException {
        return ofPart(own ? 1 : 0) != 0 || own;
    }

    /** Counts, of which there may be more in one part than in another. Not modified. */
    public final long[] counts(long[] own) throws IOException {
        int count = ofPart(own.length);
        long[] sum = Arrays.copyOf(own, Math.max(own.length, count));
        for (int k = 0; k < count; k++) {
            sum[k] = total(sum[k]);
        }
        return sum;
    }

    private static final class Writing extends SumExchange {
        private final DataOutput out;

        public Writing(DataOutput out) {
            this.out = out;
        }

        @Override
        public boolean isWriting() {
            return true;
        }

        @Override
        public double total(double own) throws IOException {
            out.writeDouble(own);
            return own;
        }

        @Override
        public long total(long own) throws IOException {
            out.writeLong(own);
            return own;
        }

        @Override
        public int ofPart(int own) throws IOException {
            out.writeInt(own);
            return own;
        }

        @Override
        public void largest(double[] own) throws IOException {
            totals(own);
        }

        @Override
        public void totals(double[] own) throws IOException {
            out.writeInt(own.length);
            for (double one : own) {
                out.writeDouble(one);
            }
        }

        @Override
        public int fold(int ofPart) {
            return ofPart;
        }
    }

    private static final class Adding extends SumExchange {
        private final DataInput in;
        private final int shift;

        public Adding(DataInput in, int shift) {
            this.in = in;
            this.shift = shift;
        }

        @Override
        public boolean isWriting() {
            return false;
        }

        @Override
        public double total(double own) throws IOException {
            return own + in.readDouble();
        }

        @Override
        public long total(long own) throws IOException {
            return own + in.readLong();
        }

        @Override
        public int ofPart(int own) throws IOException {
            return in.readInt();
        }

        @Override
        public void largest(double[] own) throws IOException {
            int count = count(own);
            for (int k = 0; k < count; k++) {
                own[k] = Math.max(own[k], in.readDouble());
            }
        }

        @Override
        public void totals(double[] own) throws IOException {
            int count = count(own);
            for (int k = 0; k < count; k++) {
                own[k] += in.readDouble();
            }
        }

        private int count(double[] own) throws IOException {
            int count = in.readInt();
            if (count > own.length) {
                throw new IOException("the sums are those of another evaluation");
            }
            return count;
        }

        @Override
        public int fold(int ofPart) {
            return (ofPart + shift) % EvaluationConstants.FOLDS;
        }
    }
}
