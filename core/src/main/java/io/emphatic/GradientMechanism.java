package io.emphatic;

import java.util.Map;
import java.util.TreeMap;

/**
 * The vectors of the gradient family: θ, w and the trace eₜ = ρₜ(γₜ λₜ eₜ₋₁ + φₜ), and for hybrid TD a second trace hₜ
 * = γₜ λₜ hₜ₋₁ + φₜ ({@code docs/ALGORITHMS.md} §2). A {@link GradientRule} says how far to move along which.
 */
final class GradientMechanism extends GradientVectors implements Mechanism {
    private final GradientRule rule;
    private final double eta;

    private final double[] theta;
    private final double[] w;
    private final Trace e;
    private final Trace h;
    private final Map<String, double[]> state = new TreeMap<>();

    private double delta = Double.NaN;
    private double thetaNormBound;
    private double wNormBound;

    GradientMechanism(GradientRule rule, double eta, int size) {
        this.rule = rule;
        this.eta = eta;
        this.theta = new double[size];
        this.w = new double[size];
        this.e = new Trace(size);
        this.h = new Trace(rule.hasSecondTrace() ? size : 0);
        state.put("weights", theta);
        state.put("secondary_weights", w);
        e.putState("trace", state);
        h.putState("second_trace", state);
    }

    @Override
    public boolean step(Transition t, double alpha, boolean careful) {
        double delta = TdError.of(t, theta);
        double decay = t.gamma() * t.lambda();
        double alphaW = eta * alpha;
        if (!careful && !isSafe(t, alpha, alphaW, delta, decay)) {
            return false;
        }
        this.delta = delta;
        // eₜ = ρₜ(γₜ λₜ eₜ₋₁ + φₜ)
        e.advance(t.rho() * decay, t.rho(), t.phi());
        if (rule.hasSecondTrace()) {
            // hₜ = γₜ λₜ hₜ₋₁ + φₜ
            h.advance(decay, 1, t.phi());
        }
        rule.set(t, this, alpha, alphaW);
        apply(t);
        if (careful) {
            boundAgain();
            e.boundAgain();
            h.boundAgain();
        }
        return true;
    }

    private void apply(Transition t) {
        // θ ← θ + xₑ e + xφ φₜ + xφ′ φₜ₊₁
        move(theta, t, thetaTrace, thetaPhi, thetaPhiNext);
        thetaNormBound += reachOfWeights(t, e.normBound());
        // w ← k w + yₑ e + yφ φₜ + yφ′ φₜ₊₁
        if (wKept != 1) {
            for (int j = 0; j < w.length; j++) {
                w[j] *= wKept;
            }
        }
        move(w, t, wTrace, wPhi, wPhiNext);
        wNormBound = Math.abs(wKept) * wNormBound + reachOfSecondary(t, e.normBound());
    }

    private void move(double[] vector, Transition t, double alongTrace, double alongPhi, double alongPhiNext) {
        if (alongTrace != 0) {
            e.addTo(vector, alongTrace);
        }
        if (alongPhi != 0) {
            t.phi().addTo(vector, alongPhi);
        }
        if (alongPhiNext != 0) {
            t.phiNext().addTo(vector, alongPhiNext);
        }
    }

    /** Whether every factor is so small that no product of the equations, of up to eight factors, overflows. */
    private boolean isSafe(Transition t, double alpha, double alphaW, double delta, double decay) {
        return thetaNormBound < SAFE_FACTOR
                && wNormBound < SAFE_FACTOR
                && e.normBoundAfter(t.rho() * decay, t.rho(), t.phi()) < SAFE_FACTOR
                && h.normBoundAfter(decay, 1, t.phi()) < SAFE_FACTOR
                && t.phi().norm() < SAFE_FACTOR
                && t.phiNext().norm() < SAFE_FACTOR
                && Math.abs(delta) < SAFE_FACTOR
                && alpha < SAFE_FACTOR
                && alphaW < SAFE_FACTOR
                && Math.abs(rule.kept(alphaW)) < SAFE_FACTOR;
    }

    @Override
    double delta() {
        return delta;
    }

    @Override
    double secondaryDot(Features phi) {
        return phi.dot(w);
    }

    @Override
    double traceDotSecondary() {
        return e.dot(w);
    }

    @Override
    double secondTraceDotSecondary() {
        return h.dot(w);
    }

    @Override
    double traceDot(Features phi) {
        return e.dot(phi);
    }

    @Override
    double traceDotTrace() {
        return e.squaredNorm();
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
    public Map<String, double[]> state() {
        return state;
    }

    @Override
    public void saveOrder(Map<String, double[]> into) {
        e.saveOrder("trace", into);
        h.saveOrder("second_trace", into);
    }

    @Override
    public void stateChanged(Map<String, double[]> saved) {
        e.entriesChanged("trace", saved);
        h.entriesChanged("second_trace", saved);
        boundAgain();
        delta = Double.NaN;
    }

    /** Bounds from the numbers themselves. */
    private void boundAgain() {
        thetaNormBound = Bounds.norm(theta);
        wNormBound = Bounds.norm(w);
    }
}
