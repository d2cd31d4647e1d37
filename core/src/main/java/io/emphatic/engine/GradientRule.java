package io.emphatic.engine;

import io.emphatic.experience.Transition;

/**
 * The scalars that distinguish the members of the gradient family ({@code docs/ALGORITHMS.md} §2). Each moves both
 * weight vectors along eₜ, φₜ and φₜ₊₁ only, so that here, too, an algorithm is a few scalars:
 *
 * <pre>
 *   θ ← θ + xₑ e + xφ φₜ + xφ′ φₜ₊₁          w ← k w + yₑ e + yφ φₜ + yφ′ φₜ₊₁
 * </pre>
 *
 * Right-hand sides use the old θ and w. A rule is stateless.
 */
public interface GradientRule {
    /** Whether the rule uses the second trace hₜ = γₜ λₜ hₜ₋₁ + φₜ. */
    default boolean hasSecondTrace() {
        return false;
    }

    /** Whether the rule takes a half step first, which the bounds of {@link Divergence} take into account. */
    default boolean hasHalfStep() {
        return false;
    }

    /** The factor k of w ← k w + …. */
    default double kept(double alphaW) {
        return 1;
    }

    /** Sets the scalars of the step for every lane, from the trace eₜ and the old θ and w. */
    void set(Transition t, GradientLanes m);
}
