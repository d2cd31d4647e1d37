package io.emphatic.engine;

import io.emphatic.experience.Features;
import java.util.Map;
import java.util.TreeMap;

/**
 * The common part of the factored engines over {@link FactoredVectors}: the scalar rule with its memory, the state, and
 * the questions about it. A step is different in each.
 */
abstract class FactoredEngine implements SparseEngine {
    private final Map<String, double[]> state = new TreeMap<>();

    final TraceRule rule;
    final FactoredVectors vectors;
    final double[] memory;
    final Coefficients c = new Coefficients();
    double delta = Double.NaN;

    /** @param range see {@link TraceScale} */
    FactoredEngine(TraceRule rule, int size, double range) {
        this.rule = rule;
        this.vectors = new FactoredVectors(size, range);
        this.memory = new double[rule.memorySize()];
        vectors.putState(state);
        state.put("memory", memory);
    }

    @Override
    public final void begin(double[] initialWeights) {
        vectors.begin(initialWeights);
    }

    @Override
    public final double predict(Features features) {
        return vectors.predict(features);
    }

    @Override
    public final double[] weights() {
        return vectors.weights();
    }

    @Override
    public final double tdError() {
        return delta;
    }

    @Override
    public final double followOn() {
        return c.followOn();
    }

    @Override
    public final double emphasis() {
        return c.emphasis();
    }

    @Override
    public final Map<String, double[]> state() {
        return state;
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        vectors.loaded();
        delta = Double.NaN;
        c.clearEmphasis();
    }
}
