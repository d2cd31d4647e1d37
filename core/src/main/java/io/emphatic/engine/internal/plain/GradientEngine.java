package io.emphatic.engine.internal.plain;

import io.emphatic.engine.GradientRule;
import io.emphatic.engine.ParkedStream;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.Map;

/**
 * The explicit engine of the gradient family: θ, w and the trace eₜ = ρₜ(γₜ λₜ eₜ₋₁ + φₜ), and for hybrid TD a second
 * trace hₜ = γₜ λₜ hₜ₋₁ + φₜ ({@code docs/ALGORITHMS.md} §2). A {@link GradientRule} sets how far both weight vectors
 * move along which vector.
 */
public final class GradientEngine extends GradientRuleEngine implements PairedEngine {
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
        e.putState("trace", state);
        h.putState("second_trace", state);
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
        move(theta, t, thetaTrace[0], thetaPhi[0], thetaPhiNext[0]);
        // w ← k w + yₑ e + yφ φₜ + yφ′ φₜ₊₁
        if (kept != 1) {
            ListedEntries.scale(w, kept);
        }
        move(w, t, wTrace[0], wAlongPhi[0], wPhiNext[0]);
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

    @Override
    public void saveOrder(Map<String, double[]> into) {
        e.saveOrder("trace", into);
        h.saveOrder("second_trace", into);
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        super.loaded(arrays);
        e.loaded("trace", arrays);
        h.loaded("second_trace", arrays);
    }

    @Override
    public void park(ParkedStream into) {
        into.clear();
        into.put(traceNorms);
        Arrays.fill(traceNorms, 0);
        e.park(into);
        h.park(into);
    }

    @Override
    public void resume(ParkedStream from) {
        if (!from.isEmpty()) {
            from.rewind();
            from.take(traceNorms);
            e.resume(from);
            h.resume(from);
            from.requireEnd();
        }
    }
}
