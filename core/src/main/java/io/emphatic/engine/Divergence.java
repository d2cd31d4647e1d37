package io.emphatic.engine;

import io.emphatic.experience.Check;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;

/**
 * Decides whether a learner has diverged: whether its next step would bring one of its numbers past {@link #LIMIT}.
 * That step is refused before anything changes, and the learner ignores all later steps.
 *
 * <p>The decision uses upper bounds that every step updates in O(1) from numbers it computes anyway: of the trace
 * |aₜ|‖eₜ₋₁‖ + |bₜ|‖φₜ‖, of the weights by ‖θ₀‖ plus the length of every move since. All engines of a family judge by
 * the same bounds, so that they notice at the same step, or one apart where rounding decides. The limit is so far below
 * the largest double that products of three such numbers are finite.
 */
public final class Divergence {
    /** No number of a learner grows past this. */
    public static final double LIMIT = 1e100;

    private Divergence() {}

    /** Whether a sum of magnitudes is below the limit, and so each of them; false for NaN. */
    public static boolean allows(double magnitudes) {
        return magnitudes < LIMIT;
    }

    /**
     * ‖θ₀‖₂ of the initial weights of a learner.
     *
     * @throws IllegalArgumentException if a weight is not finite, or the norm past the limit
     */
    public static double normOfInitial(double[] weights) {
        Check.finite("initial weight", weights);
        double norm = Norm.of(weights);
        if (!allows(norm)) {
            throw new IllegalArgumentException("initial weights have no norm below " + LIMIT + ": " + norm);
        }
        return norm;
    }

    /** ‖φₜ‖ + ‖φₜ₊₁‖, the latter only where γₜ₊₁ ≠ 0. */
    public static double features(Transition t) {
        return t.norm() + t.normNext();
    }

    /** The magnitudes of a step that do not depend on θ, so that learners with one trace, of ‖eₜ‖₂, share them. */
    public static double shared(Transition t, Coefficients c, double traceNorm) {
        return Math.abs(c.a()) + traceNorm + features(t) + c.magnitude();
    }

    /** Whether a step may be taken, from what is shared, the scale of the move along eₜ, and ‖θ‖₂ after it. */
    public static boolean allows(double shared, double scale, double weightsNorm) {
        return allows(shared + Math.abs(scale) + weightsNorm);
    }
}
