package io.emphatic.engine;

import static io.emphatic.engine.DenseVectors.E;
import static io.emphatic.engine.DenseVectors.THETA;

import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import java.util.Map;

/**
 * The common part of the engines of a {@link TraceRule} over {@link DenseVectors}. Subclasses add the step. The state
 * is that of an {@link ExplicitEngine}, with copies of the vectors, which {@link #loaded} takes and a step drops.
 */
abstract class DenseEngine extends TraceRuleEngine implements PairedEngine {
    final DenseVectors vectors;
    final DenseChunks features; // φₜ and φₜ₊₁
    final double[] thetaNorm = new double[1]; // an upper bound of ‖θ‖₂
    private final double[] traceBounds = new double[2]; // of |eⱼ| and ‖e‖₂: no entry is larger than the norm

    DenseEngine(TraceRule rule, int size) {
        super(rule);
        this.vectors = new DenseVectors(size, E);
        this.features = new DenseChunks(size);
        state.put("weights_norm", thetaNorm);
        state.put("trace_bounds", traceBounds);
    }

    /** An upper bound of ‖e‖₂. */
    final double traceNorm() {
        return traceBounds[1];
    }

    /** Called when a step has been made. */
    final void stepped(double traceNorm) {
        traceBounds[0] = traceNorm;
        traceBounds[1] = traceNorm;
        if (state.containsKey("weights")) {
            state.remove("weights");
            state.remove("trace");
        }
    }

    @Override
    public final void begin(double[] initialWeights) {
        state.put("weights", initialWeights);
        thetaNorm[0] = Norm.of(initialWeights);
    }

    @Override
    public double predict(Features phi) {
        return vectors.dot(THETA, phi);
    }

    @Override
    public double[] weights() {
        return vectors.get(THETA);
    }

    @Override
    public final Map<String, double[]> state() {
        state.put("weights", vectors.get(THETA));
        state.put("trace", vectors.get(E));
        return state;
    }

    @Override
    public final void loaded(Map<String, double[]> arrays) {
        super.loaded(arrays);
        vectors.set(THETA, state.remove("weights"));
        vectors.set(E, state.remove("trace"));
    }

    /** The state of a {@link SparseEngine}. */
    @Override
    public Map<String, double[]> handOver() {
        Map<String, double[]> learned =
                SparseState.of(weights(), vectors.get(E), traceNorm(), TraceGenerations.NEGLIGIBLE);
        learned.put("weights_norm", thetaNorm);
        learned.put("memory", memory);
        return learned;
    }
}
