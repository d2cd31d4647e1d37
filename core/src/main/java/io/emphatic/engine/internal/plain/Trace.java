package io.emphatic.engine.internal.plain;

import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.DenseFeatures;
import io.emphatic.experience.Features;
import java.util.Arrays;
import java.util.Map;

/**
 * An eligibility trace e as an array, with the list of its non-zero entries while features are many and sparse. Entries
 * below {@value ListedEntries#NEGLIGIBLE} of the largest are dropped: all shrink and grow together.
 */
class Trace extends ListedEntries {
    // Indices of the array of bounds, which are part of the state because they decide which entries are dropped.
    private static final int LARGEST_ENTRY = 0; // an upper bound of |eⱼ| for the entries listed
    private static final int NORM = 1; // an upper bound of ‖e‖₂

    private final double[] e;
    private final double[] bounds = new double[2];

    Trace(int size) {
        super(size);
        e = new double[size];
    }

    @Override
    public void putState(String name, Map<String, double[]> state) {
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
    public final void advance(double a, double b, Features phi) {
        bounds[NORM] = normAfter(a, b, phi.norm());
        if (MOST_PER_ACTIVE * phi.active() >= listed.length) {
            usesAllEntries = true;
            scale(e, a);
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
                listed[count++] = j;
                max = Math.max(max, Math.abs(e[j]));
            }
        }
        bounds[LARGEST_ENTRY] = max;
    }

    private void scaleListed(double a) {
        final double[] e = this.e;
        final int[] listed = this.listed;
        double threshold = a == 0 ? Double.POSITIVE_INFINITY : NEGLIGIBLE * bounds[LARGEST_ENTRY];
        double max = 0;
        int kept = 0;
        for (int k = 0; k < count; k++) {
            int j = listed[k];
            double scaled = Math.abs(e[j]) > threshold ? a * e[j] : 0;
            e[j] = scaled;
            if (scaled != 0) { // it may also have underflowed
                listed[kept++] = j;
                double magnitude = Math.abs(scaled);
                max = magnitude > max ? magnitude : max;
            }
        }
        count = kept;
        bounds[LARGEST_ENTRY] = max;
    }

    /** After {@link #scaleListed} an entry is zero if and only if it is not in the list. */
    private void addListed(double b, Features phi) {
        double max = bounds[LARGEST_ENTRY];
        for (int k = 0; k < phi.active(); k++) {
            int j = phi.index(k);
            double added = b * phi.value(k);
            if (added != 0) {
                if (e[j] == 0) {
                    listed[count++] = j;
                }
                e[j] += added;
                max = Math.max(max, Math.abs(e[j]));
            }
        }
        bounds[LARGEST_ENTRY] = max;
    }

    /** x ← x + scale · e. */
    void addTo(double[] vector, double scale) {
        add(e, vector, scale);
    }

    /** x ← x + scale · e with each component of the increment clipped to ±clip. */
    void addTo(double[] vector, double scale, double clip) {
        for (int k = 0; k < entries(e.length); k++) {
            int j = at(k);
            vector[j] += StepLimits.clipped(scale * e[j], clip);
        }
    }

    /** eᵀx. */
    double dot(double[] vector) {
        return dot(e, vector);
    }

    /** A ← A + e xᵀ for the n×n matrix A, stored by rows, and x = φ − γ φ′. */
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
        for (int k = 0; k < entries(n); k++) {
            int j = at(k);
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

    @Override
    public void park(ParkedStream into) {
        into.put(bounds);
        Arrays.fill(bounds, 0);
        parkEntries(into, e);
    }

    @Override
    public void resume(ParkedStream from) {
        from.take(bounds);
        resumeEntries(from, e);
    }
}
