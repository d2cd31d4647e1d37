package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The vectors of one learner and the update that a step makes to them. {@code Engines} chooses the engine; the learner
 * around it checks transitions, counts steps, records divergence and writes snapshots. To write one, extend
 * {@link ArrayEngine}.
 */
public interface Engine {
    /** Learns from one step, or changes nothing and returns false: it would pass {@link Divergence#LIMIT}. */
    boolean step(Transition t, double alpha);

    /** As {@link #step(Transition, double)}, where θᵀφₜ and θᵀφₜ₊₁, 0 at an end, are known. */
    default boolean step(Transition t, double alpha, double value, double valueNext) {
        return step(t, alpha);
    }

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

    /** α of the last step, from that which {@link #step} was given. */
    default double stepSize(double alpha) {
        return alpha;
    }

    /** In how many steps α was bounded by {@code overshoot}. */
    default long boundedSteps() {
        return 0;
    }

    /** The arrays that hold the whole state, by name. Live; valid until the next call of another method. */
    Map<String, double[]> state();

    /** Starts anew from these weights, with all other state zero. */
    default void reset(double[] initialWeights) {
        state().values().forEach(array -> Arrays.fill(array, 0));
        begin(initialWeights);
        loaded(Map.of());
    }

    /** Writes these weights into a state of zeros. */
    void begin(double[] initialWeights);

    /**
     * Adds copies of the orders in which traces list their entries: sums over them are rounded in that order, so that a
     * snapshot needs it to restore to the bit.
     */
    default void saveOrder(Map<String, double[]> into) {}

    /** Continues a new engine from copies of {@link #state} and {@link #saveOrder}, or refuses what does not fit. */
    default void load(Map<String, double[]> arrays) {
        copyArrays(arrays, state());
        loaded(arrays);
    }

    /** Becomes a copy of an engine of the same kind, but for the results of its last step. */
    default void copy(Engine other) {
        Map<String, double[]> arrays = new HashMap<>(other.state());
        other.saveOrder(arrays);
        load(arrays);
    }

    /** Overwrites arrays by those of the same names, or refuses what does not fit. */
    static void copyArrays(Map<String, double[]> arrays, Map<String, double[]> targets) {
        targets.forEach((name, target) -> {
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
        targets.forEach((name, target) -> System.arraycopy(arrays.get(name), 0, target, 0, target.length));
    }

    /** Rebuilds fields derived from the state after {@link #load}, or {@link #reset}, which passes no arrays. */
    void loaded(Map<String, double[]> arrays);

    /**
     * Moves traces and scalar memory out: what is left is as before the first step of a stream, with the weights as
     * they are. Engines that keep e as it stands can; {@code Engines} says which they are.
     *
     * @param into cleared first. Modified.
     */
    default void park(ParkedStream into) {
        throw new IllegalStateException("this engine has no trace for each stream");
    }

    /** Continues a stream after {@link #park} of another one, or before the first step. */
    default void resume(ParkedStream from) {
        throw new IllegalStateException("this engine has no trace for each stream");
    }

    /** Counts on from this many steps, before the first: for rules that {@linkplain TraceRule#countsSteps count}. */
    default void countFrom(long steps) {}

    /** Adds the sums of another engine of the same kind. Only least squares can. */
    default void merge(Engine other) {
        throw new IllegalArgumentException("only least squares can be merged: its sums add up, weights do not");
    }

    /** The k-th entry of a saved list of at most n distinct indices in [0, n). */
    static int savedIndex(String name, double value, int n, int k) {
        if (!(value >= 0 && value < n && value == Math.rint(value)) || k >= n) {
            throw new IllegalArgumentException(
                    "entry " + k + " of its " + name + " is no index below " + n + ": " + value);
        }
        return (int) value;
    }
}
