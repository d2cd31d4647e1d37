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
 * <p>With each goes a bound of its rounding error, which is that of larger numbers where these cancel: a trace that
 * features of the other sign make short has the error of a long one.
 *
 * <p>They are kept from the first time on that ‖θ‖ may exceed the radius, computed anew from all weights when ‖u‖² may
 * be wrong by more than {@value #TOLERANCE} of itself, at the latest after {@value #MOST_STEPS} steps, and given up if
 * θ has stayed inside all that time.
 */
final class ProjectedWeights {
    /** The name under which it is saved. */
    static final String NAME = "projection";

    static final int MOST_STEPS = 1 << 16;

    static final double TOLERANCE = 4e-12;

    /** Of the sum of the magnitudes of what is added up, with what its parts are wrong by. */
    private static final double ROUNDING = 0x1p-51;

    /** ‖u‖ stays below this, so that its square is finite; above its reciprocal no square underflows. */
    private static final double LARGEST = 1e130;

    // Indices of the state
    private static final int FACTOR = 0;
    private static final int SQUARES = 1; // ‖u‖²
    private static final int ALONG_TRACE = 2; // uᵀe
    private static final int TRACE_SQUARES = 3; // eᵀe
    private static final int STEPS = 4; // since the three before were computed anew; 0 where they are not kept
    private static final int PROJECTIONS = 5; // since then
    private static final int SQUARES_ERROR = 6; // bounds of rounding errors
    private static final int ALONG_TRACE_ERROR = 7;
    private static final int TRACE_SQUARES_ERROR = 8;
    private static final int SIZE = 9;

    private final double[] state = new double[SIZE];

    /** As it begins, for a learner that has been saved without one: f = 1. */
    static double[] none() {
        double[] none = new double[SIZE];
        none[FACTOR] = 1;
        return none;
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
        state[SQUARES_ERROR] *= f * f;
        state[ALONG_TRACE] *= f;
        state[ALONG_TRACE_ERROR] *= f;
        state[FACTOR] = 1;
    }

    /** e ← a e + b φ, with uᵀφ, eᵀφ and ‖φ‖ before it. */
    void advance(double a, double b, double value, double traceDot, double norm) {
        double along = a * state[ALONG_TRACE];
        double squares = a * a * state[TRACE_SQUARES];
        double own = b * b * norm * norm;
        // |uᵀφ| ≤ ‖u‖ ‖φ‖, |eᵀφ| ≤ ‖e‖ ‖φ‖: sums are wrong by as much as their largest terms
        double alongSize = Math.abs(along) + Math.abs(b) * norm * Math.sqrt(Math.abs(state[SQUARES]));
        double squaresSize = Math.abs(squares) + 2 * Math.sqrt(Math.abs(squares) * own) + own;
        state[ALONG_TRACE_ERROR] = Math.abs(a) * state[ALONG_TRACE_ERROR] + ROUNDING * alongSize;
        state[TRACE_SQUARES_ERROR] = a * a * state[TRACE_SQUARES_ERROR] + ROUNDING * squaresSize;
        state[ALONG_TRACE] = along + b * value;
        state[TRACE_SQUARES] = squares + 2 * a * b * traceDot + own;
    }

    /** u ← u + x e. */
    void move(double x) {
        if (!isKept()) {
            return;
        }
        state[STEPS]++;
        double along = state[ALONG_TRACE];
        double step = x * state[TRACE_SQUARES];
        double stepError = Math.abs(x) * state[TRACE_SQUARES_ERROR];
        double size = Math.abs(state[SQUARES]) + Math.abs(x) * (2 * Math.abs(along) + Math.abs(step));
        state[SQUARES_ERROR] += Math.abs(x) * (2 * state[ALONG_TRACE_ERROR] + stepError) + ROUNDING * size;
        state[ALONG_TRACE_ERROR] += stepError + ROUNDING * (Math.abs(along) + Math.abs(step));
        state[SQUARES] += x * (2 * along + step);
        state[ALONG_TRACE] += step;
    }

    /** After θ has changed in another way. */
    void forget() {
        state[STEPS] = 0;
    }

    /** Whether ‖u‖² is too old, or too uncertain. */
    boolean isDue() {
        return state[STEPS] >= MOST_STEPS || !(state[SQUARES_ERROR] < TOLERANCE * state[SQUARES]);
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
        double norms = Math.sqrt(squares) * Math.sqrt(traceSquares);
        state[SQUARES_ERROR] = ROUNDING * squares;
        state[ALONG_TRACE_ERROR] = ROUNDING * norms;
        state[TRACE_SQUARES_ERROR] = ROUNDING * traceSquares;
        state[STEPS] = radius > 1 / LARGEST ? 1 : 0;
        state[PROJECTIONS] = 0;
    }

    /** θ ← θ · min(1, radius / ‖θ‖₂), where ‖u‖² is not due. Returns ‖θ‖₂ after it. */
    double project(double radius) {
        return project(state[FACTOR] * Math.sqrt(state[SQUARES]), radius);
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
