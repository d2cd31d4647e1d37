package io.emphatic;

import java.util.Map;
import java.util.TreeMap;

/**
 * What the two factored engines over {@link FactoredVectors} share: the scalar rule with its memory, the state, and
 * telling about it. A step is their own.
 *
 * <p>Magnitudes are bounded beforehand from the norms, so that a step is refused before anything has changed. A careful
 * step folds before and after: then w is θ, g is e, and what is finite is seen in them; and in between it does the same
 * operations as the explicit engine, so that both diverge at the same step.
 */
abstract class FactoredEngine implements SparseMechanism {
    private final TraceRule rule;
    private final double[] memoryBefore;
    private final Map<String, double[]> state = new TreeMap<>();

    final FactoredVectors vectors;
    final double[] memory;
    final Coefficients k = new Coefficients();
    double delta = Double.NaN;

    /** @param range see {@link TraceScale} */
    FactoredEngine(TraceRule rule, int size, double range) {
        this.rule = rule;
        this.vectors = new FactoredVectors(size, range);
        this.memory = new double[rule.memorySize()];
        this.memoryBefore = new double[rule.memorySize()];
        vectors.putState(state);
        state.put("memory", memory);
    }

    @Override
    public final void begin(double[] initialWeights) {
        vectors.begin(initialWeights);
    }

    /** aₜ, bₜ and κₜ, with the memory as it will be after the step. */
    final void advanceRule(Transition t) {
        System.arraycopy(memory, 0, memoryBefore, 0, memory.length);
        rule.advance(t, memory, k);
    }

    /** The memory as it was: the step is refused. */
    final void recallRule() {
        System.arraycopy(memoryBefore, 0, memory, 0, memory.length);
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
    public void handOverTo(Mechanism dense) {
        Map<String, double[]> to = dense.state();
        SparseMechanism.copy(vectors.weights(), to.get("weights"));
        SparseMechanism.copy(vectors.trace(), to.get("trace"));
        SparseMechanism.copy(memory, to.get("memory"));
        dense.stateChanged(Map.of());
    }

    @Override
    public final double tdError() {
        return delta;
    }

    @Override
    public final double followOn() {
        return k.followOn;
    }

    @Override
    public final double emphasis() {
        return k.emphasis;
    }

    @Override
    public final Map<String, double[]> state() {
        return state;
    }

    @Override
    public void stateChanged(Map<String, double[]> saved) {
        vectors.stateChanged();
        delta = Double.NaN;
        k.setEmphasis(Double.NaN, Double.NaN);
    }
}
