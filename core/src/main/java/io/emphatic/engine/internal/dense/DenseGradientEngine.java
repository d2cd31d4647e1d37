package io.emphatic.engine.internal.dense;

import static io.emphatic.engine.internal.dense.DenseVectors.E;
import static io.emphatic.engine.internal.dense.DenseVectors.E_E;
import static io.emphatic.engine.internal.dense.DenseVectors.E_W;
import static io.emphatic.engine.internal.dense.DenseVectors.H;
import static io.emphatic.engine.internal.dense.DenseVectors.H_W;
import static io.emphatic.engine.internal.dense.DenseVectors.THETA;
import static io.emphatic.engine.internal.dense.DenseVectors.THETA_PHI;
import static io.emphatic.engine.internal.dense.DenseVectors.W;
import static io.emphatic.engine.internal.dense.DenseVectors.W_PHI;

import io.emphatic.engine.GradientRule;
import io.emphatic.engine.internal.plain.GradientEngine;
import io.emphatic.engine.internal.plain.GradientRuleEngine;
import io.emphatic.engine.internal.plain.PairedEngine;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.Map;
import java.util.Set;

/**
 * The engine of the gradient family for dense features: as {@link GradientEngine}, over {@link DenseVectors}.
 *
 * <h2>Implementation notes</h2>
 *
 * eₜᵀw is a eₜ₋₁ᵀw + b φₜᵀw, so that for a rule which asks for no other product of eₜ the trace advances in the loop
 * that moves both weight vectors.
 */
public final class DenseGradientEngine extends GradientRuleEngine implements PairedEngine {
    private static final Set<String> VECTORS = Set.of("weights", "secondary_weights", "trace", "second_trace");

    private final DenseVectors vectors; // θ, e, w, and h if the rule has a second trace
    private final DenseChunks features;
    private double[][] phi; // of the current step
    private double a; // eₜ = a eₜ₋₁ + b φₜ
    private double b;
    private double wDotPhi; // NaN until it is computed
    private boolean isAdvanced; // whether e is eₜ yet

    public DenseGradientEngine(GradientRule rule, double eta, int size) {
        super(rule, eta);
        this.vectors = new DenseVectors(size, rule.hasSecondTrace() ? H : W);
        this.features = new DenseChunks(size);
    }

    @Override
    protected double value(Transition t) {
        phi = features.of(t.phi());
        return vectors.dot(THETA_PHI, phi);
    }

    @Override
    protected double valueNextOf(Transition t) {
        return vectors.dot(THETA_PHI, features.of(t.phiNext()));
    }

    @Override
    protected void advance(Transition t, double a, double decay) {
        this.a = a;
        b = t.rho();
        isAdvanced = false;
        wDotPhi = Double.NaN;
        if (rule.hasSecondTrace()) {
            // hₜ = γₜ λₜ hₜ₋₁ + φₜ
            vectors.advance(H, decay, 1, phi);
        }
    }

    @Override
    protected void move(Transition t, double kept) {
        boolean usesNext = thetaPhiNext[0] != 0 || wPhiNext[0] != 0;
        double[][] phiNext = usesNext ? features.of(t.phiNext()) : phi; // whose factor is 0 otherwise
        if (isAdvanced || thetaPhi[0] != 0 || wPhiNext[0] != 0) {
            advance();
            move(phiNext, kept);
        } else {
            vectors.advanceAndMoveBoth(
                    a, b, thetaTrace[0], thetaPhiNext[0], kept, wTrace[0], wAlongPhi[0], phi, phiNext);
        }
        phi = null; // it is not ours
        if (state.containsKey("weights")) {
            state.keySet().removeAll(VECTORS);
        }
    }

    /** eₜ = ρₜ(γₜ λₜ eₜ₋₁ + φₜ), if it is not yet. */
    private void advance() {
        if (!isAdvanced) {
            vectors.advance(E, a, b, phi);
            isAdvanced = true;
        }
    }

    private void move(double[][] phiNext, double kept) {
        // θ ← θ + xₑ e + xφ φₜ + xφ′ φₜ₊₁
        vectors.moveTheta(thetaTrace[0], thetaPhi[0], phi);
        if (thetaPhiNext[0] != 0) {
            vectors.advance(THETA, 1, thetaPhiNext[0], phiNext);
        }
        // w ← k w + yₑ e + yφ φₜ + yφ′ φₜ₊₁
        vectors.moveSecondary(kept, wTrace[0], wAlongPhi[0], phi);
        if (wPhiNext[0] != 0) {
            vectors.advance(W, 1, wPhiNext[0], phiNext);
        }
    }

    @Override
    protected void secondaryDotPhi(double[] out) {
        out[0] = secondaryDot();
    }

    /** wᵀφₜ, which a rule may ask for several times. */
    private double secondaryDot() {
        if (Double.isNaN(wDotPhi)) {
            wDotPhi = vectors.dot(W_PHI, phi);
        }
        return wDotPhi;
    }

    @Override
    protected void traceDotSecondary(double[] out) {
        double ew = vectors.dot(E_W, phi);
        out[0] = isAdvanced ? ew : a * ew + b * secondaryDot();
    }

    @Override
    protected void secondTraceDotSecondary(double[] out) {
        out[0] = vectors.dot(H_W, phi);
    }

    @Override
    public double traceDot(Features other) {
        advance();
        return vectors.dot(E, other);
    }

    @Override
    public double traceDotTrace() {
        advance();
        return vectors.dot(E_E, phi);
    }

    @Override
    public double predict(Features other) {
        return vectors.dot(THETA, other);
    }

    @Override
    public double[] weights() {
        return vectors.get(THETA);
    }

    /** The state of a plain engine, with copies of the vectors, which {@link #loaded} takes and a step drops. */
    @Override
    public Map<String, double[]> state() {
        state.put("weights", vectors.get(THETA));
        state.put("secondary_weights", vectors.get(W));
        state.put("trace", vectors.get(E));
        state.put("second_trace", rule.hasSecondTrace() ? vectors.get(H) : new double[0]);
        return state;
    }

    @Override
    public void begin(double[] initialWeights) {
        state.put("weights", initialWeights);
        beginFrom(Norm.of(initialWeights));
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        super.loaded(arrays);
        vectors.set(THETA, state.get("weights"));
        vectors.set(W, state.get("secondary_weights"));
        vectors.set(E, state.get("trace"));
        if (rule.hasSecondTrace()) {
            vectors.set(H, state.get("second_trace"));
        }
        state.keySet().removeAll(VECTORS);
    }

    @Override
    public Map<String, double[]> handOver() {
        return state();
    }

    @Override
    public void takeOver(Map<String, double[]> plain) {
        load(plain);
    }
}
