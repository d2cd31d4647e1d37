package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.Map;
import java.util.TreeMap;

/**
 * The explicit engine of the gradient family: θ, w and the trace eₜ = ρₜ(γₜ λₜ eₜ₋₁ + φₜ), and for hybrid TD a second
 * trace hₜ = γₜ λₜ hₜ₋₁ + φₜ ({@code docs/ALGORITHMS.md} §2). A {@link GradientRule} sets how far both weight vectors
 * move along which vector.
 */
final class GradientEngine extends GradientLanes implements Engine {
    private final GradientRule rule;
    private final double eta;

    private final double[] theta;
    private final double[] w;
    private final Trace e;
    private final Trace h;
    private final double[] weightNorms = new double[2]; // upper bounds of ‖θ‖₂ and ‖w‖₂
    private final Map<String, double[]> state = new TreeMap<>();

    private final StepNorms norms = new StepNorms();
    private Features phi; // of the current step
    private double valueNext; // θₜᵀφₜ₊₁ of the last step

    GradientEngine(GradientRule rule, double eta, int size) {
        super(1);
        this.rule = rule;
        this.eta = eta;
        this.theta = new double[size];
        this.w = new double[size];
        this.e = new Trace(size);
        this.h = new Trace(rule.hasSecondTrace() ? size : 0);
        state.put("weights", theta);
        state.put("secondary_weights", w);
        state.put("weight_norms", weightNorms);
        e.putState("trace", state);
        h.putState("second_trace", state);
    }

    @Override
    public boolean step(Transition t, double alphaNow) {
        valueNext = t.gammaNext() == 0 ? 0 : t.valueNext(theta);
        delta[0] = TdError.of(t.reward(), t.gammaNext(), t.value(theta), valueNext);
        alpha[0] = alphaNow;
        alphaW[0] = eta * alphaNow;
        double kept = rule.kept(alphaW[0]);
        if (!isAllowed(t, kept)) {
            return false;
        }
        advance(t);
        rule.set(t, this);
        // θ ← θ + xₑ e + xφ φₜ + xφ′ φₜ₊₁
        weightNorms[0] += move(theta, t, thetaTrace[0], thetaPhi[0], thetaPhiNext[0]);
        // w ← k w + yₑ e + yφ φₜ + yφ′ φₜ₊₁
        keepSecondary(kept);
        weightNorms[1] = Math.abs(kept) * weightNorms[1] + move(w, t, wTrace[0], wAlongPhi[0], wPhiNext[0]);
        return true;
    }

    private boolean isAllowed(Transition t, double kept) {
        double decay = t.gamma() * t.lambda();
        double rho = t.rho();
        double second = rule.hasSecondTrace() ? h.normAfter(decay, 1, t.norm()) : 0;
        norms.set(t, e.normAfter(rho * decay, rho, t.norm()), second);
        double reach = Divergence.reach(alpha[0] + alphaW[0], delta[0], weightNorms[1], norms, rule.hasHalfStep());
        return Divergence.allows(weightNorms[0] + Math.abs(kept) * weightNorms[1] + reach + norms.sum());
    }

    private void advance(Transition t) {
        double decay = t.gamma() * t.lambda();
        phi = t.phi();
        // eₜ = ρₜ(γₜ λₜ eₜ₋₁ + φₜ)
        e.advance(t.rho() * decay, t.rho(), phi);
        if (rule.hasSecondTrace()) {
            // hₜ = γₜ λₜ hₜ₋₁ + φₜ
            h.advance(decay, 1, phi);
        }
    }

    private void keepSecondary(double kept) {
        if (kept != 1) {
            for (int j = 0; j < w.length; j++) {
                w[j] *= kept;
            }
        }
    }

    /** Moves a vector, and returns a bound of how far. */
    private double move(double[] vector, Transition t, double alongTrace, double alongPhi, double alongPhiNext) {
        if (alongTrace != 0) {
            e.addTo(vector, alongTrace);
        }
        if (alongPhi != 0) {
            t.phi().addTo(vector, alongPhi);
        }
        if (alongPhiNext != 0) {
            t.phiNext().addTo(vector, alongPhiNext);
        }
        return norms.move(alongTrace, alongPhi, alongPhiNext);
    }

    @Override
    protected void secondaryDotPhi(double[] out) {
        out[0] = phi.dot(w);
    }

    @Override
    protected void traceDotSecondary(double[] out) {
        out[0] = e.dot(w);
    }

    @Override
    protected void secondTraceDotSecondary(double[] out) {
        out[0] = h.dot(w);
    }

    @Override
    public double traceDot(Features features) {
        return e.dot(features);
    }

    @Override
    public double traceDotTrace() {
        return e.squaredNorm();
    }

    @Override
    public void begin(double[] initialWeights) {
        System.arraycopy(initialWeights, 0, theta, 0, theta.length);
        weightNorms[0] = Norm.of(theta);
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
        return delta[0];
    }

    @Override
    public double valueNext(Transition t) {
        return valueNext;
    }

    @Override
    public Map<String, double[]> state() {
        return state;
    }

    @Override
    public void saveOrder(Map<String, double[]> into) {
        e.saveOrder("trace", into);
        h.saveOrder("second_trace", into);
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        e.loaded("trace", arrays);
        h.loaded("second_trace", arrays);
        delta[0] = Double.NaN;
    }

    @Override
    public void park(ParkedStream into) {
        into.clear();
        e.park(into);
        h.park(into);
    }

    @Override
    public void resume(ParkedStream from) {
        if (!from.isEmpty()) {
            from.rewind();
            e.resume(from);
            h.resume(from);
            from.requireEnd();
        }
    }
}
