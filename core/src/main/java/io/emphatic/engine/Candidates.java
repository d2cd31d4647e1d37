package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Map;

/** The candidates of a {@link ChoosingEngine}: learners of one algorithm that differ in the step size. */
interface Candidates {
    /**
     * Learns from one step with every candidate that is not out, each with its step size, or changes nothing and
     * returns false: it would bring every one of them past {@link Divergence#LIMIT}. If only some of them, those are
     * out from now on and keep their weights.
     *
     * @param alpha αₜ of each candidate, 0 for one that is out. Modified.
     * @param values set to θᵀφₜ of each candidate before the step
     * @param valuesNext set to θᵀφₜ₊₁ likewise; of no meaning where γₜ₊₁ = 0
     * @param out whether a candidate is out. Modified.
     */
    boolean step(Transition t, double[] alpha, double[] values, double[] valuesNext, boolean[] out);

    /** The largest αₜ: they double from candidate to candidate, and are 0 for those that are out. */
    static double largest(double[] alpha) {
        int k = ChoosingEngine.COUNT - 1;
        while (k > 0 && alpha[k] == 0) {
            k--;
        }
        return alpha[k];
    }

    /** The prediction θᵀφ of candidate k. */
    double predict(int k, Features features);

    /** A copy of θ of candidate k. */
    double[] weights(int k);

    /** F of the last step of candidate k, or NaN. */
    double followOn(int k);

    /** M of the last step of candidate k, or NaN. */
    double emphasis(int k);

    // As in Engine.

    Map<String, double[]> state();

    void reset(double[] initialWeights);

    void saveOrder(Map<String, double[]> into);

    void load(Map<String, double[]> arrays);
}
