package io.emphatic;

import java.util.Map;

/**
 * What a learner does with one step. {@link OnlineLearner} adds the life around it: counting, divergence, snapshots.
 */
interface Mechanism {

    /** Numbers below this can go through any one update without overflow. */
    double SAFE = 1e150;

    /** Numbers below this can be multiplied with each other eight times and more without overflow. */
    double SAFE_FACTOR = 1e30;

    /**
     * Learns from one step, or changes nothing at all and returns false because magnitudes may pass {@link #SAFE}.
     *
     * @param careful go on whatever the magnitudes; the caller has a copy and checks the outcome
     */
    boolean step(Transition t, double alpha, boolean careful);

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
     * for a mechanism that changes its engine in {@link #step}, {@link #begin} or {@link #takeShape}.
     */
    Map<String, double[]> state();

    /**
     * Makes room for the arrays of a snapshot, which are then copied into {@link #state}. Most mechanisms have one
     * shape.
     */
    default void takeShape(Map<String, double[]> arrays) {}

    /** Starts from these weights; all other state is zero. */
    default void begin(double[] initialWeights) {
        double[] theta = state().get("weights");
        System.arraycopy(initialWeights, 0, theta, 0, theta.length);
    }

    /**
     * Adds what else a snapshot must hold to go on to the bit, copied: the order in which a trace lists its entries is
     * the order in which sums over them are rounded.
     */
    default void saveOrder(Map<String, double[]> into) {}

    /**
     * Rebuilds what it derives from its state, after somebody else has written there.
     *
     * @param saved what {@link #saveOrder} saved at the time the state was, or nothing. Not modified.
     */
    void stateChanged(Map<String, double[]> saved);

    /** Adds another's state of learning. Only sums can. */
    default void merge(Mechanism other) {
        throw new IllegalArgumentException("only least squares can be merged: its sums add up, weights do not");
    }
}
