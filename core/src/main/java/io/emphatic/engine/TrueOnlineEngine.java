package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.Map;
import java.util.TreeMap;

/** The explicit engine of true online TD and ETD: θ and e as they stand in the equations of {@link TrueOnlineMove}. */
final class TrueOnlineEngine implements Engine {
    private final TraceRule rule;

    private final double[] theta;
    private final Trace trace;
    private final double[] memory;
    private final double[] thetaNorm = new double[1]; // an upper bound of ‖θ‖₂
    private final double[] valueBefore = new double[1]; // θₜ₋₁ᵀφₜ
    private final Map<String, double[]> state = new TreeMap<>();

    private final Coefficients c = new Coefficients();
    private final TrueOnlineMove move = new TrueOnlineMove();
    private double delta = Double.NaN;

    TrueOnlineEngine(TraceRule rule, int size) {
        this.rule = rule;
        this.theta = new double[size];
        this.trace = new Trace(size);
        this.memory = new double[rule.memorySize()];
        state.put("weights", theta);
        state.put("weights_norm", thetaNorm);
        state.put("memory", memory);
        state.put("value_before", valueBefore);
        trace.putState("trace", state);
    }

    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        Features phi = t.phi();
        double value = phi.dot(theta);
        double valueNext = t.gammaNext() == 0 ? 0 : t.phiNext().dot(theta);
        move.set(t, alpha, c, value, valueNext, valueBefore[0], trace.dot(phi));
        if (!move.isAllowed(t, c, trace.norm(), thetaNorm[0])) {
            return false;
        }
        rule.remember(t, memory, c);
        // eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
        trace.advance(c.a(), move.joining(), phi);
        // θₜ₊₁ = θₜ + (δₜ + dₜ) eₜ − ρₜ α Mₜ dₜ φₜ
        trace.addTo(theta, move.alongTrace());
        phi.addTo(theta, move.alongPhi());
        thetaNorm[0] += Math.abs(move.alongTrace()) * trace.norm() + Math.abs(move.alongPhi()) * phi.norm();
        valueBefore[0] = valueNext;
        this.delta = move.delta();
        return true;
    }

    @Override
    public void begin(double[] initialWeights) {
        System.arraycopy(initialWeights, 0, theta, 0, theta.length);
        thetaNorm[0] = Norm.of(theta);
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
        return c.followOn();
    }

    @Override
    public double emphasis() {
        return c.emphasis();
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
    public void loaded(Map<String, double[]> arrays) {
        trace.loaded("trace", arrays);
        delta = Double.NaN;
        c.clearEmphasis();
    }
}
