package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Engine;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.DenseFeatures;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.Map;

/**
 * An eligibility trace e ∈ ℝⁿ as a dense array, with the list of its non-zero entries as long as features are sparse,
 * so that a step touches only those.
 *
 * <h2>Implementation notes</h2>
 *
 * An entry of the list whose magnitude has fallen below {@value #NEGLIGIBLE} of the largest is dropped: all entries
 * shrink and grow together, so its contribution would stay below that fraction of the contribution of the largest. Up
 * to {@value #FEW_FEATURES} features the list costs more than it saves, and plain loops over all entries are used; so
 * they are while features are dense. After dense features the list is made from the entries.
 */
final class Trace {
    private static final int FEW_FEATURES = 64;
    private static final double NEGLIGIBLE = 1e-30;

    // Indices of the array of bounds, which are part of the state because they decide which entries are dropped.
    private static final int LARGEST = 0; // an upper bound of |eⱼ| for the entries listed
    private static final int NORM = 1; // an upper bound of ‖e‖₂

    /** Stands for the length of a list where there is none. */
    static final double ALL_ENTRIES = -1;

    private final double[] e;
    private final double[] bounds = new double[2];
    private final int[] nonZero; // the indices of the non-zero entries; of length 0 up to FEW_FEATURES features
    private int count; // of the indices in nonZero
    private boolean usesAllEntries = true; // nonZero is not up to date

    Trace(int size) {
        e = new double[size];
        nonZero = new int[size <= FEW_FEATURES ? 0 : size];
    }

    /** Adds its state, under its name, to that of an engine. */
    void putState(String name, Map<String, double[]> state) {
        state.put(name, e);
        state.put(name + "_bounds", bounds);
    }

    /** e. Live; not to be modified. */
    double[] entries() {
        return e;
    }

    /** An upper bound of ‖e‖₂. */
    double norm() {
        return bounds[NORM];
    }

    /** An upper bound of ‖a e + b φ‖₂. */
    double normAfter(double a, double b, double phiNorm) {
        return Math.abs(a) * bounds[NORM] + Math.abs(b) * phiNorm;
    }

    /** e ← a e + b φ. */
    void advance(double a, double b, Features phi) {
        bounds[NORM] = normAfter(a, b, phi.norm());
        if (nonZero.length == 0 && phi instanceof DenseFeatures dense) {
            TraceLoops.advance(e, a, b, dense.chunk(0));
        } else if (nonZero.length == 0 || phi instanceof DenseFeatures) {
            usesAllEntries = true;
            TraceLoops.scale(e, a);
            phi.addTo(e, b);
        } else {
            if (usesAllEntries) {
                listNonZero();
            }
            scaleListed(a);
            addListed(b, phi);
        }
    }

    private void listNonZero() {
        usesAllEntries = false;
        count = 0;
        double max = 0;
        for (int j = 0; j < e.length; j++) {
            if (e[j] != 0) {
                nonZero[count++] = j;
                max = Math.max(max, Math.abs(e[j]));
            }
        }
        bounds[LARGEST] = max;
    }

    private void scaleListed(double a) {
        final double[] e = this.e;
        final int[] nonZero = this.nonZero;
        double threshold = a == 0 ? Double.POSITIVE_INFINITY : NEGLIGIBLE * bounds[LARGEST];
        double max = 0;
        int kept = 0;
        for (int k = 0; k < count; k++) {
            int j = nonZero[k];
            double scaled = Math.abs(e[j]) > threshold ? a * e[j] : 0;
            e[j] = scaled;
            if (scaled != 0) { // it may also have underflowed
                nonZero[kept++] = j;
                double magnitude = Math.abs(scaled);
                max = magnitude > max ? magnitude : max;
            }
        }
        count = kept;
        bounds[LARGEST] = max;
    }

    /** e ← a e + b φₜ, with this norm, then x ← x + scale · e: in one pass where features are few and dense. */
    void advanceAndAddTo(double[] vector, double scale, double a, double b, Transition t, double norm) {
        if (nonZero.length == 0) {
            bounds[NORM] = norm;
            if (!t.isIndicator() && t.phi() instanceof DenseFeatures dense) {
                TraceLoops.advanceAndAddTo(vector, scale, e, a, b, dense.chunk(0));
            } else {
                TraceLoops.scale(e, a);
                t.addPhiTo(e, b);
                addTo(vector, scale);
            }
        } else {
            advance(a, b, t.phi());
            addTo(vector, scale);
        }
    }

    /** After {@link #scaleListed} an entry is zero if and only if it is not in the list. */
    private void addListed(double b, Features phi) {
        double max = bounds[LARGEST];
        for (int k = 0; k < phi.active(); k++) {
            int j = phi.index(k);
            double added = b * phi.value(k);
            if (added != 0) {
                if (e[j] == 0) {
                    nonZero[count++] = j;
                }
                e[j] += added;
                max = Math.max(max, Math.abs(e[j]));
            }
        }
        bounds[LARGEST] = max;
    }

    /** x ← x + scale · e. */
    void addTo(double[] vector, double scale) {
        final double[] e = this.e;
        if (e.length <= TraceLoops.WITHOUT_LOOP) {
            TraceLoops.addFew(e, vector, scale);
        } else if (usesAllEntries) {
            TraceLoops.add(e, vector, scale);
        } else {
            for (int k = 0; k < count; k++) {
                int j = nonZero[k];
                vector[j] += scale * e[j];
            }
        }
    }

    /** x ← x + scale · e with each component of the increment clipped to ±clip. */
    void addTo(double[] vector, double scale, double clip) {
        final double[] e = this.e;
        if (usesAllEntries) {
            for (int j = 0; j < e.length; j++) {
                vector[j] += StepLimits.clipped(scale * e[j], clip);
            }
        } else {
            for (int k = 0; k < count; k++) {
                int j = nonZero[k];
                vector[j] += StepLimits.clipped(scale * e[j], clip);
            }
        }
    }

    /** eᵀx. */
    double dot(double[] vector) {
        final double[] e = this.e;
        double sum = 0;
        if (usesAllEntries) {
            for (int j = 0; j < e.length; j++) {
                sum += e[j] * vector[j];
            }
        } else {
            for (int k = 0; k < count; k++) {
                int j = nonZero[k];
                sum += e[j] * vector[j];
            }
        }
        return sum;
    }

    /**
     * A ← A + e xᵀ for the n×n matrix A, stored by rows, and x = φ − γ φ′.
     *
     * @param x n numbers to work with. Modified.
     */
    void addOuterProduct(Features phi, double gamma, Features phiNext, double[] matrix, double[] x) {
        int n = e.length;
        if (phi instanceof DenseFeatures && (gamma == 0 || phiNext instanceof DenseFeatures)) {
            Arrays.fill(x, 0);
            phi.addTo(x, 1);
            if (gamma != 0) {
                phiNext.addTo(x, -gamma);
            }
            for (int j = 0; j < n; j++) {
                addRow(e[j], x, matrix, j * n);
            }
            return;
        }
        int entries = usesAllEntries ? n : count;
        for (int k = 0; k < entries; k++) {
            int j = usesAllEntries ? k : nonZero[k];
            if (e[j] != 0) {
                phi.addTo(matrix, j * n, e[j]);
                if (gamma != 0) {
                    phiNext.addTo(matrix, j * n, -gamma * e[j]);
                }
            }
        }
    }

    private static void addRow(double scale, double[] x, double[] matrix, int from) {
        for (int k = 0; scale != 0 && k < x.length; k++) {
            matrix[from + k] += scale * x[k];
        }
    }

    /** Adds the order of its list, under its name; nothing while the list is not up to date. */
    void saveOrder(String name, Map<String, double[]> into) {
        if (!usesAllEntries) {
            into.put(
                    name + "_order",
                    Arrays.stream(nonZero, 0, count).asDoubleStream().toArray());
        }
    }

    /** Restores the list, after {@link Engine#load} or {@link Engine#reset} has written to the entries. */
    void loaded(String name, Map<String, double[]> arrays) {
        double[] order = arrays.get(name + "_order");
        usesAllEntries = order == null || nonZero.length == 0;
        count = 0;
        if (!usesAllEntries) {
            for (double index : order) {
                int j = Engine.savedIndex(name + "_order", index, nonZero.length, count);
                nonZero[count++] = j;
            }
        }
    }

    /** Moves it out, and leaves e = 0. A list is moved in its order, in which sums are rounded. */
    void park(ParkedStream into) {
        into.put(bounds);
        Arrays.fill(bounds, 0);
        if (usesAllEntries) {
            into.put(ALL_ENTRIES);
            into.put(e);
            Arrays.fill(e, 0);
        } else {
            into.put(count);
            for (int k = 0; k < count; k++) {
                int j = nonZero[k];
                into.put(j);
                into.put(e[j]);
                e[j] = 0;
            }
        }
        usesAllEntries = nonZero.length == 0;
        count = 0;
    }

    /** Takes back what {@link #park} has moved out; e is 0 before. */
    void resume(ParkedStream from) {
        from.take(bounds);
        double listed = from.take();
        usesAllEntries = listed == ALL_ENTRIES;
        if (usesAllEntries) {
            from.take(e);
            return;
        }
        for (count = 0; count < listed; count++) {
            int j = Engine.savedIndex("list", from.take(), nonZero.length, count);
            nonZero[count] = j;
            e[j] = from.take();
        }
    }
}
