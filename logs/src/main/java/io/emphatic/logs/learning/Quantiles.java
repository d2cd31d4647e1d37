package io.emphatic.logs.learning;

import io.emphatic.logs.file.SavedState;
import java.io.IOException;
import java.util.Arrays;

/** Quantiles of numbers ≥ 0 in constant memory: exact at first, then counted in buckets. The largest is exact. */
public final class Quantiles {
    /** How many numbers are kept before they are counted, then in 2ᵇ buckets to a power of two. */
    public record Precision(int kept, int bits) {
        /** Exact up to 65,536 numbers, within 0.05 % beyond. Takes 512 kB, then 8 kB for each power of two. */
        public static final Precision FINE = new Precision(1 << 16, 10);

        /** Exact up to 1,024 numbers, within 0.4 % beyond. Takes 8 kB, then 1 kB for each power of two that occurs. */
        public static final Precision COARSE = new Precision(1 << 10, 7);

        private static final int FEW_WATCHED = 32;

        /** What each can afford where this many are watched. */
        static Precision among(int watched) {
            return watched <= FEW_WATCHED ? FINE : COARSE;
        }
    }

    private static final int EXPONENTS = 1 << 11;

    private final Precision precision;
    private final int shift; // what is left of a number's bits before it, rounded, is its bucket
    private double[] kept = new double[64];
    private long[][] pages; // by exponent, then by the leading bits of the mantissa; null while numbers are kept
    private long count;
    private double max = Double.NaN;

    public Quantiles(Precision precision) {
        this.precision = precision;
        this.shift = 52 - precision.bits;
    }

    /** @param value not negative, not NaN */
    public void add(double value) {
        if (!(max >= value)) {
            max = value;
        }
        if (pages != null) {
            drop(value);
        } else if (count < precision.kept) {
            if (count == kept.length) {
                kept = Arrays.copyOf(kept, Math.min(4 * kept.length, precision.kept));
            }
            kept[(int) count] = value;
        } else {
            pages = new long[EXPONENTS][];
            Arrays.stream(kept, 0, (int) count).forEach(this::drop);
            kept = new double[0];
            drop(value);
        }
        count++;
    }

    private void drop(double value) {
        long bits = Double.doubleToRawLongBits(value + 0.0); // + 0.0 makes −0 a 0
        int bucket = (int) ((bits + (1L << (shift - 1))) >>> shift);
        int page = bucket >>> precision.bits;
        if (pages[page] == null) {
            pages[page] = new long[1 << precision.bits];
        }
        pages[page][bucket & ((1 << precision.bits) - 1)]++;
    }

    /** The largest; NaN when there is none. */
    public double max() {
        return max;
    }

    /** The quantile of order q; NaN when there are no numbers. */
    public double at(double q) {
        if (count == 0) {
            return Double.NaN;
        }
        double rank = q * (count - 1);
        return pages == null ? exact(rank) : approximate((long) Math.floor(rank));
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
        for (int page = 0; page < pages.length; page++) {
            for (int k = 0; pages[page] != null && k < pages[page].length; k++) {
                passed += pages[page][k];
                if (passed > rank) {
                    long bucket = ((long) page << precision.bits) | k;
                    return Math.min(Double.longBitsToDouble(bucket << shift), max);
                }
            }
        }
        return max;
    }

    /** What is read was written by quantiles of the same precision. */
    public void exchange(SavedState state) throws IOException {
        count = state.whole(count);
        max = state.number(max);
        if (!state.flag(pages != null)) {
            if (count < 0 || count > precision.kept) {
                throw new IOException("the checkpoint is damaged: it claims " + count + " numbers");
            }
            pages = null;
            kept = Arrays.copyOf(kept, Math.max(kept.length, (int) count));
            state.numbers(kept, (int) count);
            return;
        }
        kept = new double[0];
        pages = pages == null ? new long[EXPONENTS][] : pages;
        for (int page = 0; page < EXPONENTS; page++) {
            if (state.flag(pages[page] != null)) {
                pages[page] = pages[page] == null ? new long[1 << precision.bits] : pages[page];
                for (int k = 0; k < pages[page].length; k++) {
                    pages[page][k] = state.whole(pages[page][k]);
                }
            }
        }
    }
}
