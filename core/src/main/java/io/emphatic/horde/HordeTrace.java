package io.emphatic.horde;

import io.emphatic.engine.internal.sparse.TraceScale;
import io.emphatic.experience.Features;

/**
 * The trace of a {@link HordeGroup}: e = c g, one for all its predictions. As in the factored engine of a single
 * learner, but {@link HordeWeights} holds the weights and folds each column by its D, before the trace folds.
 */
final class HordeTrace {
    final TraceScale scale = new TraceScale();
    final double[] g;
    final int[] nonZero; // the j with gⱼ ≠ 0; one longer than n, so that add can write before it knows whether to count
    int count; // of the indices in nonZero

    HordeTrace(int size) {
        scale.begin();
        g = new double[size];
        nonZero = new int[size + 1];
    }

    /** A copy of e = c g. */
    double[] e() {
        double[] e = g.clone();
        for (int j = 0; j < e.length; j++) {
            e[j] *= scale.scale();
        }
        return e;
    }

    /** g ← a c g, c = 1; negligible entries are dropped. b φ joins next. */
    void fold(double a, double b, Features phi) {
        double factor = a * scale.scale();
        double threshold = factor == 0 ? Double.POSITIVE_INFINITY : TraceScale.NEGLIGIBLE * largestListed();
        double largest = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int j = nonZero[i];
            double size = Math.abs(g[j]);
            double folded = g[j] * factor;
            if (size > threshold && folded != 0) {
                g[j] = folded;
                nonZero[kept++] = j;
                largest = size > largest ? size : largest;
            } else {
                g[j] = 0;
            }
        }
        count = kept;
        scale.folded(largest * factor, b, phi);
    }

    private double largestListed() {
        double largest = 0;
        for (int i = 0; i < count; i++) {
            double size = Math.abs(g[nonZero[i]]);
            largest = size > largest ? size : largest;
        }
        return largest;
    }

    /** g ← g + x φ. */
    void add(double x, Features phi) {
        double largest = scale.largest();
        boolean listsAll = count == g.length;
        for (int i = 0; i < phi.active(); i++) {
            double added = x * phi.value(i);
            if (added != 0) {
                int j = phi.index(i);
                double before = g[j];
                double after = before + added;
                g[j] = after == 0 ? Double.MIN_VALUE : after;
                nonZero[count] = j;
                count += before == 0 && !listsAll ? 1 : 0;
                largest = Math.abs(after) > largest ? Math.abs(after) : largest;
            }
        }
        scale.setLargest(largest);
    }

    /** Restores the list after g has been written to. */
    void entriesChanged() {
        count = 0;
        for (int j = 0; j < g.length; j++) {
            if (g[j] != 0) {
                nonZero[count++] = j;
            }
        }
    }
}
