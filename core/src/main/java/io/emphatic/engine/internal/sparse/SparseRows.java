package io.emphatic.engine.internal.sparse;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

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
    private final AtomicReference<Reference<double[]>> common; // null if there is one place

    private SparseRows(int place, int places, AtomicReference<Reference<double[]>> common) {
        this.place = place;
        this.places = places;
        this.common = common;
    }

    /** For as many engines, in common rows or not. The common array is dropped when no engine uses it any more. */
    public static SparseRows[] of(int engines, boolean isCommon) {
        AtomicReference<Reference<double[]>> common = new AtomicReference<>(new WeakReference<>(null));
        return IntStream.range(0, engines)
                .mapToObj(k -> isCommon ? new SparseRows(k, engines, common) : OWN)
                .toArray(SparseRows[]::new);
    }

    /** At its own place it may hold numbers from earlier. */
    double[] array(int length) {
        double[] array = common == null ? null : common.get().get();
        if (array == null) {
            array = new double[length];
            if (common != null) {
                common.set(new WeakReference<>(array));
            }
        }
        return array;
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
