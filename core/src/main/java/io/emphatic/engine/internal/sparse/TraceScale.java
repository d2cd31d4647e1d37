package io.emphatic.engine.internal.sparse;

import io.emphatic.experience.Features;

/**
 * The scale c of a factored trace e = c g, and when to fold it into g. A feature that joins with gⱼ = b φⱼ / c takes D
 * gⱼ off wⱼ, and θⱼ = wⱼ + D gⱼ has then lost as many digits as gⱼ is larger than the trace was when D began to grow.
 */
public final class TraceScale {
    /** By which factor g may grow between folds: three of the sixteen digits of a double. */
    static final double RANGE = 1e3;

    /** Folding drops entries of g below this fraction of the largest. */
    public static final double NEGLIGIBLE = 1e-12;

    /** c stays so far from the limits of doubles that products with it are finite. */
    private static final double SMALLEST_SCALE = 1e-50;

    static final double LARGEST_SCALE = 1e50;

    private static final int SCALE = 0; // c
    private static final int UNIT = 1; // a bound of |g| when D began to grow
    private static final int LARGEST_ENTRY = 2; // an upper bound of |g|
    private static final int NORM = 3; // an upper bound of ‖e‖₂

    private final double[] state = new double[4];

    /** All its numbers. Live; {@link #beginWith} has to be called after they have been set to zero. */
    public double[] state() {
        return state;
    }

    /** c = 1, as after a fold that leaves this largest |gⱼ|, of a trace of this norm. */
    public void beginWith(double largest, double norm) {
        state[SCALE] = 1;
        state[UNIT] = largest;
        state[LARGEST_ENTRY] = largest;
        state[NORM] = norm;
    }

    public double scale() {
        return state[SCALE];
    }

    public double largest() {
        return state[LARGEST_ENTRY];
    }

    public void setLargest(double largest) {
        state[LARGEST_ENTRY] = largest;
    }

    /** An upper bound of ‖e‖₂. */
    public double norm() {
        return state[NORM];
    }

    /** The norm becomes that of a e + b φ. */
    void bound(double a, double b, Features phi) {
        state[NORM] = Math.abs(a) * state[NORM] + Math.abs(b) * phi.norm();
    }

    /** Whether e ← a e + b φ can be done by c ← a c, without a fold. */
    public boolean reaches(double a, double b, Features phi) {
        double c = a * state[SCALE];
        return c >= SMALLEST_SCALE && c <= LARGEST_SCALE && Math.abs(b) * phi.norm() <= RANGE * state[UNIT] * c;
    }

    /** c ← a c. */
    public void decay(double a) {
        state[SCALE] *= a;
    }

    /** After a fold, which leaves this largest |gⱼ|: c = 1. b φ joins next. */
    public void folded(double largest, double b, Features phi) {
        state[LARGEST_ENTRY] = largest;
        state[SCALE] = 1;
        state[UNIT] = Math.max(largest, Math.abs(b) * phi.norm());
    }
}
