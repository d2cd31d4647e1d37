package io.emphatic;

/**
 * What distinguishes the members of the gradient family ({@code docs/ALGORITHMS.md} §2). Each moves both weight vectors
 * along eₜ, φₜ and φₜ₊₁ only, so that here, too, an algorithm is a few scalars:
 *
 * <pre>
 *   θ ← θ + xₑ e + xφ φₜ + xφ′ φₜ₊₁          w ← k w + yₑ e + yφ φₜ + yφ′ φₜ₊₁
 * </pre>
 *
 * Right-hand sides use the old θ and w.
 */
interface GradientRule {

    /** Whether the rule asks for the second trace hₜ = γₜ λₜ hₜ₋₁ + φₜ. */
    default boolean hasSecondTrace() {
        return false;
    }

    /** The factor of itself that w keeps. */
    default double kept(double alphaW) {
        return 1;
    }

    /**
     * Sets all scalars of the step.
     *
     * @param t the step. Not modified.
     * @param m eₜ has been advanced, θ and w are still the old ones; the scalars to set. Modified.
     * @param alpha α
     * @param alphaW α_w = η α
     */
    void set(Transition t, GradientVectors m, double alpha, double alphaW);

    /**
     * The same for many learners that differ in their step sizes only: moves both weight vectors of the lanes
     * {@code from … to−1}, with the operations of a lane in the order in which {@link #set} and
     * {@link GradientMechanism} have them.
     *
     * @param step eₜ has been advanced. Not modified.
     * @param m δₜ of each lane is set, θ and w are still the old ones. Modified.
     */
    void move(SharedStep step, GradientLanes m, int from, int to);
}
