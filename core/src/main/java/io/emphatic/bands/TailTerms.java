package io.emphatic.bands;

import io.emphatic.experience.SavedFormat;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The largest of the terms that weights are sums of, and the shape k̂ of their tail ({@link ParetoTail}). Above ½ their
 * second moment does not exist, and no spread that is computed from them means anything.
 *
 * <p>k̂ is the larger one of the steps between the last two powers of two and of those between the two before: a tail
 * that is barely too heavy shows in one of them more often than in both. Steps before belong to a learner on its way.
 */
final class TailTerms {
    private static final int LARGEST_KEPT = 1024;

    static final int FEWEST_TERMS = 256; // fewer are not judged

    private final LargestNumbers largest = new LargestNumbers(LARGEST_KEPT);
    private long count;
    private double shape = Double.NaN; // of the last complete window
    private double shapeBefore = Double.NEGATIVE_INFINITY;

    /** @param term not negative */
    void add(double term) {
        count++;
        largest.offer(term);
        if (Long.bitCount(count) == 1 && count >= FEWEST_TERMS / 2) {
            judge();
        }
    }

    private void judge() {
        if (count >= FEWEST_TERMS) {
            Double fitted =
                    ParetoTail.shapeOfTail(largest.sorted(), Math.min(ParetoTail.size(count / 2), LARGEST_KEPT - 1));
            shapeBefore = Double.isNaN(shape) ? shapeBefore : shape;
            shape = fitted == null ? Double.NEGATIVE_INFINITY : fitted;
        }
        largest.clear();
    }

    /** k̂; NaN for too few terms, and −∞ where no tail is to be seen. */
    double shape() {
        return Math.max(shape, shapeBefore);
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(count);
        out.writeDouble(shape);
        out.writeDouble(shapeBefore);
        double[] terms = largest.sorted();
        out.writeInt(terms.length);
        SavedFormat.writeAll(terms, out);
    }

    void read(DataInput in) throws IOException {
        count = in.readLong();
        shape = in.readDouble();
        shapeBefore = in.readDouble();
        largest.clear();
        for (int left = in.readInt(); left > 0; left--) {
            largest.offer(in.readDouble());
        }
    }
}
