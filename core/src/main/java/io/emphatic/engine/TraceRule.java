package io.emphatic.engine;

import io.emphatic.experience.Transition;

/**
 * The scalar recursion that makes an algorithm out of the trace engines ({@code docs/ALGORITHMS.md} §1):
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ
 * </pre>
 *
 * A rule yields aₜ, bₜ and κₜ from the step and from a few numbers of memory. It is stateless: the memory belongs to
 * the engine that drives it, so that it can be saved and kept for many learners side by side. Before the first step it
 * is all zero. A rule first yields its scalars and remembers the step only when it is taken: a step that is refused has
 * changed nothing.
 */
public interface TraceRule {

    /** How many numbers of memory the rule needs. */
    default int memorySize() {
        return 0;
    }

    /**
     * Yields the scalars of a step.
     *
     * @param t the step. Not modified.
     * @param memory of the steps before. Not modified.
     * @param out aₜ, bₜ, κₜ, and Fₜ and Mₜ of an emphatic rule. Modified.
     */
    void coefficients(Transition t, double[] memory, Coefficients out);

    /**
     * Remembers a step that is taken.
     *
     * @param t the step. Not modified.
     * @param memory of the steps before. Modified.
     * @param taken its scalars. Not modified.
     */
    default void remember(Transition t, double[] memory, Coefficients taken) {}
}
