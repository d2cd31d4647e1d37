package io.emphatic.engine;

import io.emphatic.experience.DenseFeatures;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Chooses between an engine for sparse and an engine for dense features.
 *
 * <p>A learner is made before its first features are known. It starts on the engine for sparse features, whose steps
 * cost O(active features). At the first dense φₜ that hands over, once, to the engine for dense features, which reads
 * memory in order and also accepts sparse features, as those of a terminal state. The names of the arrays of the state,
 * and so of a snapshot, tell which engine is active.
 */
final class ChosenEngine implements Engine {
    private final Supplier<SparseEngine> makeSparse;
    private final Supplier<Engine> makeDense;
    private SparseEngine sparse; // null once the engine for dense features is active
    private Engine engine;

    ChosenEngine(Supplier<SparseEngine> makeSparse, Supplier<Engine> makeDense) {
        this.makeSparse = makeSparse;
        this.makeDense = makeDense;
        becomeSparse();
    }

    private void becomeSparse() {
        sparse = makeSparse.get();
        engine = sparse;
    }

    private void becomeDense() {
        sparse = null;
        engine = makeDense.get();
    }

    @Override
    public boolean step(Transition t, double alpha) {
        if (sparse != null && t.phi() instanceof DenseFeatures) {
            Engine dense = makeDense.get();
            dense.load(sparse.handOver());
            sparse = null;
            engine = dense;
        }
        return engine.step(t, alpha);
    }

    @Override
    public double predict(Features features) {
        return engine.predict(features);
    }

    @Override
    public double[] weights() {
        return engine.weights();
    }

    @Override
    public double tdError() {
        return engine.tdError();
    }

    @Override
    public double followOn() {
        return engine.followOn();
    }

    @Override
    public double emphasis() {
        return engine.emphasis();
    }

    @Override
    public Map<String, double[]> state() {
        return engine.state();
    }

    @Override
    public void begin(double[] initialWeights) {
        if (sparse == null) {
            becomeSparse();
        }
        engine.begin(initialWeights);
    }

    @Override
    public void load(Map<String, double[]> arrays) {
        if (arrays.containsKey("weights")) {
            becomeDense();
        }
        engine.load(arrays);
    }

    @Override
    public void saveOrder(Map<String, double[]> into) {
        engine.saveOrder(into);
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        engine.loaded(arrays);
    }
}
