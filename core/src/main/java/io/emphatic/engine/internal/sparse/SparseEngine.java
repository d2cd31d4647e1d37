package io.emphatic.engine.internal.sparse;

import io.emphatic.engine.Engine;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.plain.PairedEngine;
import io.emphatic.engine.internal.plain.TraceRuleEngine;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import java.util.HashMap;
import java.util.Map;

/** The common part of the engines of a {@link TraceRule} over {@link SparseVectors}. Subclasses add the step. */
abstract class SparseEngine extends TraceRuleEngine implements PairedEngine {
    private static final double[] NONE = {};

    final SparseVectors vectors;
    private final int size;
    final double[] thetaNorm = new double[1]; // an upper bound of ‖θ‖₂

    SparseEngine(TraceRule rule, int size) {
        super(rule);
        this.size = size;
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
        return vectors.weights();
    }

    @Override
    public final Map<String, double[]> handOver() {
        Map<String, double[]> plain = new HashMap<>(ownState());
        plain.put("weights", weights());
        plain.put("trace", vectors.trace());
        plain.put("trace_bounds", new double[] {vectors.largestOfTrace(), vectors.e.norm()});
        return plain;
    }

    @Override
    public final void takeOver(Map<String, double[]> plain) {
        double[] theta = new double[size];
        double[] e = new double[size];
        double[] bounds = new double[2];
        Engine.copyArrays(plain, Map.of("weights", theta, "trace", e, "trace_bounds", bounds));
        Engine.copyArrays(plain, ownState());
        beforeAdvance();
        vectors.takeOver(theta, NONE, e, NONE, new double[] {bounds[1], 0});
        super.loaded(plain);
    }

    /** The state without the vectors. */
    private Map<String, double[]> ownState() {
        Map<String, double[]> own = new HashMap<>(state);
        Map<String, double[]> ofVectors = new HashMap<>();
        vectors.putState(ofVectors);
        own.keySet().removeAll(ofVectors.keySet());
        return own;
    }

    /** Called before an entry of the trace may be dropped. */
    void beforeAdvance() {}

    @Override
    public final void saveOrder(Map<String, double[]> into) {
        vectors.saveOrder(into);
    }

    @Override
    public final void loaded(Map<String, double[]> arrays) {
        super.loaded(arrays);
        vectors.loaded(arrays);
    }
}
