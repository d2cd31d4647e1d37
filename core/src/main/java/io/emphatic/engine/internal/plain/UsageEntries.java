package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Engine;
import io.emphatic.engine.ParkedStream;
import java.util.Arrays;
import java.util.Map;

/**
 * The trace e, the usage d of each feature and v of {@link UsageVectors}, and the list of the entries of e and v that
 * are not zero, as long as features are sparse.
 */
abstract class UsageEntries {
    static final int FEW_FEATURES = 64;
    static final double NEGLIGIBLE = 1e-30;
    static final String ORDER = "trace_order";

    // Indices of the array of bounds.
    static final int LARGEST_E = 0; // an upper bound of |eⱼ| for the entries listed
    static final int LARGEST_V = 1; // the same of |vⱼ|
    static final int TRACE_NORM = 2; // an upper bound of ‖e‖₂
    static final int PENDING_NORM = 3; // an upper bound of every |vⱼ|
    static final int USAGE_NORM = 4; // an upper bound of every |dⱼ|

    final double[] e;
    final double[] v;
    final double[] d;
    final double[] bounds = new double[5];
    final int[] listed; // where e or v is not zero; of length 0 up to FEW_FEATURES features
    int count; // of the indices in listed
    boolean usesAllEntries = true; // listed is not up to date

    UsageEntries(int size) {
        e = new double[size];
        v = new double[size];
        d = new double[size];
        listed = new int[size <= FEW_FEATURES ? 0 : size];
    }

    /** Adds its state to that of an engine. */
    final void putState(Map<String, double[]> state) {
        state.put("trace", e);
        state.put("pending_usage", v);
        state.put("usage", d);
        state.put("usage_bounds", bounds);
    }

    /** Sets d₋₁ = d₀, in a state of zeros. */
    final void begin(double initialUsage) {
        Arrays.fill(d, initialUsage);
        bounds[USAGE_NORM] = initialUsage;
    }

    final void add(double[] from, double[] to, double scale) {
        if (usesAllEntries) {
            TraceLoops.add(from, to, scale);
        } else {
            for (int k = 0; k < count; k++) {
                int j = listed[k];
                to[j] += scale * from[j];
            }
        }
    }

    /** eᵀx. */
    final double traceDot(double[] vector) {
        double sum = 0;
        if (usesAllEntries) {
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

    /** Adds the order of the list, as {@link Trace#saveOrder} does. */
    final void saveOrder(Map<String, double[]> into) {
        if (!usesAllEntries) {
            into.put(ORDER, Arrays.stream(listed, 0, count).asDoubleStream().toArray());
        }
    }

    /** Restores the list, after {@link Engine#load} or {@link Engine#reset}. */
    final void loaded(Map<String, double[]> arrays) {
        double[] order = arrays.get(ORDER);
        usesAllEntries = order == null || listed.length == 0;
        count = 0;
        if (!usesAllEntries) {
            for (double index : order) {
                int j = Engine.savedIndex(ORDER, index, listed.length, count);
                listed[count++] = j;
            }
        }
    }

    /** Moves e and v out, and leaves both 0; the usage d stays. */
    final void park(ParkedStream into) {
        for (int k = 0; k < USAGE_NORM; k++) {
            into.put(bounds[k]);
            bounds[k] = 0;
        }
        if (usesAllEntries) {
            into.put(Trace.ALL_ENTRIES);
            into.put(e);
            into.put(v);
            Arrays.fill(e, 0);
            Arrays.fill(v, 0);
        } else {
            into.put(count);
            for (int k = 0; k < count; k++) {
                int j = listed[k];
                into.put(j);
                into.put(e[j]);
                into.put(v[j]);
                e[j] = 0;
                v[j] = 0;
            }
        }
        usesAllEntries = listed.length == 0;
        count = 0;
    }

    /** Takes back what {@link #park} has moved out; e and v are 0 before. */
    final void resume(ParkedStream from) {
        for (int k = 0; k < USAGE_NORM; k++) {
            bounds[k] = from.take();
        }
        double entries = from.take();
        usesAllEntries = entries == Trace.ALL_ENTRIES;
        if (usesAllEntries) {
            from.take(e);
            from.take(v);
            return;
        }
        for (count = 0; count < entries; count++) {
            int j = Engine.savedIndex("list", from.take(), listed.length, count);
            listed[count] = j;
            e[j] = from.take();
            v[j] = from.take();
        }
    }
}
