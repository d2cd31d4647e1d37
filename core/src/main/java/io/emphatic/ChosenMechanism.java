package io.emphatic;

import java.util.Map;

/**
 * Chooses the engine of a one-trace learner without limits by the features that come.
 *
 * <p>A learner is made before it has seen any features. It starts on the {@link FactoredMechanism}, which costs O(active
 * features) a step; the first dense φₜ makes it hand over, once and for good, to the {@link DenseMechanism}, which reads memory in order
 * and takes sparse features, such as a terminal state's, as well. θ, e and the rule's memory are handed over as they are. Which
 * engine is active shows in the names of the state's arrays, and so in every snapshot.
 *
 * <p>Two cases are decided beforehand, in {@link OneTrace}: up to {@value #SMALL} features, the arrays fit into a few cache lines
 * and the plain loops of {@link TraceMechanism} are fastest; and clipping and projection are not linear in e, so that neither engine
 * can do them.
 */
final class ChosenMechanism implements Mechanism {
    /** Up to this size plain loops over all features are fastest. */
    static final int SMALL = 64;

    private final TraceRule rule;
    private final int size;
    private FactoredMechanism factored;
    private DenseMechanism dense;
    private Mechanism engine;

    ChosenMechanism(TraceRule rule, int size) {
        this.rule = rule;
        this.size = size;
        becomeFactored();
    }

    private void becomeFactored() {
        dense = null;
        factored = new FactoredMechanism(rule, size);
        engine = factored;
    }

    private void becomeDense() {
        factored = null;
        dense = new DenseMechanism(rule, size);
        engine = dense;
    }

    @Override
    public boolean step(Transition t, double alpha, boolean careful) {
        if (factored != null && t.phi() instanceof DenseFeatures) {
            FactoredMechanism before = factored;
            becomeDense();
            dense.takeOver(before.weights(), before.trace(), before.memory());
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
        if (factored == null) {
            becomeFactored();
        }
        engine.begin(initialWeights);
    }

    @Override
    public void takeShape(Map<String, double[]> arrays) {
        boolean forDense = arrays.containsKey("weights");
        if (forDense && dense == null) {
            becomeDense();
        } else if (!forDense && factored == null) {
            becomeFactored();
        }
    }

    @Override
    public void stateChanged(Map<String, double[]> saved) {
        engine.stateChanged(saved);
    }
}
