package io.emphatic;

/**
 * The scalar recursion that makes an algorithm out of the trace engine ({@code docs/ALGORITHMS.md} §1):
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ
 * </pre>
 *
 * A rule yields aₜ, bₜ and κₜ from the step and from a few numbers of memory. It is stateless: the memory belongs to
 * whoever drives it, so that it can be saved, undone, and kept for many learners side by side. Before the first step it
 * is all zero. When it overflows, so does aₜ or bₜ in the same step: whoever looks at those need not look at the
 * memory.
 */
interface TraceRule {

    /** How many numbers of memory the rule needs. */
    default int memorySize() {
        return 0;
    }

    /**
     * Advances by one step.
     *
     * @param t the step. Not modified.
     * @param memory of the steps before. Modified.
     * @param out aₜ, bₜ, κₜ. Modified.
     */
    void advance(Transition t, double[] memory, Coefficients out);
}
