package io.emphatic.engine;

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
 * shrink and grow together, so what it would still contribute stays below that fraction of what the largest does. Up to
 * {@value #SMALL} features the list costs more than it saves, and plain loops over all entries are used; so they are
 * while features are dense. Up to {@value #FEW} even a loop costs more than its work: three learners of four features
 * each took 20 ns less a step without. The list can be made from the entries at any time, which is what happens after
 * dense features and after a restore.
 */
final class Trace {
    private static final int SMALL = 64;
    private static final int FEW = 4;
    private static final double NEGLIGIBLE = 1e-30;

    // Places in the array of bounds, which are part of the state because they decide what is dropped and looked at.
    private static final int LARGEST = 0; // an upper bound of |eⱼ| for the entries listed
    private static final int NORM = 1; // an upper bound of ‖e‖₂

    private final double[] e;
    private final double[] bounds = new double[2];
    private final int[] listed;
    private int count;
    private boolean whole = true;

    Trace(int size) {
        e = new double[size];
        listed = new int[size <= SMALL ? 0 : size];
    }

    /** Adds its state, under its name, to that of an engine. */
    void putState(String name, Map<String, double[]> state) {
        state.put(name, e);
        state.put(name + "_bounds", bounds);
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
        if (listed.length == 0 && phi instanceof DenseFeatures dense) {
            advance(e, a, b, dense.chunk(0));
        } else if (listed.length == 0 || phi instanceof DenseFeatures) {
            whole = true;
            scaleAll(a);
            phi.addTo(e, b);
        } else {
            if (whole) {
                list();
            }
            scaleListed(a);
            addListed(b, phi);
        }
    }

    private static void advance(double[] e, double a, double b, double[] phi) {
        for (int j = 0; j < e.length; j++) {
            e[j] = a * e[j] + b * phi[j];
        }
    }

    private void scaleAll(double a) {
        final double[] e = this.e;
        if (e.length <= FEW) {
            scaleFew(e, a);
            return;
        }
        if (a == 0) {
            Arrays.fill(e, 0);
            return;
        }
        for (int j = 0; j < e.length; j++) {
            e[j] *= a;
        }
    }

    /**
     * Without a loop, and without a branch on a = 0, which may leave −0 where a loop leaves +0: nobody can tell from
     * sums.
     */
    @SuppressWarnings("fallthrough")
    private static void scaleFew(double[] e, double a) {
        switch (e.length) {
            case 4:
                e[3] = e[3] * a;
            case 3:
                e[2] = e[2] * a;
            case 2:
                e[1] = e[1] * a;
            case 1:
                e[0] = e[0] * a;
            default:
        }
    }

    private void list() {
        whole = false;
        count = 0;
        double max = 0;
        for (int j = 0; j < e.length; j++) {
            if (e[j] != 0) {
                listed[count++] = j;
                max = Math.max(max, Math.abs(e[j]));
            }
        }
        bounds[LARGEST] = max;
    }

    private void scaleListed(double a) {
        final double[] e = this.e;
        final int[] listed = this.listed;
        double threshold = a == 0 ? Double.POSITIVE_INFINITY : NEGLIGIBLE * bounds[LARGEST];
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
        bounds[LARGEST] = max;
    }

    /**
     * e ← a e + b φₜ and then x ← x + scale · e, in one pass over the list where there is one.
     *
     * @param norm a bound of the norm of the new e
     */
    void advanceAndAddTo(double[] vector, double scale, double a, double b, Transition t, double norm) {
        if (listed.length == 0) {
            bounds[NORM] = norm;
            if (!t.isIndicator() && t.phi() instanceof DenseFeatures dense) {
                advanceAndAddTo(vector, scale, e, a, b, dense.chunk(0));
            } else {
                scaleAll(a);
                t.addPhiTo(e, b);
                addTo(vector, scale);
            }
        } else if (whole || t.phi() instanceof DenseFeatures) {
            advance(a, b, t.phi());
            addTo(vector, scale);
        } else {
            bounds[NORM] = norm;
            advanceListedAndAddTo(vector, scale, a, b, t.phi());
        }
    }

    private static void advanceAndAddTo(double[] vector, double scale, double[] e, double a, double b, double[] phi) {
        for (int j = 0; j < e.length; j++) {
            double entry = a * e[j] + b * phi[j];
            e[j] = entry;
            vector[j] += scale * entry;
        }
    }

    private void advanceListedAndAddTo(double[] vector, double scale, double a, double b, Features phi) {
        final double[] e = this.e;
        final int[] listed = this.listed;
        double threshold = a == 0 ? Double.POSITIVE_INFINITY : NEGLIGIBLE * bounds[LARGEST];
        double max = 0;
        int kept = 0;
        for (int k = 0; k < count; k++) {
            int j = listed[k];
            double entry = e[j];
            double scaled = Math.abs(entry) > threshold ? a * entry : 0;
            e[j] = scaled;
            if (scaled != 0) { // it may also have underflowed
                vector[j] += scale * scaled;
                listed[kept++] = j;
                double magnitude = Math.abs(scaled);
                max = magnitude > max ? magnitude : max;
            }
        }
        count = kept;
        bounds[LARGEST] = max;
        addListed(b, phi);
        phi.addTo(vector, scale * b);
    }

    /** After {@link #scaleListed} an entry is zero if and only if it is not in the list. */
    private void addListed(double b, Features phi) {
        double max = bounds[LARGEST];
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
        bounds[LARGEST] = max;
    }

    /** x ← x + scale · e. */
    void addTo(double[] vector, double scale) {
        final double[] e = this.e;
        if (e.length <= FEW) {
            addFew(e, vector, scale);
        } else if (whole) {
            for (int j = 0; j < e.length; j++) {
                vector[j] += scale * e[j];
            }
        } else {
            for (int k = 0; k < count; k++) {
                int j = listed[k];
                vector[j] += scale * e[j];
            }
        }
    }

    @SuppressWarnings("fallthrough")
    private static void addFew(double[] e, double[] vector, double scale) {
        switch (e.length) {
            case 4:
                vector[3] += scale * e[3];
            case 3:
                vector[2] += scale * e[2];
            case 2:
                vector[1] += scale * e[1];
            case 1:
                vector[0] += scale * e[0];
            default:
        }
    }

    /** x ← x + scale · e with each component of the increment clipped to ±clip. */
    void addTo(double[] vector, double scale, double clip) {
        final double[] e = this.e;
        if (whole) {
            for (int j = 0; j < e.length; j++) {
                vector[j] += clipped(scale * e[j], clip);
            }
        } else {
            for (int k = 0; k < count; k++) {
                int j = listed[k];
                vector[j] += clipped(scale * e[j], clip);
            }
        }
    }

    /**
     * Comparisons that hardly ever hold are quicker than Math.min and Math.max, which look after signed zeros. NaN
     * stays NaN.
     */
    private static double clipped(double x, double clip) {
        return x > clip ? clip : x < -clip ? -clip : x;
    }

    /** eᵀx. */
    double dot(double[] vector) {
        final double[] e = this.e;
        double sum = 0;
        if (whole) {
            for (int j = 0; j < e.length; j++) {
                sum += e[j] * vector[j];
            }
        } else {
            for (int k = 0; k < count; k++) {
                int j = listed[k];
                sum += e[j] * vector[j];
            }
        }
        return sum;
    }

    /** eᵀe. */
    double squaredNorm() {
        return dot(e);
    }

    /** eᵀφ. */
    double dot(Features phi) {
        return phi.dot(e);
    }

    /** A ← A + e xᵀ for the n×n matrix A, stored by rows, and x = φ − γ φ′. */
    void addOuterProduct(Features phi, double gamma, Features phiNext, double[] matrix) {
        int n = e.length;
        int entries = whole ? n : count;
        for (int k = 0; k < entries; k++) {
            int j = whole ? k : listed[k];
            if (e[j] != 0) {
                phi.addTo(matrix, j * n, e[j]);
                if (gamma != 0) {
                    phiNext.addTo(matrix, j * n, -gamma * e[j]);
                }
            }
        }
    }

    /** Adds the order of its list, under its name; nothing when there is no list at this time. */
    void saveOrder(String name, Map<String, double[]> into) {
        if (!whole) {
            into.put(
                    name + "_order",
                    Arrays.stream(listed, 0, count).asDoubleStream().toArray());
        }
    }

    /** Rebuilds the list of its entries, after {@link Engine#load} has written to them. */
    void loaded(String name, Map<String, double[]> arrays) {
        double[] order = arrays.get(name + "_order");
        whole = order == null || listed.length == 0;
        count = 0;
        if (!whole) {
            for (double index : order) {
                int j = savedIndex(name + "_order", index, listed.length, count);
                listed[count++] = j;
            }
        }
    }

    /** The k-th entry of a saved list of at most n distinct indices in [0, n). */
    static int savedIndex(String name, double value, int n, int k) {
        if (!(value >= 0 && value < n && value == Math.rint(value)) || k >= n) {
            throw new IllegalArgumentException(
                    "entry " + k + " of its " + name + " is no index below " + n + ": " + value);
        }
        return (int) value;
    }
}
