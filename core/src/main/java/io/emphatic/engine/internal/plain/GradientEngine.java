package io.emphatic.engine.internal.plain;

import io.emphatic.engine.GradientRule;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;

/**
 * The plain engine of the gradient family: θ, w and the trace eₜ = ρₜ(γₜ λₜ eₜ₋₁ + φₜ), and for hybrid TD a second
 * trace hₜ = γₜ λₜ hₜ₋₁ + φₜ ({@code docs/ALGORITHMS.md} §2). A {@link GradientRule} sets how far both weights move.
 */
public final class GradientEngine extends GradientRuleEngine {
    private final double[] theta;
    private final double[] w;
    private final Trace e;
    private final Trace h;
    private Features phi; // of the current step

    public GradientEngine(GradientRule rule, double eta, int size) {
        super(rule, eta);
        this.theta = new double[size];
        this.w = new double[size];
        this.e = new Trace(size);
        this.h = new Trace(rule.hasSecondTrace() ? size : 0);
        state.put("weights", theta);
        state.put("secondary_weights", w);
        state.put("trace", e);
        state.put("second_trace", h);
    }

    @Override
    protected void advance(Transition t, double a, double decay) {
        phi = t.phi();
        // eₜ = ρₜ(γₜ λₜ eₜ₋₁ + φₜ)
        e.advance(a, t.rho(), phi);
        if (rule.hasSecondTrace()) {
            // hₜ = γₜ λₜ hₜ₋₁ + φₜ
            h.advance(decay, 1, phi);
        }
    }

    @Override
    protected void move(Transition t, double kept) {
        // θ ← θ + xₑ e + xφ φₜ + xφ′ φₜ₊₁
        move(theta, t, weightsAlongTrace[0], weightsAlongPhi[0], weightsAlongPhiNext[0]);
        // w ← k w + yₑ e + yφ φₜ + yφ′ φₜ₊₁
        if (kept != 1) {
            ListedEntries.scale(w, kept);
        }
        move(w, t, secondaryAlongTrace[0], secondaryAlongPhi[0], secondaryAlongPhiNext[0]);
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

    @Override
    public double[] secondaryDotPhi() {
        wPhi[0] = phi.dot(w);
        return wPhi;
    }

    @Override
    public double[] traceDotSecondary() {
        ew[0] = e.dot(w);
        return ew;
    }

    @Override
    public double[] secondTraceDotSecondary() {
        hw[0] = h.dot(w);
        return hw;
    }

    @Override
    public double traceDot(Features features) {
        return features.dot(e.entries());
    }

    @Override
    public double traceDotTrace() {
        return e.dot(e.entries());
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
}
