package io.emphatic;

import java.util.Map;
import java.util.function.Supplier;

/**
 * Chooses the engine of a learner by the features that come.
 *
 * <p>A learner is made before it has seen any features. It starts on an engine for sparse ones,
 * {@link FactoredMechanism}, {@link FactoredGradientMechanism} or {@link FactoredTrueOnlineMechanism}, which costs
 * O(active features) a step; the first dense φₜ makes it hand over, once and for good, to one that reads memory in
 * order and takes sparse features, such as a terminal state's, as well. Weights, traces and the rule's memory are
 * handed over as they are. Which engine is active shows in the names of the state's arrays, and so in every snapshot.
 *
 * <p>Two cases are decided beforehand, in {@link OneTrace}, {@link GradientConfig} and {@link TrueOnline}: up to
 * {@value #SMALL} features, the arrays fit into a few cache lines and the plain loops of {@link TraceMechanism},
 * {@link GradientMechanism} and {@link TrueOnlineMechanism} are fastest; and clipping and projection are not linear in
 * e, so that a factored engine cannot do them.
 */
final class ChosenMechanism implements Mechanism {
    /** Up to this size plain loops over all features are fastest. */
    static final int SMALL = 64;

    private final Supplier<SparseMechanism> makeSparse;
    private final Supplier<Mechanism> makeDense;
    private SparseMechanism sparse; // null once dense features have come
    private Mechanism engine;

    ChosenMechanism(Supplier<SparseMechanism> makeSparse, Supplier<Mechanism> makeDense) {
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
    public boolean step(Transition t, double alpha, boolean careful) {
        if (sparse != null && t.phi() instanceof DenseFeatures) {
            SparseMechanism before = sparse;
            becomeDense();
            before.handOverTo(engine);
        }
        return engine.step(t, alpha, careful);
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
    public void stateChanged(Map<String, double[]> saved) {
        engine.stateChanged(saved);
    }
}
