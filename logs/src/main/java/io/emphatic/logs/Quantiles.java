package io.emphatic.logs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Quantiles of non-negative numbers in constant memory, the same however often the work is interrupted.
 *
 * <p>Up to 65,536 numbers are kept and quantiles are exact, with linear interpolation between the two nearest. From then on numbers are counted
 * in buckets whose width is 2⁻¹⁰ of the power of two below them, so that a quantile is within 0.05 % of a number that has this rank. The
 * largest is exact always.
 */
final class Quantiles {
    private static final int KEPT = 1 << 16;
    private static final int MANTISSA_BITS = 10;
    private static final int PAGE = 1 << MANTISSA_BITS;
    private static final int EXPONENTS = 1 << 11;

    private double[] kept = new double[64];
    private long[][] buckets; // by exponent, then by the leading bits of the mantissa; null while numbers are kept
    private long count;
    private double max = Double.NaN;

    /** One that stays as this is now. */
    Quantiles copy() {
        Quantiles copy = new Quantiles();
        copy.kept = kept.clone();
        copy.buckets = buckets == null ? null : new long[EXPONENTS][];
        for (int exponent = 0; buckets != null && exponent < EXPONENTS; exponent++) {
            copy.buckets[exponent] = buckets[exponent] == null ? null : buckets[exponent].clone();
        }
        copy.count = count;
        copy.max = max;
        return copy;
    }

    /** @param value not negative, not NaN */
    void add(double value) {
        if (!(max >= value)) {
            max = value;
        }
        if (buckets != null) {
            drop(value);
        } else if (count < KEPT) {
            if (count == kept.length) {
                kept = Arrays.copyOf(kept, 4 * kept.length);
            }
            kept[(int) count] = value;
        } else {
            pour();
            drop(value);
        }
        count++;
    }

    private void pour() {
        buckets = new long[EXPONENTS][];
        for (double value : kept) {
            drop(value);
        }
        kept = new double[0];
    }

    private void drop(double value) {
        int index = (int) (Double.doubleToRawLongBits(value + 0.0) >>> (52 - MANTISSA_BITS)); // + 0.0 makes −0 a 0
        long[] page = buckets[index >>> MANTISSA_BITS];
        if (page == null) {
            page = buckets[index >>> MANTISSA_BITS] = new long[PAGE];
        }
        page[index & (PAGE - 1)]++;
    }

    /** The largest; NaN when there is none. */
    double max() {
        return max;
    }

    /** The q-quantile; NaN when there is no number. */
    double at(double q) {
        if (count == 0) {
            return Double.NaN;
        }
        double rank = q * (count - 1);
        return buckets == null ? exact(rank) : approximate((long) Math.floor(rank));
    }

    private double exact(double rank) {
        double[] sorted = Arrays.copyOf(kept, (int) count);
        Arrays.sort(sorted);
        int below = (int) Math.floor(rank);
        int above = (int) Math.ceil(rank);
        return sorted[below] + (rank - below) * (sorted[above] - sorted[below]);
    }

    private double approximate(long rank) {
        long passed = 0;
        for (int exponent = 0; exponent < EXPONENTS; exponent++) {
            for (int k = 0; buckets[exponent] != null && k < PAGE; k++) {
                passed += buckets[exponent][k];
                if (passed > rank) {
                    return middle(((long) exponent << MANTISSA_BITS) | k);
                }
            }
        }
        return max;
    }

    private double middle(long index) {
        double low = Double.longBitsToDouble(index << (52 - MANTISSA_BITS));
        double high = Double.longBitsToDouble((index + 1) << (52 - MANTISSA_BITS));
        return low == 0 ? 0 : Math.min(low + (high - low) / 2, max);
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(count);
        out.writeDouble(max);
        out.writeBoolean(buckets != null);
        if (buckets == null) {
            for (int k = 0; k < count; k++) {
                out.writeDouble(kept[k]);
            }
            return;
        }
        for (long[] page : buckets) {
            out.writeBoolean(page != null);
            for (int k = 0; page != null && k < PAGE; k++) {
                out.writeLong(page[k]);
            }
        }
    }

    void read(DataInput in) throws IOException {
        count = in.readLong();
        max = in.readDouble();
        if (!in.readBoolean()) {
            if (count < 0 || count > KEPT) {
                throw new IOException("the checkpoint is damaged: it claims " + count + " numbers");
            }
            buckets = null;
            kept = new double[Math.max(64, (int) count)];
            for (int k = 0; k < count; k++) {
                kept[k] = in.readDouble();
            }
            return;
        }
        kept = new double[0];
        buckets = new long[EXPONENTS][];
        for (int exponent = 0; exponent < EXPONENTS; exponent++) {
            if (in.readBoolean()) {
                buckets[exponent] = new long[PAGE];
                for (int k = 0; k < PAGE; k++) {
                    buckets[exponent][k] = in.readLong();
                }
            }
        }
    }
}
