package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The engine of a learner that chooses its step size from the data: candidates side by side, and what the learner
 * predicts and its weights are those of the candidate whose {@linkplain CandidateScores score} is best so far.
 *
 * <pre>
 *   m = mean of ‖φₛ‖² for s ≤ t          αₜ = 2⁻¹⁸/m, 2⁻¹⁷/m, …, 2⁰/m
 * </pre>
 *
 * The mean is over the steps learned from, this one among them. A candidate that diverges drops out; when the last
 * would do so, the step is refused.
 */
final class ChoosingEngine implements Engine {
    /** 2⁻¹⁸ … 2⁰. */
    static final int COUNT = 19;

    // Indices of the array of scalars.
    private static final int STEPS = 0;
    private static final int SQUARES = 1; // Σ ‖φₛ‖²

    private final Candidates candidates;
    private final CandidateScores scores = new CandidateScores(COUNT);
    private final double[] scalars = new double[2];
    private final double[] powers = new double[COUNT]; // αₜ m; 0 for a candidate that is out
    private final double[] alpha = new double[COUNT];
    private final double[] values = new double[COUNT];
    private final double[] valuesNext = new double[COUNT];
    private final boolean[] out = new boolean[COUNT];
    private final Map<String, double[]> own = new TreeMap<>();
    private double delta = Double.NaN;

    ChoosingEngine(Candidates candidates) {
        this.candidates = candidates;
        own.put("choice_squares", scalars);
        scores.putState(own);
    }

    /** α is not used. */
    @Override
    public boolean step(Transition t, double ignored) {
        double squares = scalars[SQUARES] + t.norm() * t.norm();
        double mean = squares / (scalars[STEPS] + 1);
        setRates(mean == 0 ? 1 : 1 / mean);
        if (!candidates.step(t, alpha, values, valuesNext, out)) {
            return false;
        }
        int chosen = scores.best();
        delta = TdError.of(t.reward(), t.gammaNext(), values[chosen], valuesNext[chosen]);
        scalars[SQUARES] = squares;
        scalars[STEPS]++;
        for (int k = 0; k < COUNT; k++) {
            if (out[k]) {
                powers[k] = 0;
                values[k] = 0;
                valuesNext[k] = 0;
                scores.drop(k);
            }
        }
        scores.step(t, values, valuesNext);
        return true;
    }

    private void setRates(double largest) {
        for (int k = 0; k < COUNT; k++) {
            alpha[k] = largest * powers[k];
        }
    }

    @Override
    public double predict(Features features) {
        return candidates.predict(scores.best(), features);
    }

    @Override
    public double[] weights() {
        return candidates.weights(scores.best());
    }

    /** That of the candidate chosen before the step, whose predictions the step has tested. */
    @Override
    public double tdError() {
        return delta;
    }

    @Override
    public double followOn() {
        return candidates.followOn(scores.best());
    }

    @Override
    public double emphasis() {
        return candidates.emphasis(scores.best());
    }

    @Override
    public Map<String, double[]> state() {
        scores.giveState();
        Map<String, double[]> state = new TreeMap<>(candidates.state());
        state.putAll(own);
        return state;
    }

    @Override
    public void reset(double[] initialWeights) {
        own.values().forEach(array -> Arrays.fill(array, 0));
        candidates.reset(initialWeights);
        begin(initialWeights);
        loaded(Map.of());
    }

    @Override
    public void begin(double[] initialWeights) {
        scores.begin();
    }

    @Override
    public void saveOrder(Map<String, double[]> into) {
        candidates.saveOrder(into);
    }

    @Override
    public void load(Map<String, double[]> arrays) {
        candidates.load(arrays);
        Engine.super.load(arrays);
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        delta = Double.NaN;
        scores.takeState();
        for (int k = 0; k < COUNT; k++) {
            out[k] = scores.isOut(k);
            powers[k] = out[k] ? 0 : Math.scalb(1.0, k + 1 - COUNT);
        }
    }
}
