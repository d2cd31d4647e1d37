package io.emphatic.engine;

import io.emphatic.experience.Features;
import java.util.Map;

/** The common part of the engines over {@link FactoredVectors}. Subclasses add the step. */
abstract class FactoredEngine extends TraceRuleEngine implements PairedEngine {
    final FactoredVectors vectors;

    FactoredEngine(TraceRule rule, int size, TraceScale scale) {
        super(rule);
        this.vectors = new FactoredVectors(size, scale);
        vectors.putState(state);
    }

    @Override
    public void begin(double[] initialWeights) {
        vectors.begin(initialWeights);
    }

    @Override
    public double predict(Features features) {
        return vectors.predict(features);
    }

    @Override
    public double[] weights() {
        return vectors.weights();
    }

    @Override
    public Map<String, double[]> upToDate(Map<String, double[]> arrays) {
        return FactoredState.inGenerations(arrays);
    }

    /** When an entry of the trace is dropped depends on it. */
    @Override
    public final void saveOrder(Map<String, double[]> into) {
        into.put(FactoredState.LIST, vectors.order());
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        super.loaded(arrays);
        vectors.loaded(arrays.get(FactoredState.LIST));
    }
}
