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

    private static final int LANES = ChoosingEngine.COUNT;

    private final StepLimits limits;
    private final boolean projects;
    private final ProjectedWeights[] projected = new ProjectedWeights[LANES];
    private final double[] excess = new double[1]; // by which factor increments of late exceeded the clip
    private final double[] products = new double[3];
    private boolean isChanged; // w of the candidate that moves, by more than clipping

    CandidateLimits(double clip, double radius, int size) {
        this.limits = new StepLimits(clip, radius, size);
        this.projects = Double.isFinite(radius);
        Arrays.setAll(projected, k -> new ProjectedWeights());
        begin();
    }

    void putState(Map<String, double[]> state) {
        if (Double.isFinite(limits.clip)) {
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
    }

    /** After the state has been written. */
    void requireFactors() {
        for (ProjectedWeights each : projected) {
            if (!(each.factor() > 0)) {
                throw new IllegalArgumentException(
                        "its " + ProjectedWeights.NAME + " has a factor that is not positive: " + each.factor());
            }
        }
    }

    /** f of candidate k. */
    double factor(int k) {
        return projected[k].factor();
    }

    /** The values of all candidates ← f · values. */
    void scale(double[] values) {
        for (int k = 0; projects && k < LANES; k++) {
            values[k] *= projected[k].factor();
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
            ProjectedWeights each = projected[k];
            if (each.isKept()) {
                each.advance(c.a(), c.b(), values[k] / each.factor(), traceDot, phi.norm());
            }
        }
    }

    /**
     * θ ← θ + clipped step · e of every candidate, then its projection.
     *
     * @param rows of the candidates. Modified.
     * @param steps α κₜ δₜ of each; 0 for one that does not move. Not modified.
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
        double most = trace.scale() * largest(steps);
        if (!limits.isSurelyWithinClip(most * trace.largest())) {
            trace.setLargest(rows.largestOfTrace());
        }
        double largest = trace.largest();
        excess[0] = LimitedTraceEngine.excess(excess[0], most * largest, limits.clip);
        boolean clips = !limits.isSurelyWithinClip(most * largest);
        for (int k = 0; k < LANES; k++) {
            double step = steps[k];
            double incrementNorm = Math.abs(step) * traceNorm;
            double moved = limits.boundAfter(norms[k], incrementNorm);
            boolean isClipped = clips && !limits.isSurelyWithinClip(Math.abs(step) * trace.scale() * largest);
            if (projects) {
                moved = move(rows, k, step, trace.scale(), isClipped, moved);
            } else if (isClipped) {
                rows.moveClipped(k, step * trace.scale(), limits.clip);
            } else {
                rows.moves[k] += step * trace.scale();
            }
            norms[k] = moved;
            if (isChanged || isClipped) {
                sums[k] = rows.sum(k, phiNext);
                isChanged = false;
            }
        }
    }

    private static double largest(double[] steps) {
        double largest = 0;
        for (int k = 0; k < LANES; k++) {
            double size = Math.abs(steps[k]);
            largest = size > largest ? size : largest;
        }
        return largest;
    }

    /** With projection. Returns a bound of ‖θ‖₂ after it, from one without. */
    private double move(CandidateWeights rows, int k, double step, double c, boolean isClipped, double moved) {
        ProjectedWeights own = projected[k];
        if (own.isOutOfRange(moved)) {
            unite(rows, k);
        }
        double along = step / own.factor();
        if (isClipped) {
            rows.moveClipped(k, along * c, limits.clip / own.factor());
            own.forget();
        } else {
            rows.moves[k] += along * c;
            own.move(along);
        }
        double norm = moved <= limits.radius ? moved : project(rows, k, c);
        if (own.factor() < Double.MIN_NORMAL) {
            unite(rows, k); // a factor of 0 would be lost
        }
        return norm;
    }

    private void unite(CandidateWeights rows, int k) {
        rows.multiply(k, projected[k].factor());
        projected[k].unite();
        isChanged = true;
    }

    /** θ ← θ · min(1, radius / ‖θ‖₂). Returns ‖θ‖₂ after it. */
    private double project(CandidateWeights rows, int k, double c) {
        ProjectedWeights own = projected[k];
        if (own.isKept() && !own.isDue()) {
            return own.project(limits.radius);
        }
        boolean isOfUse = !own.isKept() || own.hasProjected();
        rows.products(k, products);
        if (isOfUse) {
            own.keep(products[0], c * products[1], c * c * products[2], limits.radius);
        } else {
            own.forget();
        }
        return own.project(own.factor() * Math.sqrt(products[0]), limits.radius);
    }
}
