package io.emphatic.engine;

import io.emphatic.experience.DenseFeatures;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Chooses the engine of a learner by the features that come.
 *
 * <p>A learner is made before it has seen any features. It starts on an engine for sparse features, whose steps cost
 * O(active features); the first dense φₜ makes that hand over, once and for good, to an engine that reads memory in
 * order and takes sparse features, such as those of a terminal state, as well. The names of the arrays of the state
 * tell which engine is active, and so does every snapshot.
 */
final class ChosenEngine implements Engine {
    private final Supplier<SparseEngine> makeSparse;
    private final Supplier<Engine> makeDense;
    private SparseEngine sparse; // null once dense features have come
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
            Map<String, double[]> learned = sparse.handOver();
            becomeDense();
            engine.load(learned);
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
    public void takeShape(Map<String, double[]> arrays) {
        boolean forDense = arrays.containsKey("weights");
        if (forDense && sparse != null) {
            becomeDense();
        } else if (!forDense && sparse == null) {
            becomeSparse();
        }
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
