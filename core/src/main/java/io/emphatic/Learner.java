package io.emphatic;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.OptionalLong;

/**
 * One prediction being learned: weights θ with θᵀφ(s) ≈ v<sub>π</sub>(s), updated step by step in constant time and
 * memory.
 *
 * <p>Made by a {@link Config}. {@code update} and {@code predict} allocate nothing; see the package for the exact
 * promise.
 */
public interface Learner {

    /** The algorithm and its parameters. */
    Config config();

    /** The number of features n. */
    int size();

    /**
     * Learns from one step. The transition is read and not kept.
     *
     * <p>When the step would make any number of the learner non-finite, the learner stays as it was, records the step
     * in {@link #divergedAt} and learns no more.
     *
     * @throws IllegalArgumentException if the transition does not fit this learner; nothing has changed then
     */
    void update(Transition t);

    /** The prediction θᵀφ. Changes nothing. */
    double predict(Features features);

    /**
     * A copy of the weights θ.
     *
     * @throws ArithmeticException if the solution of least squares is beyond the range of numbers
     */
    double[] weights();

    /** How many steps have been learned from. */
    long steps();

    /** The step, counted from 0, that would have made the learner non-finite; empty as long as all is well. */
    OptionalLong divergedAt();

    /**
     * δ of the last step learned from; NaN before the first, after divergence, reset or restoring, and for least
     * squares, which has none.
     */
    double tdError();

    /**
     * F of the last step learned from; NaN where there is no follow-on trace, and whenever {@link #tdError} has none to
     * tell.
     */
    double followOn();

    /**
     * M of the last step learned from; NaN where there is no emphasis, and whenever {@link #tdError} has none to tell.
     */
    double emphasis();

    /** Back to the beginning: the same as a new learner of this config with the same initial weights. */
    void reset();

    /** Everything needed to go on elsewhere, or later, to the bit. */
    Snapshot snapshot();

    /**
     * Adds what another learner has learned from other streams. Only the sums of least squares add up.
     *
     * @param other of the same config and size. Not modified.
     * @throws IllegalArgumentException if this is not possible; nothing has changed then
     */
    void merge(Learner other);
}
