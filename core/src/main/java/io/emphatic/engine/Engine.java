package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Map;

/**
 * The vectors of one learner and what a step does to them. {@link Engines} makes them; a learner adds the rest: checks,
 * counting, divergence, snapshots.
 */
public interface Engine {

    /**
     * Learns from one step, or changes nothing and returns false because the step would pass {@link Divergence#LIMIT}.
     */
    boolean step(Transition t, double alpha);

    /** The prediction θᵀφ. */
    double predict(Features features);

    /** A copy of θ. */
    double[] weights();

    /** δ of the last step. */
    double tdError();

    /** F of the last step, or NaN. */
    default double followOn() {
        return Double.NaN;
    }

    /** M of the last step, or NaN. */
    default double emphasis() {
        return Double.NaN;
    }

    /**
     * The arrays that are all its state, by name; they are live, and zero in the beginning. They stay the same ones but
     * for an engine that hands over to another in {@link #step}, {@link #begin} or {@link #takeShape}.
     */
    Map<String, double[]> state();

    /** Changes its shape to that of these arrays, if it has more than one. */
    default void takeShape(Map<String, double[]> arrays) {}

    /** Starts from these weights; all other state is zero. */
    void begin(double[] initialWeights);

    /**
     * Adds what else a snapshot must hold to go on to the bit, copied: the order in which a trace lists its entries is
     * the order in which sums over them are rounded.
     */
    default void saveOrder(Map<String, double[]> into) {}

    /**
     * Goes on from saved state.
     *
     * @param arrays of {@link #state} and {@link #saveOrder}. Not modified; copied.
     * @throws IllegalArgumentException if they do not fit
     */
    default void load(Map<String, double[]> arrays) {
        takeShape(arrays);
        state().forEach((name, target) -> {
            double[] from = arrays.get(name);
            if (from == null || from.length != target.length) {
                throw new IllegalArgumentException("its " + name
                        + (from == null ? " is missing" : " has " + from.length + " numbers, not " + target.length));
            }
            for (double value : from) {
                if (!Double.isFinite(value)) {
                    throw new IllegalArgumentException("its " + name + " holds a number that is not finite: " + value);
                }
            }
        });
        state().forEach((name, target) -> System.arraycopy(arrays.get(name), 0, target, 0, target.length));
        loaded(arrays);
    }

    /**
     * Rebuilds what is derived from the state, after {@link #load} or zeroing has written to it.
     *
     * @param arrays what was loaded; empty after zeroing. Not modified.
     */
    void loaded(Map<String, double[]> arrays);

    /** Adds the sums of another engine of the same kind. Only least squares can. */
    default void merge(Engine other) {
        throw new IllegalArgumentException("only least squares can be merged: its sums add up, weights do not");
    }
}
