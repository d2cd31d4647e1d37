package io.emphatic;

import java.util.Map;
import java.util.TreeMap;

/**
 * The factored engine of true online TD and ETD, for sparse features: as {@link TrueOnlineMechanism}, on {@link FactoredVectors}. A step
 * costs O(active features), whatever n is and however long the trace.
 *
 * <pre>
 *   eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
 *   θₜ₊₁ = θₜ + (δₜ + dₜ) eₜ − ρₜ α Mₜ dₜ φₜ          dₜ = (θₜ − θₜ₋₁)ᵀφₜ
 * </pre>
 *
 * So θ moves along the trace and along φₜ, and φₜᵀeₜ₋₁ = c gᵀφₜ comes with the same pass over the active features as θₜᵀφₜ.
 *
 * <h2>Implementation notes</h2>
 *
 * Moving along φₜ changes θᵀφₜ₊₁ wherever the two share a feature, so that, unlike in {@link FactoredMechanism}, it has to be summed up again
 * in the next step. A careful step folds before and after: then w is θ, g is e, and what is finite is seen in them.
 */
final class FactoredTrueOnlineMechanism implements SparseMechanism {
    private final TraceRule rule;
    private final FactoredVectors vectors;
    private final double[] memory;
    private final double[] valueBefore = new double[1]; // θₜ₋₁ᵀφₜ
    private final Map<String, double[]> state = new TreeMap<>();

    private final double[] memoryBefore;
    private final Coefficients k = new Coefficients();
    private double delta = Double.NaN;

    FactoredTrueOnlineMechanism(TraceRule rule, int size) {
        this.rule = rule;
        this.vectors = new FactoredVectors(size, TraceScale.RANGE);
        this.memory = new double[rule.memorySize()];
        this.memoryBefore = new double[rule.memorySize()];
        vectors.putState(state);
        state.put("memory", memory);
        state.put("value_before", valueBefore);
    }

    @Override
    public void begin(double[] initialWeights) {
        vectors.begin(initialWeights);
    }

    @Override
    public boolean step(Transition t, double alpha, boolean careful) {
        System.arraycopy(memory, 0, memoryBefore, 0, memory.length);
        rule.advance(t, memory, k);
        Features phi = t.phi();
        if (careful) {
            vectors.settle(phi);
        }
        double value = vectors.predict(phi);
        double traceDot = vectors.traceDot();
        // needed behind γₜ₊₁ only, here and at the next step: where γₜ₊₁ = 0, a is 0 there
        double valueNext = t.gammaNext() == 0 ? 0 : vectors.predict(t.phiNext());
        double delta = TdError.of(t, value, valueNext);
        if (!careful && !Bounds.safeFactors(t, alpha, k, delta, vectors.traceNorm(), vectors.weightsNorm(), memory)) {
            System.arraycopy(memoryBefore, 0, memory, 0, memory.length);
            return false;
        }

        double b = alpha * k.b;
        // (θₜ − θₜ₋₁)ᵀφₜ; where a = 0, as at a start, its factor eₜ − ρₜ α Mₜ φₜ is zero
        double drift = k.a == 0 ? 0 : value - valueBefore[0];
        // eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
        vectors.advance(k.a, b * (1 - k.a * traceDot), phi, careful);
        // θₜ₊₁ = θₜ + δₜ eₜ + (eₜ − ρₜ α Mₜ φₜ)(θₜ − θₜ₋₁)ᵀφₜ
        vectors.moveAlongTrace(delta + drift);
        if (careful) {
            vectors.settle(
                    phi); // before moving along φₜ, as the explicit engine does, so that both overflow at the same step
        }
        vectors.moveAlong(phi, -b * drift);

        valueBefore[0] = valueNext;
        this.delta = delta;
        if (careful) {
            vectors.boundAgain();
        }
        return true;
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
    public void handOverTo(Mechanism dense) {
        Map<String, double[]> to = dense.state();
        SparseMechanism.copy(vectors.weights(), to.get("weights"));
        SparseMechanism.copy(vectors.trace(), to.get("trace"));
        SparseMechanism.copy(memory, to.get("memory"));
        SparseMechanism.copy(valueBefore, to.get("value_before"));
        dense.stateChanged(Map.of());
    }

    @Override
    public double tdError() {
        return delta;
    }

    @Override
    public double followOn() {
        return k.followOn;
    }

    @Override
    public double emphasis() {
        return k.emphasis;
    }

    @Override
    public Map<String, double[]> state() {
        return state;
    }

    @Override
    public void stateChanged(Map<String, double[]> saved) {
        vectors.stateChanged();
        delta = Double.NaN;
        k.setEmphasis(Double.NaN, Double.NaN);
    }
}
