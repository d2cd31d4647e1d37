package io.emphatic.engine;

import io.emphatic.experience.Features;
import java.util.Arrays;
import java.util.Map;

/**
 * The limits of candidates that share a trace ({@link StepLimits}), each with a factor f of its weights that projection
 * changes: θ = f (w + D g).
 *
 * <p>As in {@link LimitedTraceEngine}: a candidate none of whose increments reaches the clip moves by its D, and only
 * one that does has its weights moved one by one; ‖θ‖ is kept up from step to step once it may exceed the radius
 * ({@link ProjectedWeights}); and entries of the trace are dropped later while increments are clipped to a fraction.
 */
final class CandidateLimits {
    /** Below this, squares of weights would underflow. */
    static final double SMALLEST_RADIUS = 1e-100;

    /** As long as no f is below this, weights divided by f, which are below 1e100, have finite squares. */
    private static final double SMALL_FACTOR = 1e-30;

    /** Up to this size, it takes less time to compute ‖θ‖ than to keep it up. */
    private static final int SMALL = 16;

    /** So many clipped candidates are moved one by one, and more in one pass over the trace. */
    private static final int FEW = 3;

    private static final int LANES = ChoosingEngine.COUNT;

    private final StepLimits limits;
    private final boolean clips;
    private final boolean projects;
    private final ProjectedWeights[] projected = new ProjectedWeights[LANES];
    private final double[] factors = new double[LANES]; // f of each
    private double smallestFactor;
    private final double[] excess = new double[1]; // by which factor increments of late exceeded the clip
    private final double[] clippedSteps = new double[LANES]; // of those that are clipped; otherwise 0
    private final double[] clipsOfAll = new double[LANES];
    private final double[] squares = new double[CandidateWeights.WIDTH];
    private final double[] alongTrace = new double[CandidateWeights.WIDTH];

    CandidateLimits(double clip, double radius, int size) {
        this.limits = new StepLimits(clip, radius, size);
        this.clips = Double.isFinite(clip);
        this.projects = Double.isFinite(radius);
        Arrays.setAll(projected, k -> new ProjectedWeights());
        begin();
    }

    /** Whether increments are clipped. */
    boolean clips() {
        return clips;
    }

    /** Whether there is any limit. */
    boolean isOn() {
        return clips || projects;
    }

    void putState(Map<String, double[]> state) {
        if (clips) {
            state.put(LimitedTraceEngine.EXCESS, excess);
        }
        for (int k = 0; projects && k < LANES; k++) {
            state.put(k + "." + ProjectedWeights.NAME, projected[k].state());
        }
    }

    /** Into a state of zeros: f = 1. */
    void begin() {
        for (ProjectedWeights each : projected) {
            each.begin();
        }
        loaded();
    }

    /** After the state has been written to. */
    void loaded() {
        takeFactors();
        if (!(smallestFactor > 0)) {
            throw new IllegalArgumentException(
                    "its " + ProjectedWeights.NAME + " has a factor that is not positive: " + smallestFactor);
        }
    }

    /** f of candidate k. */
    double factor(int k) {
        return factors[k];
    }

    /** The values of all candidates ← f · values. */
    void scale(double[] values) {
        if (projects) {
            for (int k = 0; k < values.length; k++) {
                values[k] *= factors[k];
            }
        }
    }

    /** The fraction of the largest entry of the trace below which a fold drops others. */
    double negligible() {
        return TraceScale.NEGLIGIBLE / Math.max(1, excess[0]);
    }

    /** What a candidate's {@link Divergence} is judged by: a bound of ‖θ‖₂ after a step; 0 where none is needed. */
    double judgedNorm(double norm, double incrementNorm) {
        return limits.weightsNormAfter(norm, incrementNorm);
    }

    /** e ← a e + b φ, with θᵀφ of each candidate and eᵀφ before it. */
    void advance(Coefficients c, Features phi, double[] values, double traceDot) {
        for (int k = 0; projects && k < LANES; k++) {
            if (projected[k].isKept()) {
                projected[k].advance(c.a(), c.b(), values[k] / factors[k], traceDot, phi.norm());
            }
        }
    }

    /**
     * θ ← θ + clipped step · e of every candidate, then its projection.
     *
     * @param rows of the candidates. Modified.
     * @param steps α κₜ δₜ of each; 0 for one that does not move. Modified.
     * @param trace the scale of the trace, whose bound of the largest entry is made exact where it matters. Modified.
     * @param traceNorm a bound of ‖e‖₂
     * @param norms bounds of ‖θ‖₂. Modified.
     * @param phiNext φₜ₊₁
     * @param sums wᵀφₜ₊₁ of each, corrected where w changes. Modified.
     */
    void moveAll(
            CandidateWeights rows,
            double[] steps,
            TraceScale trace,
            double traceNorm,
            double[] norms,
            Features phiNext,
            double[] sums) {
        if (smallestFactor < SMALL_FACTOR) {
            uniteWhereDue(rows, steps, traceNorm, norms, phiNext, sums);
        }
        if (clips && isAnyClipped(rows, largest(steps), trace)) {
            moveClipped(rows, steps, trace, traceNorm, norms, phiNext, sums);
        }
        final double[] d = rows.moves;
        double c = trace.scale();
        for (int k = 0; k < steps.length; k++) {
            norms[k] += Math.abs(steps[k]) * traceNorm;
            d[k] += steps[k] / factors[k] * c;
        }
        if (projects) {
            for (int k = 0; k < LANES; k++) {
                projected[k].move(steps[k] / factors[k]);
            }
            projectAll(rows, c, norms);
        }
    }

    private void projectAll(CandidateWeights rows, double c, double[] norms) {
        if (rows.size() <= SMALL && !(largest(norms) <= limits.radius)) {
            rows.products(squares, alongTrace);
        }
        for (int k = 0; k < LANES; k++) {
            if (!(norms[k] <= limits.radius)) {
                norms[k] = project(rows, k, c);
            }
        }
    }

    /** From the largest step; the largest entry of the trace is looked for only if its bound does not tell. */
    private boolean isAnyClipped(CandidateWeights rows, double most, TraceScale trace) {
        double reach = most * trace.scale();
        if (!limits.isSurelyWithinClip(reach * trace.largest())) {
            trace.setLargest(rows.largestOfTrace(trace.largest()));
        }
        excess[0] = LimitedTraceEngine.excess(excess[0], reach * trace.largest(), limits.clip);
        return !limits.isSurelyWithinClip(reach * trace.largest());
    }

    private static double largest(double[] steps) {
        double largest = 0;
        for (double step : steps) {
            double size = Math.abs(step);
            largest = size > largest ? size : largest;
        }
        return largest;
    }

    /** Moves those that are clipped, so that no step is left to make for them. */
    private void moveClipped(
            CandidateWeights rows,
            double[] steps,
            TraceScale trace,
            double traceNorm,
            double[] norms,
            Features phiNext,
            double[] sums) {
        double c = trace.scale();
        int count = 0;
        for (int k = 0; k < LANES; k++) {
            double size = Math.abs(steps[k]);
            clippedSteps[k] = 0;
            if (!limits.isSurelyWithinClip(size * c * trace.largest())) {
                clippedSteps[k] = steps[k] / factors[k] * c;
                clipsOfAll[k] = limits.clip / factors[k];
                norms[k] = limits.boundAfter(norms[k], size * traceNorm);
                steps[k] = 0;
                projected[k].forget();
                count++;
            }
        }
        if (count > FEW) {
            rows.moveClipped(clippedSteps, clipsOfAll);
            rows.dot(phiNext, sums);
            return;
        }
        for (int k = 0; k < LANES; k++) {
            if (clippedSteps[k] != 0) {
                sums[k] = rows.moveClipped(k, clippedSteps[k], clipsOfAll[k], phiNext);
            }
        }
    }

    /** θ ← θ · min(1, radius / ‖θ‖₂). Returns ‖θ‖₂ after it. */
    private double project(CandidateWeights rows, int k, double c) {
        ProjectedWeights own = projected[k];
        if (own.isKept() && own.isDue()) {
            computeKept(rows, c);
        }
        if (!own.isKept() && rows.size() > SMALL) {
            double traceSquares = rows.products(k, squares, alongTrace);
            own.keep(squares[k], c * alongTrace[k], c * c * traceSquares, limits.radius);
        }
        double norm = own.isKept()
                ? own.project(limits.radius)
                : own.project(factors[k] * Math.sqrt(squares[k]), limits.radius);
        factors[k] = own.factor();
        smallestFactor = Math.min(smallestFactor, factors[k]);
        return norm;
    }

    /** Anew, of all in one pass: where n is large, a pass for one takes as long. Gives up those that were of no use. */
    private void computeKept(CandidateWeights rows, double c) {
        double traceSquares = rows.products(squares, alongTrace);
        for (int k = 0; k < LANES; k++) {
            if (projected[k].hasProjected()) {
                projected[k].keep(squares[k], c * alongTrace[k], c * c * traceSquares, limits.radius);
            } else {
                projected[k].forget();
            }
        }
    }

    /** w ← f w and f = 1 where weights divided by f would become too large for their squares. */
    private void uniteWhereDue(
            CandidateWeights rows, double[] steps, double traceNorm, double[] norms, Features phiNext, double[] sums) {
        for (int k = 0; k < LANES; k++) {
            if (projected[k].isOutOfRange(norms[k] + Math.abs(steps[k]) * traceNorm)) {
                rows.multiply(k, factors[k]);
                projected[k].unite();
                sums[k] = rows.sum(k, phiNext);
            }
        }
        takeFactors();
    }

    private void takeFactors() {
        smallestFactor = 1;
        for (int k = 0; k < LANES; k++) {
            factors[k] = projected[k].factor();
            smallestFactor = Math.min(smallestFactor, factors[k]);
        }
    }
}
