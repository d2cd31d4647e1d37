package io.emphatic.horde;

import io.emphatic.engine.TraceScale;
import io.emphatic.experience.Features;

/**
 * The trace of a {@link HordeGroup}: e = c g, one for all its predictions. As in {@link FactoredTraceEngine}, but the
 * weights are elsewhere and have to be folded first, each by its own D.
 */
final class HordeTrace {
    private final TraceScale scale;
    private final double[] g;
    private final int[] listed; // j is listed if and only if gⱼ ≠ 0; one longer than can be needed
    private int count;
    private final PendingFolds folds = new PendingFolds();

    HordeTrace(int size) {
        scale = new TraceScale(TraceScale.RANGE);
        scale.begin();
        g = new double[size];
        listed = new int[size + 1];
    }

    TraceScale scale() {
        return scale;
    }

    /** Live. */
    double[] g() {
        return g;
    }

    /** The folds that weights still lack. */
    PendingFolds folds() {
        return folds;
    }

    /** A copy of e = c g. */
    double[] e() {
        double[] e = g.clone();
        for (int j = 0; j < e.length; j++) {
            e[j] *= scale.scale();
        }
        return e;
    }

    /** x ← x + factor · g. */
    void addTo(double[] x, double factor) {
        for (int j = 0; j < g.length; j++) {
            x[j] += factor * g[j];
        }
    }

    /** The features with gⱼ ≠ 0: the first {@link #count} of these. Live. */
    int[] listed() {
        return listed;
    }

    int count() {
        return count;
    }

    /** g ← a c g, c = 1; b φ joins next. Entries that no longer matter are dropped. */
    void fold(double a, double b, Features phi) {
        double factor = a * scale.scale();
        double threshold = factor == 0 ? Double.POSITIVE_INFINITY : TraceScale.NEGLIGIBLE * scale.largest();
        double largest = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int j = listed[i];
            double size = Math.abs(g[j]);
            double folded = g[j] * factor;
            if (size > threshold && folded != 0) {
                g[j] = folded;
                listed[kept++] = j;
                largest = size > largest ? size : largest;
            } else {
                g[j] = 0;
            }
        }
        count = kept;
        scale.folded(largest * factor, b, phi);
    }

    /** g ← g + x φ. */
    void add(double x, Features phi) {
        double largest = scale.largest();
        for (int i = 0; i < phi.active(); i++) {
            double added = x * phi.value(i);
            if (added != 0) {
                int j = phi.index(i);
                double before = g[j];
                double after = before + added;
                g[j] = after == 0 ? Double.MIN_VALUE : after;
                listed[count] = j;
                count += before == 0 ? 1 : 0;
                largest = Math.abs(after) > largest ? Math.abs(after) : largest;
            }
        }
        scale.setLargest(largest);
    }

    /** Rebuilds the list after somebody else has written to g. */
    void entriesChanged() {
        count = 0;
        for (int j = 0; j < g.length; j++) {
            if (g[j] != 0) {
                listed[count++] = j;
            }
        }
    }
}
