package io.emphatic.engine.internal.dense;

import static io.emphatic.engine.internal.dense.DenseVectors.E;
import static io.emphatic.engine.internal.dense.DenseVectors.THETA;

import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.plain.PairedEngine;
import io.emphatic.engine.internal.plain.TraceRuleEngine;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import java.util.HashMap;
import java.util.Map;

/**
 * The common part of the engines of a {@link TraceRule} over {@link DenseVectors}. Subclasses add the step. The state
 * is that of an explicit engine, with copies of the vectors, which {@link #loaded} takes and a step drops.
 */
abstract class DenseEngine extends TraceRuleEngine implements PairedEngine {
    /** The name under which a move is saved that {@link DenseTraceEngine} has yet to make. */
    static final String PENDING_MOVE = "pending_move";

    final DenseVectors vectors;
    final DenseChunks features; // φₜ and φₜ₊₁
    final double[] thetaNorm = new double[1]; // an upper bound of ‖θ‖₂
    private final double[] traceBounds = new double[2]; // of |eⱼ| and ‖e‖₂: no entry is larger than the norm
    private boolean hasCopies; // of the vectors, in the state

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
        if (hasCopies) {
            state.remove("weights");
            state.remove("trace");
            hasCopies = false;
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
        hasCopies = true;
        return state;
    }

    @Override
    public final void loaded(Map<String, double[]> arrays) {
        super.loaded(arrays);
        vectors.set(THETA, state.remove("weights"));
        vectors.set(E, state.remove("trace"));
    }

    @Override
    public final Map<String, double[]> handOver() {
        Map<String, double[]> plain = new HashMap<>(state());
        plain.put("weights", weights());
        return plain;
    }

    @Override
    public final void takeOver(Map<String, double[]> plain) {
        Map<String, double[]> all = new HashMap<>(plain);
        all.put(PENDING_MOVE, new double[3]);
        load(all);
    }
}
