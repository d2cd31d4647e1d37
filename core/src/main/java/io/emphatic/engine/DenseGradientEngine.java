package io.emphatic.engine;

import static io.emphatic.engine.DenseVectors.E;
import static io.emphatic.engine.DenseVectors.E_E;
import static io.emphatic.engine.DenseVectors.E_W;
import static io.emphatic.engine.DenseVectors.H;
import static io.emphatic.engine.DenseVectors.H_W;
import static io.emphatic.engine.DenseVectors.THETA;
import static io.emphatic.engine.DenseVectors.THETA_PHI;
import static io.emphatic.engine.DenseVectors.W;
import static io.emphatic.engine.DenseVectors.W_PHI;

import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The engine of the gradient family for dense features: as {@link GradientEngine}, over {@link DenseVectors}.
 *
 * <h2>Implementation notes</h2>
 *
 * eₜᵀw is a eₜ₋₁ᵀw + b φₜᵀw, so that for a rule which asks for no other product of eₜ the trace advances in the loop
 * that moves both weight vectors.
 */
final class DenseGradientEngine extends GradientLanes implements PairedEngine {
    private final GradientRule rule;
    private final double eta;
    private final DenseVectors vectors; // θ, e, w, and h if the rule has a second trace
    private final DenseChunks features;
    private final double[] weightNorms = new double[2]; // upper bounds of ‖θ‖₂ and ‖w‖₂
    private final double[] traceNorms = new double[2]; // upper bounds of ‖e‖₂ and ‖h‖₂
    private final Map<String, double[]> state = new TreeMap<>();
    private final StepNorms norms = new StepNorms();
    private double[][] phi; // during a step
    private double valueNext; // θₜᵀφₜ₊₁ of the last step
    private double a; // eₜ = a eₜ₋₁ + b φₜ
    private double b;
    private double wDotPhi; // NaN until it is computed
    private boolean isAdvanced; // whether e is eₜ yet

    DenseGradientEngine(GradientRule rule, double eta, int size) {
        super(1);
        this.rule = rule;
        this.eta = eta;
        this.vectors = new DenseVectors(size, rule.hasSecondTrace() ? H : W);
        this.features = new DenseChunks(size);
    }

    @Override
    public boolean step(Transition t, double alphaNow) {
        phi = features.of(t.phi());
        boolean isTaken = take(t, alphaNow);
        phi = null; // it is not ours
        return isTaken;
    }

    private boolean take(Transition t, double alphaNow) {
        boolean goesOn = t.gammaNext() != 0;
        double[][] phiNext = goesOn ? features.of(t.phiNext()) : phi; // whose factor is 0 otherwise
        double value = vectors.dot(THETA_PHI, phi);
        valueNext = goesOn ? vectors.dot(THETA_PHI, phiNext) : 0;
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        double deltaNow = TdError.of(t.reward(), t.gammaNext(), value, valueNext);
        double alphaWNow = eta * alphaNow;
        double kept = rule.kept(alphaWNow);
        if (!isAllowed(t, alphaNow + alphaWNow, deltaNow, kept)) {
            return false;
        }
        delta[0] = deltaNow;
        alpha[0] = alphaNow;
        alphaW[0] = alphaWNow;
        a = t.rho() * t.gamma() * t.lambda();
        b = t.rho();
        isAdvanced = false;
        wDotPhi = Double.NaN;
        if (rule.hasSecondTrace()) {
            // hₜ = γₜ λₜ hₜ₋₁ + φₜ
            vectors.advance(H, t.gamma() * t.lambda(), 1, phi);
        }
        rule.set(t, this);
        traceNorms[0] = norms.e;
        traceNorms[1] = norms.h;
        if (!goesOn && (thetaPhiNext[0] != 0 || wPhiNext[0] != 0)) {
            phiNext = features.of(t.phiNext());
        }
        if (isAdvanced || thetaPhi[0] != 0 || wPhiNext[0] != 0) {
            advance();
            move(phiNext, kept);
        } else {
            vectors.advanceAndMoveBoth(
                    a, b, thetaTrace[0], thetaPhiNext[0], kept, wTrace[0], wAlongPhi[0], phi, phiNext);
        }
        weightNorms[0] += norms.move(thetaTrace[0], thetaPhi[0], thetaPhiNext[0]);
        weightNorms[1] = Math.abs(kept) * weightNorms[1] + norms.move(wTrace[0], wAlongPhi[0], wPhiNext[0]);
        if (state.containsKey("weights")) {
            dropCopies();
        }
        return true;
    }

    private boolean isAllowed(Transition t, double alphas, double deltaNow, double kept) {
        double decay = t.gamma() * t.lambda();
        double rho = t.rho();
        double first = Math.abs(rho * decay) * traceNorms[0] + Math.abs(rho) * t.norm();
        norms.set(t, first, rule.hasSecondTrace() ? decay * traceNorms[1] + t.norm() : 0);
        double reach = Divergence.reach(alphas, deltaNow, weightNorms[1], norms, rule.hasHalfStep());
        return Divergence.allows(weightNorms[0] + Math.abs(kept) * weightNorms[1] + reach + norms.sum());
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

    @Override
    public double tdError() {
        return delta[0];
    }

    private double[] second() {
        return rule.hasSecondTrace() ? vectors.get(H) : new double[0];
    }

    /** The arrays of a {@link GradientEngine}; of vectors copies, which {@link #loaded} takes and a step drops. */
    @Override
    public Map<String, double[]> state() {
        state.put("weights", vectors.get(THETA));
        state.put("secondary_weights", vectors.get(W));
        state.put("trace", vectors.get(E));
        state.put("second_trace", second());
        state.put("weight_norms", weightNorms);
        state.put("trace_bounds", bounds(0)); // no entry is larger than the norm
        state.put("second_trace_bounds", bounds(1));
        return state;
    }

    private double[] bounds(int trace) {
        return new double[] {traceNorms[trace], traceNorms[trace]};
    }

    @Override
    public void begin(double[] initialWeights) {
        state.put("weights", initialWeights);
        weightNorms[0] = Norm.of(initialWeights);
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        vectors.set(THETA, state.get("weights"));
        vectors.set(W, state.get("secondary_weights"));
        vectors.set(E, state.get("trace"));
        if (rule.hasSecondTrace()) {
            vectors.set(H, state.get("second_trace"));
        }
        traceNorms[0] = state.get("trace_bounds")[1];
        traceNorms[1] = state.get("second_trace_bounds")[1];
        dropCopies();
        delta[0] = Double.NaN;
    }

    private void dropCopies() {
        state.keySet().removeAll(Set.of("weights", "secondary_weights", "trace", "second_trace"));
    }

    @Override
    public double valueNext(Transition t) {
        return valueNext;
    }

    @Override
    public Map<String, double[]> handOver() {
        Map<String, double[]> learned = SparseState.of(
                weights(), vectors.get(W), vectors.get(E), second(), traceNorms, TraceGenerations.NEGLIGIBLE);
        learned.put("weight_norms", weightNorms);
        learned.put("secondary_scale", new double[] {1});
        return learned;
    }
}
