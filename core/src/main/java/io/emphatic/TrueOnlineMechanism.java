package io.emphatic;

import java.util.Map;
import java.util.TreeMap;

/**
 * The explicit engine of true online TD and ETD: Sutton (2015), "True Online Emphatic TD(λ): Quick Reference and
 * Implementation Guide"; {@code docs/ALGORITHMS.md} §3.
 *
 * <pre>
 *   eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
 *   θₜ₊₁ = θₜ + δₜ eₜ + (eₜ − ρₜ α Mₜ φₜ)(θₜ − θₜ₋₁)ᵀφₜ
 * </pre>
 *
 * aₜ = ρₜγₜλₜ and bₜ = ρₜMₜ come from the same {@link TraceRule} as for the conventional algorithm.
 */
final class TrueOnlineMechanism implements Mechanism {
    private final TraceRule rule;

    private final double[] theta;
    private final Trace trace;
    private final double[] memory;
    private final double[] valueBefore = new double[1]; // θₜ₋₁ᵀφₜ
    private final Map<String, double[]> state = new TreeMap<>();

    private final double[] memoryBefore;
    private final Coefficients c = new Coefficients();
    private double delta = Double.NaN;
    private double thetaNormBound;

    TrueOnlineMechanism(TraceRule rule, int size) {
        this.rule = rule;
        this.theta = new double[size];
        this.trace = new Trace(size);
        this.memory = new double[rule.memorySize()];
        this.memoryBefore = new double[rule.memorySize()];
        state.put("weights", theta);
        state.put("memory", memory);
        state.put("value_before", valueBefore);
        trace.putState("trace", state);
    }

    @Override
    public boolean step(Transition t, double alpha, boolean careful) {
        System.arraycopy(memory, 0, memoryBefore, 0, memory.length);
        rule.advance(t, memory, c);
        Features phi = t.phi();
        double value = phi.dot(theta);
        // needed behind γₜ₊₁ only, here and at the next step: where γₜ₊₁ = 0, a is 0 there
        double valueNext = t.gammaNext() == 0 ? 0 : t.phiNext().dot(theta);
        double delta = TdError.of(t, value, valueNext);
        if (!careful && !Bounds.safeFactors(t, alpha, c, delta, trace.normBound(), thetaNormBound, memory)) {
            System.arraycopy(memoryBefore, 0, memory, 0, memory.length);
            return false;
        }

        double b = alpha * c.b;
        // (θₜ − θₜ₋₁)ᵀφₜ; where a = 0, as at a start, its factor eₜ − ρₜ α Mₜ φₜ is zero
        double drift = c.a == 0 ? 0 : value - valueBefore[0];
        // eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
        trace.advance(c.a, b * (1 - c.a * trace.dot(phi)), phi);
        // θₜ₊₁ = θₜ + δₜ eₜ + (eₜ − ρₜ α Mₜ φₜ)(θₜ − θₜ₋₁)ᵀφₜ
        trace.addTo(theta, delta + drift);
        phi.addTo(theta, -b * drift);

        thetaNormBound += Math.abs(delta + drift) * trace.normBound() + Math.abs(b * drift) * phi.norm();
        valueBefore[0] = valueNext;
        this.delta = delta;
        if (careful) {
            boundAgain();
            trace.boundAgain();
        }
        return true;
    }

    /** Bounds from the numbers themselves, when those summed up from step to step may have become useless. */
    private void boundAgain() {
        thetaNormBound = Bounds.norm(theta);
    }

    @Override
    public double predict(Features features) {
        return features.dot(theta);
    }

    @Override
    public double[] weights() {
        return theta.clone();
    }

    @Override
    public double tdError() {
        return delta;
    }

    @Override
    public double followOn() {
        return c.followOn;
    }

    @Override
    public double emphasis() {
        return c.emphasis;
    }

    @Override
    public Map<String, double[]> state() {
        return state;
    }

    @Override
    public void saveOrder(Map<String, double[]> into) {
        trace.saveOrder("trace", into);
    }

    @Override
    public void stateChanged(Map<String, double[]> saved) {
        trace.entriesChanged("trace", saved);
        boundAgain();
        delta = Double.NaN;
        c.setEmphasis(Double.NaN, Double.NaN);
    }
}
