package io.emphatic.engine;

/**
 * The factor of weights that stay in a ball, θ = f u, and ‖u‖², which is kept up from step to step: projection changes
 * f alone.
 *
 * <pre>
 *   e ← a e + b φ     uᵀe ← a uᵀe + b uᵀφ       eᵀe ← a² eᵀe + 2 a b eᵀφ + b² φᵀφ
 *   u ← u + x e       ‖u‖² ← ‖u‖² + 2 x uᵀe + x² eᵀe       uᵀe ← uᵀe + x eᵀe
 * </pre>
 *
 * <p>These are kept from the first time on that ‖θ‖ may exceed the radius, computed anew from all weights once in
 * {@value #MOST_STEPS} steps, and given up if θ has stayed inside all that time.
 */
final class ProjectedWeights {
    /** The name under which it is saved. */
    static final String NAME = "projection";

    /** ‖u‖² then is wrong by some 10⁻¹³ of itself at most. */
    static final int MOST_STEPS = 1 << 16;

    /** ‖u‖ stays below this, so that its square is finite; above its reciprocal no square underflows. */
    private static final double LARGEST = 1e130;

    // Indices of the state
    private static final int FACTOR = 0;
    private static final int SQUARES = 1; // ‖u‖²
    private static final int ALONG_TRACE = 2; // uᵀe
    private static final int TRACE_SQUARES = 3; // eᵀe
    private static final int STEPS = 4; // since the three before were computed anew; 0 where they are not kept
    private static final int PROJECTIONS = 5; // since then

    private final double[] state = new double[6];

    /** As it begins, for a learner that has been saved without one: f = 1. */
    static double[] none() {
        return new double[] {1, 0, 0, 0, 0, 0};
    }

    /** f of a saved state. */
    static double factor(double[] saved) {
        return saved[FACTOR];
    }

    double[] state() {
        return state;
    }

    void begin() {
        state[FACTOR] = 1;
    }

    /** f. */
    double factor() {
        return state[FACTOR];
    }

    /** Whether ‖u‖² is kept up. */
    boolean isKept() {
        return state[STEPS] > 0;
    }

    /** Whether u would become too large for its square if θ has this norm: {@link #unite} is due. */
    boolean isOutOfRange(double norm) {
        return norm > LARGEST * state[FACTOR];
    }

    /** f = 1, after u has been multiplied by f. */
    void unite() {
        double f = state[FACTOR];
        state[SQUARES] *= f * f;
        state[ALONG_TRACE] *= f;
        state[FACTOR] = 1;
    }

    /** e ← a e + b φ, with uᵀφ, eᵀφ and ‖φ‖ before it. */
    void advance(double a, double b, double value, double traceDot, double norm) {
        state[ALONG_TRACE] = a * state[ALONG_TRACE] + b * value;
        state[TRACE_SQUARES] = a * a * state[TRACE_SQUARES] + b * (2 * a * traceDot + b * norm * norm);
    }

    /** u ← u + x e. */
    void move(double x) {
        if (!isKept()) {
            return;
        }
        state[STEPS]++;
        double traceSquares = state[TRACE_SQUARES];
        state[SQUARES] += x * (2 * state[ALONG_TRACE] + x * traceSquares);
        state[ALONG_TRACE] += x * traceSquares;
    }

    /** After θ has changed in another way. */
    void forget() {
        state[STEPS] = 0;
    }

    /** Whether ‖u‖² is too old. */
    boolean isDue() {
        return state[STEPS] >= MOST_STEPS;
    }

    /** Whether it was of use since it was computed. */
    boolean hasProjected() {
        return state[PROJECTIONS] > 0;
    }

    /** Keeps ‖u‖², uᵀe and eᵀe from now on, if the squares of weights of this radius are numbers. */
    void keep(double squares, double alongTrace, double traceSquares, double radius) {
        state[SQUARES] = squares;
        state[ALONG_TRACE] = alongTrace;
        state[TRACE_SQUARES] = traceSquares;
        state[STEPS] = radius > 1 / LARGEST ? 1 : 0;
        state[PROJECTIONS] = 0;
    }

    /** θ ← θ · min(1, radius / ‖θ‖₂). Returns ‖θ‖₂ after it. */
    double project(double radius) {
        double norm = state[FACTOR] * Math.sqrt(Math.max(0, state[SQUARES]));
        return project(norm, radius);
    }

    /** The same from a norm that is known. */
    double project(double norm, double radius) {
        if (norm > radius) {
            state[FACTOR] *= radius / norm;
            state[PROJECTIONS]++;
            return radius;
        }
        return norm;
    }
}
