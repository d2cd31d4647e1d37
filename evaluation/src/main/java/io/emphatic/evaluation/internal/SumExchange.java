package io.emphatic.evaluation.internal;

import io.emphatic.bands.LargestNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Writes the sums of one part of a log, or adds those of another part to them. A class with sums lists them once, for
 * both: {@code weights = sums.total(weights)}.
 */
public final class SumExchange {
    private final DataOutput out; // null: sums are read and added
    private final DataInput in;
    private final int foldShift;

    private SumExchange(DataOutput out, DataInput in, int foldShift) {
        this.out = out;
        this.in = in;
        this.foldShift = foldShift;
    }

    public static SumExchange writing(DataOutput out) {
        return new SumExchange(out, null, 0);
    }

    public static SumExchange adding(DataInput in, long clustersBefore) {
        return new SumExchange(null, in, (int) (clustersBefore % EvaluationConstants.FOLDS));
    }

    public boolean isWriting() {
        return out != null;
    }

    public double total(double own) throws IOException {
        if (!isWriting()) {
            return own + in.readDouble();
        }
        out.writeDouble(own);
        return own;
    }

    public long total(long own) throws IOException {
        if (!isWriting()) {
            return own + in.readLong();
        }
        out.writeLong(own);
        return own;
    }

    /** The number itself: that of the part, not a sum. */
    public int ofPart(int own) throws IOException {
        if (!isWriting()) {
            return in.readInt();
        }
        out.writeInt(own);
        return own;
    }

    /** The larger of each two. Modified. */
    public void largest(double[] own) throws IOException {
        int count = count(own);
        for (int k = 0; k < count; k++) {
            own[k] = isWriting() ? total(own[k]) : Math.max(own[k], in.readDouble());
        }
    }

    /** @param own at least as many as those that are read. Modified. */
    public void totals(double[] own) throws IOException {
        int count = count(own);
        for (int k = 0; k < count; k++) {
            own[k] = total(own[k]);
        }
    }

    private int count(double[] own) throws IOException {
        int count = ofPart(own.length);
        if (count > own.length) {
            throw new IOException("the sums are those of another evaluation");
        }
        return count;
    }

    /** Adds the largest numbers of the other part. Modified. */
    public void largest(LargestNumbers own) throws IOException {
        double[] numbers = isWriting() ? own.sorted() : new double[0];
        int count = ofPart(numbers.length);
        for (int k = 0; k < count; k++) {
            double number = total(isWriting() ? numbers[k] : 0);
            if (!isWriting()) {
                own.offer(number);
            }
        }
    }

    /** Which of the folds of the log this one of the part is. */
    public int fold(int ofPart) {
        return (ofPart + foldShift) % EvaluationConstants.FOLDS;
    }

    /** Whether one of both is true. */
    public boolean any(boolean own) throws IOException {
        return ofPart(own ? 1 : 0) != 0 || own;
    }

    /** Sums, of which there may be more in one part than in another. Not modified. */
    public double[] counts(double[] own) throws IOException {
        int count = ofPart(own.length);
        double[] sum = Arrays.copyOf(own, Math.max(own.length, count));
        for (int k = 0; k < count; k++) {
            sum[k] = total(sum[k]);
        }
        return sum;
    }
}
