package io.emphatic.engine;

import io.emphatic.experience.Transition;

/**
 * When a learner has diverged: its next step would bring one of its numbers past {@link #LIMIT}. The step is refused
 * before anything changes, and the learner learns no more.
 *
 * <p>Numbers are judged by upper bounds that a step brings up to date in O(1) from the numbers it computes anyway: of
 * the trace by |aₜ|‖eₜ₋₁‖ + |bₜ|‖φₜ‖, of the weights by ‖θ₀‖ plus the length of every move since. All engines of a
 * family judge by the same bounds, so that they notice at the same step, or one apart where rounding decides. The limit
 * is so far below the largest double that products of three such numbers are finite.
 */
public final class Divergence {

    /** No number of a learner grows past this. */
    public static final double LIMIT = 1e100;

    private Divergence() {}

    /** Whether none of the numbers with this sum of magnitudes is past the limit; NaN is. */
    public static boolean allows(double magnitudes) {
        // a sum is below the limit only if each of its terms is: one comparison
        return magnitudes < LIMIT;
    }

    /**
     * Whether a step along a trace may be taken.
     *
     * @param c of the step. Not modified.
     * @param traceNorm an upper bound of ‖eₜ‖₂, the trace after the step
     * @param scale by which the weights move along the trace
     * @param weightsNorm an upper bound of ‖θ‖₂ after the step
     */
    static boolean allows(Coefficients c, double traceNorm, double scale, double weightsNorm) {
        return allows(traceNorm + Math.abs(scale) + weightsNorm + c.magnitude());
    }

    /** ‖φₜ‖ + ‖φₜ₊₁‖; an end does not look at φₜ₊₁. */
    static double features(Transition t) {
        return t.gammaNext() == 0 ? t.norm() : t.norm() + t.normNext();
    }

    /**
     * The magnitudes of a step that do not depend on θ, so that learners with one trace share them.
     *
     * @param c of the step. Not modified.
     * @param traceNorm an upper bound of ‖eₜ‖₂, the trace after the step
     */
    public static double shared(Coefficients c, double traceNorm) {
        return Math.abs(c.a()) + traceNorm + c.magnitude();
    }

    /**
     * Whether a step may be taken whatever its δₜ, which is bounded by |Rₜ₊₁| + ‖θ‖ (‖φₜ‖ + ‖φₜ₊₁‖): for engines that
     * know δₜ only after they have changed. Where this is not so, they have to find δₜ first.
     *
     * @param features ‖φₜ‖ + ‖φₜ₊₁‖
     * @param alphaKappa α κₜ
     * @param shared the magnitudes that do not depend on θ
     * @param weightsNorm an upper bound of ‖θ‖₂ before the step
     */
    public static boolean surelyAllows(
            double reward, double features, double alphaKappa, double shared, double traceNorm, double weightsNorm) {
        double delta = Math.abs(reward) + weightsNorm * features;
        double scale = Math.abs(alphaKappa) * delta;
        return allows(delta + shared + scale + weightsNorm + scale * traceNorm);
    }

    /**
     * An upper bound of how far any rule of the gradient family moves θ and w, whatever the signs, before the step:
     *
     * <pre>
     *   (α + α_w) (|δ| ‖e‖ + ‖w‖ (‖φₜ‖ + ‖e‖ + ‖h‖) (‖φₜ‖ + ‖φₜ₊₁‖))
     * </pre>
     *
     * A rule that takes a half step first moves along δ½ and w½, which that half step has changed by no more than this.
     *
     * @param alphas α + α_w
     * @param norms of the step's vectors. Not modified.
     * @param halfStep whether the rule takes a half step first
     */
    public static double reach(double alphas, double delta, double secondaryNorm, StepNorms norms, boolean halfStep) {
        double whole = alphas * (Math.abs(delta) * norms.trace() + secondaryNorm * norms.products());
        if (!halfStep) {
            return whole;
        }
        double deltaHalf = Math.abs(delta) + norms.features() * whole;
        return alphas * (deltaHalf * norms.trace() + (secondaryNorm + whole) * norms.products());
    }
}
