package io.emphatic;

import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.OptionalLong;

/**
 * One prediction being learned: weights θ with θᵀφ(s) ≈ v<sub>π</sub>(s), updated in constant time and memory.
 *
 * <pre>
 *   Learner learner = new Td(0.01).learner(n);   // or Algorithms.named("td").configure(…).learner(n)
 *   learner.update(t);                           // a Transition, filled by whoever has the experience
 *   double value = learner.predict(phi);         // in the units of the reward
 *   learner.snapshot().write(file);              // Snapshot.read(file).restore() continues to the bit
 * </pre>
 *
 * <p>Made by a {@link Config}. {@code update} and {@code predict} allocate nothing; see the package for the exact
 * promise. One thread at a time may use a learner; learners are independent of each other.
 */
public interface Learner {
    /** The algorithm and its parameters. */
    Config config();

    /** The number of features n. */
    int size();

    /**
     * Learns from one step: to be called once for each {@code arrive}, as a second call would learn from the same step
     * again. The transition is read and not kept.
     *
     * <p>A step that would bring any number of the learner past {@link io.emphatic.engine.Divergence#LIMIT} is refused
     * before anything changes: the learner has diverged, {@link #divergedAt} is that step, and later steps are ignored.
     *
     * @throws IllegalArgumentException if the transition does not fit this learner; nothing has changed then
     * @throws IllegalStateException if the transition has no whole step
     */
    void update(Transition t);

    /**
     * Learns from one step with this step size in place of its own; where usages take its place, δ is multiplied by it.
     *
     * @throws IllegalStateException for least squares, and for a step size that is chosen from the data
     */
    void update(Transition t, double alpha);

    /**
     * The prediction θᵀφ, in the units of the reward; NaN if the learner has diverged ({@link #divergedAt}), whose
     * {@link #weights} are those before the refused step. Changes nothing.
     *
     * @throws IllegalArgumentException if there are not {@link #size} features
     */
    double predict(Features features);

    /**
     * A copy of the weights θ.
     *
     * @throws ArithmeticException if the solution of least squares is beyond the range of numbers
     */
    double[] weights();

    /** How many steps have been learned from. */
    long steps();

    /** The step, counted from 0, that was refused because the learner has diverged; empty if it has not. */
    OptionalLong divergedAt();

    /**
     * δ of the last step learned from; NaN before the first, after divergence, reset or restoring, and for least
     * squares, which has none.
     */
    double tdError();

    /**
     * F of the last step learned from; NaN for an algorithm without follow-on trace, and where {@link #tdError} is NaN.
     * Least squares on an emphatic trace has F but no δ.
     */
    double followOn();

    /** M of the last step learned from; NaN where {@link #followOn} is. */
    double emphasis();

    /** α of the last step learned from, before {@code overshoot} bounds it; NaN before the first, or without. */
    double stepSize();

    /** In how many of the {@link #steps} α was bounded by {@code overshoot} ({@link Limits}). */
    long boundedSteps();

    /** Makes the learner equal to a new learner of this config with the same initial weights. */
    void reset();

    /** The whole state: a learner restored from it continues with the same bits. */
    Snapshot snapshot();

    /**
     * Lets the stream that learned last rest: its traces and its memory go to {@code into}, and the next step, after
     * {@link #resume}, is that of another stream. The weights stay.
     *
     * @param into replaced. Modified.
     * @throws IllegalStateException for a learner that is not a {@link Config#sharedLearner}
     */
    void park(ParkedStream into);

    /**
     * Continues a stream, after {@link #park} or before the first step; an empty one begins.
     *
     * @throws IllegalArgumentException if it was parked by another learner
     */
    void resume(ParkedStream from);

    /** Writes what it has learned, without config and initial weights; of arrays mostly 0, the other entries only. */
    void write(DataOutput out) throws IOException;

    /**
     * Continues from what a learner of the same config, size and kind has written, with the same bits.
     *
     * @throws IllegalArgumentException if the numbers do not fit; nothing has changed then
     */
    void read(DataInput in) throws IOException;

    /**
     * Counts on from the steps of a learner whose weights this one began with: schedules of the step size count them.
     *
     * @param divergedAt the step at which that one diverged, if it has: this one has, too
     * @throws IllegalStateException after the first step
     */
    void countFrom(long steps, OptionalLong divergedAt);

    /**
     * Adds the sums that another learner has collected from other streams. Only least squares supports this.
     *
     * @param other of the same config and size. Not modified.
     * @throws IllegalArgumentException if this is not possible; nothing has changed then
     */
    void merge(Learner other);
}
