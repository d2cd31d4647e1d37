package io.emphatic;

/** What distinguishes the families inside a {@link LaneBatch}. */
interface LaneKernel {

    /** Whether there is a second trace hₜ. */
    boolean hasSecondTrace();

    /**
     * Advances what the lanes share from one step to the next.
     *
     * @param t the step. Not modified.
     * @param before the step before, or one whose traces are zero. Not modified.
     * @param now holds what the transition says; its traces and coefficients to set. Modified.
     * @return whether everything shared is finite
     */
    boolean share(Transition t, SharedStep before, SharedStep now);

    /** Moves the weights of the lanes {@code from … to−1}. */
    void move(SharedStep step, int from, int to);

    /** Sets the step size of a lane to zero for good. */
    void stop(int lane);

    /** θ by rows: {@code theta()[j][lane]}. Live. */
    double[][] theta();

    /** All weights by rows, θ first. Live. */
    double[][] rows();
}
