package io.emphatic.engine.internal.plain;

import io.emphatic.engine.ParkedStream;
import java.util.Arrays;
import java.util.Map;

/**
 * The trace e, the usage d of each feature and v of {@link UsageVectors}, and the list of the entries of e and v that
 * are not zero, as long as features are sparse.
 */
abstract class UsageEntries extends ListedEntries {
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

    UsageEntries(int size) {
        super(size);
        e = new double[size];
        v = new double[size];
        d = new double[size];
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

    /** eᵀx. */
    final double traceDot(double[] vector) {
        return dot(e, vector);
    }

    /** Moves e and v out, and leaves both 0; the usage d stays. */
    final void park(ParkedStream into) {
        for (int k = 0; k < USAGE_NORM; k++) {
            into.put(bounds[k]);
            bounds[k] = 0;
        }
        parkEntries(into, e, v);
    }

    /** Takes back what {@link #park} has moved out; e and v are 0 before. */
    final void resume(ParkedStream from) {
        for (int k = 0; k < USAGE_NORM; k++) {
            bounds[k] = from.take();
        }
        resumeEntries(from, e, v);
    }
}
