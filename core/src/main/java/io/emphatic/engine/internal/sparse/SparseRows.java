package io.emphatic.engine.internal.sparse;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.function.IntFunction;

/**
 * Where the numbers of an engine for sparse features are: in an array of its own, or at its place in the rows of a
 * larger one, a row for each feature, so that the numbers of engines that learn from the same steps are adjacent. Ten
 * arrays of a million features begin at the same place of a page, and would drive each other out of the caches.
 */
public final class SparseRows {
    /** An array of its own. */
    public static final SparseRows OWN = new SparseRows(0, 1, null);

    final int place;
    final int places;
    private final IntFunction<double[]> common; // null if there is one place

    private SparseRows(int place, int places, IntFunction<double[]> common) {
        this.place = place;
        this.places = places;
        this.common = common;
    }

    /** The places of as many engines in common rows. The array goes when no engine uses it any more. */
    public static SparseRows[] common(int places) {
        IntFunction<double[]> common = new IntFunction<>() {
            private Reference<double[]> last = new WeakReference<>(null);

            @Override
            public double[] apply(int length) {
                double[] array = last.get();
                if (array == null) {
                    array = new double[length];
                    last = new WeakReference<>(array);
                }
                return array;
            }
        };
        SparseRows[] rows = new SparseRows[places];
        for (int k = 0; k < places; k++) {
            rows[k] = new SparseRows(k, places, common);
        }
        return rows;
    }

    /** At its own place it may hold numbers from earlier. */
    double[] array(int length) {
        return common == null ? new double[length] : common.apply(length);
    }

    /** The numbers of this place in an array of their own, behind a header: the very array, or a copy. */
    double[] own(double[] numbers, int header, int width) {
        if (common == null) {
            return numbers;
        }
        double[] own = new double[(numbers.length - header) / places + header];
        for (int at = 0; at < own.length - header; at += width) {
            System.arraycopy(numbers, places * at + place * width + header, own, at + header, width);
        }
        return own;
    }

    /** Takes such numbers back, unless they are in the very array already. */
    void take(double[] own, double[] numbers, int header, int width) {
        for (int at = 0; common != null && at < own.length - header; at += width) {
            System.arraycopy(own, at + header, numbers, places * at + place * width + header, width);
        }
    }
}
