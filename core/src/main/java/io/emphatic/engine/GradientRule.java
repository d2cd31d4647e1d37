package io.emphatic.engine;

import io.emphatic.experience.Transition;

/**
 * What distinguishes the members of the gradient family ({@code docs/ALGORITHMS.md} §2). Each moves both weight vectors
 * along eₜ, φₜ and φₜ₊₁ only, so that here, too, an algorithm is a few scalars:
 *
 * <pre>
 *   θ ← θ + xₑ e + xφ φₜ + xφ′ φₜ₊₁          w ← k w + yₑ e + yφ φₜ + yφ′ φₜ₊₁
 * </pre>
 *
 * Right-hand sides use the old θ and w. A rule is stateless.
 */
public interface GradientRule {

    /** Whether the rule asks for the second trace hₜ = γₜ λₜ hₜ₋₁ + φₜ. */
    default boolean hasSecondTrace() {
        return false;
    }

    /** Whether the rule takes a half step first, as {@link Divergence#reach} has to know. */
    default boolean hasHalfStep() {
        return false;
    }

    /** The factor k of itself that w keeps. */
    default double kept(double alphaW) {
        return 1;
    }

    /**
     * Sets the scalars of the step for every lane.
     *
     * @param t the step. Not modified.
     * @param m eₜ has been advanced, θ and w are still the old ones; the scalars to set. Modified.
     */
    void set(Transition t, GradientLanes m);
}
