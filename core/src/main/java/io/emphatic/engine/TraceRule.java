package io.emphatic.engine;

import io.emphatic.experience.Transition;
import java.util.Arrays;

/**
 * The scalar recursion that makes an algorithm out of the trace engines ({@code docs/ALGORITHMS.md} §1):
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ
 * </pre>
 *
 * A rule computes aₜ, bₜ and κₜ from the step and from a few numbers of memory. The rule is stateless: the memory
 * belongs to the engine, which saves it and may keep one for many learners side by side. Before the first step it is
 * all zero. A refused step changes nothing, so {@link #coefficients} only reads the memory, and {@link #remember} is
 * called if the step is taken.
 *
 * <p>At a start γₜ = 0 and ρₜ₋₁ = 0, so that whatever is carried over through a factor γₜ begins anew there. Memory
 * that is not, as a clock, passes from one episode to the next unless the rule sets it back where γₜ = 0.
 */
public interface TraceRule {
    /** How many numbers of memory the rule needs. */
    default int memorySize() {
        return 0;
    }

    /**
     * Whether the last number of memory counts the steps of the learner: streams that share weights share it, and a
     * learner that continues from the weights of another counts on. {@link #remember} adds 1.
     */
    default boolean countsSteps() {
        return false;
    }

    /** Computes aₜ, bₜ, κₜ, and Fₜ and Mₜ of an emphatic rule, from the step and the memory. Modifies out only. */
    void coefficients(Transition t, double[] memory, Coefficients out);

    /** Updates the memory with a step that is taken and its scalars. Modifies the memory only. */
    default void remember(Transition t, double[] memory, Coefficients taken) {}

    /** Moves the memory of a stream out. What counts the steps of all streams stays. */
    default void park(double[] memory, ParkedStream into) {
        into.put(memory);
        Arrays.fill(memory, 0, memory.length - (countsSteps() ? 1 : 0), 0);
    }

    /** Takes back what {@link #park} has moved out. */
    default void resume(double[] memory, ParkedStream from) {
        double count = countsSteps() ? memory[memory.length - 1] : 0;
        from.take(memory);
        if (countsSteps()) {
            memory[memory.length - 1] = count;
        }
    }
}
