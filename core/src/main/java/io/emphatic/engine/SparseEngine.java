package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import java.util.HashMap;
import java.util.Map;

/** The common part of the engines of a {@link TraceRule} over {@link SparseVectors}. Subclasses add the step. */
abstract class SparseEngine extends TraceRuleEngine implements PairedEngine {
    final SparseVectors vectors;
    final double[] thetaNorm = new double[1]; // an upper bound of ‖θ‖₂

    SparseEngine(TraceRule rule, int size) {
        super(rule);
        this.vectors = new SparseVectors(size, false);
        vectors.putState(state);
        state.put("weights_norm", thetaNorm);
    }

    @Override
    public final void begin(double[] initialWeights) {
        vectors.begin(initialWeights);
        thetaNorm[0] = Norm.of(initialWeights);
    }

    @Override
    public final double predict(Features features) {
        return vectors.predict(features);
    }

    @Override
    public final double[] weights() {
        return SparseState.weights(state);
    }

    /** The state of an explicit engine. */
    @Override
    public Map<String, double[]> handOver() {
        double[] traceBounds = {vectors.ofGenerations().largestOfTrace(), vectors.e.norm()};
        Map<String, double[]> learned =
                new HashMap<>(TraceEngine.state(weights(), thetaNorm[0], SparseState.trace(state), traceBounds));
        learned.put("memory", memory);
        return learned;
    }

    /** When an entry of the trace is dropped depends on it. */
    @Override
    public final void saveOrder(Map<String, double[]> into) {
        into.put(SparseState.LIST, vectors.order());
    }

    @Override
    public final void loaded(Map<String, double[]> arrays) {
        super.loaded(arrays);
        vectors.loaded(arrays.get(SparseState.LIST));
    }
}
