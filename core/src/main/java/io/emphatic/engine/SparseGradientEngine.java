package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The engine of the gradient family for sparse features: as {@link GradientEngine}, with all vectors in factored form.
 * A step costs O(active features), whatever n is and however long the trace.
 *
 * <pre>
 *   e = cₖ g      θ = x + Aₖ g      w = s (y + Bₖ g)      h = dₖ p
 *   eᵀw = s Σₖ cₖ (gᵀy + Bₖ gᵀg)       hᵀw = s Σₖ dₖ (pᵀy + Bₖ pᵀg)
 * </pre>
 *
 * on {@link SparseVectors}. Moving θ and w along the whole trace changes Aₖ and Bₖ, shrinking w (TDRC) changes s, and
 * the four inner products on the right change at the active features only.
 *
 * <h2>Implementation notes</h2>
 *
 * s is multiplied into y, over all features, when it has become smaller than {@value #SMALLEST_SCALE} or larger than
 * its inverse; with TDRC's default that is once in 115/α_w steps.
 */
final class SparseGradientEngine extends GradientLanes implements PairedEngine {
    private static final double SMALLEST_SCALE = 1e-50;

    private final GradientRule rule;
    private final double eta;
    private final boolean hasSecondTrace;
    private final SparseVectors vectors; // x, y, g, p
    private final double[] scaleW = new double[1]; // s
    private final double[] weightNorms = new double[2]; // upper bounds of ‖θ‖₂ and ‖w‖₂
    private final Map<String, double[]> state = new TreeMap<>();
    private final StepNorms norms = new StepNorms();
    private Features phi; // of the current step
    private double valueNext; // θₜᵀφₜ₊₁ of the last step

    SparseGradientEngine(GradientRule rule, double eta, int size) {
        super(1);
        this.rule = rule;
        this.eta = eta;
        this.hasSecondTrace = rule.hasSecondTrace();
        this.vectors = new SparseVectors(size, true);
        vectors.putState(state);
        state.put("secondary_scale", scaleW);
        state.put("weight_norms", weightNorms);
    }

    @Override
    public void begin(double[] initialWeights) {
        vectors.begin(initialWeights);
        scaleW[0] = 1;
        weightNorms[0] = Norm.of(initialWeights);
    }

    @Override
    public boolean step(Transition t, double alphaNow) {
        double alphaWNow = eta * alphaNow;
        double kept = rule.kept(alphaWNow);
        valueNext = t.gammaNext() == 0 ? 0 : predict(t.phiNext());
        double deltaNow = TdError.of(t.reward(), t.gammaNext(), predict(t.phi()), valueNext);
        double decay = t.gamma() * t.lambda();
        double normE = vectors.e.normAfter(t.rho() * decay, t.rho(), t.phi());
        norms.set(t, normE, hasSecondTrace ? vectors.h.normAfter(decay, 1, t.phi()) : 0);
        double reach = Divergence.reach(alphaNow + alphaWNow, deltaNow, weightNorms[1], norms, rule.hasHalfStep());
        if (!Divergence.allows(weightNorms[0] + Math.abs(kept) * weightNorms[1] + reach + norms.sum())) {
            return false;
        }

        alpha[0] = alphaNow;
        alphaW[0] = alphaWNow;
        delta[0] = deltaNow;
        phi = t.phi();
        // eₜ = ρₜ(γₜ λₜ eₜ₋₁ + φₜ) and hₜ = γₜ λₜ hₜ₋₁ + φₜ
        vectors.advance(t.rho() * decay, t.rho(), hasSecondTrace ? decay : 1, hasSecondTrace ? 1 : 0, phi);
        rule.set(t, this);
        weightNorms[0] += norms.move(thetaTrace[0], thetaPhi[0], thetaPhiNext[0]);
        weightNorms[1] = Math.abs(kept) * weightNorms[1] + norms.move(wTrace[0], wAlongPhi[0], wPhiNext[0]);
        apply(t, kept);
        return true;
    }

    /** Moves θ and w by the scalars that the rule has set; kept is the factor k of w. */
    private void apply(Transition t, double kept) {
        if (kept != 1) {
            scaleW[0] *= kept;
            double size = Math.abs(scaleW[0]);
            if (!(size >= SMALLEST_SCALE && size * SMALLEST_SCALE <= 1)) {
                vectors.scaleY(scaleW[0]); // y ← s y, s = 1
                scaleW[0] = 1;
            }
        }
        // θ ← θ + xₑ e + xφ φₜ + xφ′ φₜ₊₁, w ← k w + yₑ e + yφ φₜ + yφ′ φₜ₊₁
        vectors.moveAlongTrace(thetaTrace[0], wTrace[0] / scaleW[0]);
        move(t.phi(), thetaPhi[0], wAlongPhi[0]);
        move(t.phiNext(), thetaPhiNext[0], wPhiNext[0]);
    }

    /** θ ← θ + alongTheta φ, w ← w + alongW φ. */
    private void move(Features phi, double alongTheta, double alongW) {
        if (alongTheta != 0 || alongW != 0) {
            vectors.move(phi, alongTheta, alongW / scaleW[0]);
        }
    }

    @Override
    protected void secondaryDotPhi(double[] out) {
        out[0] = scaleW[0] * vectors.secondaryDot(phi);
    }

    @Override
    protected void traceDotSecondary(double[] out) {
        out[0] = scaleW[0] * vectors.ofGenerations().traceDotSecondary();
    }

    @Override
    protected void secondTraceDotSecondary(double[] out) {
        out[0] = scaleW[0] * vectors.ofGenerations().secondTraceDotSecondary();
    }

    @Override
    public double traceDot(Features features) {
        return vectors.traceDot(features);
    }

    @Override
    public double traceDotTrace() {
        return vectors.ofGenerations().traceDotTrace();
    }

    @Override
    public double predict(Features phi) {
        return vectors.predict(phi);
    }

    @Override
    public double[] weights() {
        return SparseState.weights(state);
    }

    @Override
    public double tdError() {
        return delta[0];
    }

    @Override
    public double valueNext(Transition t) {
        return valueNext;
    }

    /** The state of a {@link GradientEngine}. */
    @Override
    public Map<String, double[]> handOver() {
        double[] trace = SparseState.trace(state);
        double[] second = SparseState.secondTrace(state);
        double[] w = SparseState.secondary(state);
        Arrays.setAll(w, j -> scaleW[0] * w[j]);
        Map<String, double[]> learned = new HashMap<>();
        learned.put("weights", weights());
        learned.put("secondary_weights", w);
        learned.put("trace", trace);
        learned.put("trace_bounds", new double[] {Norm.largest(trace), vectors.e.norm()});
        learned.put("second_trace", hasSecondTrace ? second : new double[0]);
        learned.put("second_trace_bounds", new double[] {Norm.largest(second), vectors.h.norm()});
        learned.put("weight_norms", weightNorms);
        return learned;
    }

    @Override
    public Map<String, double[]> state() {
        return state;
    }

    /** When an entry of a trace is dropped depends on it. */
    @Override
    public void saveOrder(Map<String, double[]> into) {
        into.put(SparseState.LIST, vectors.order());
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        delta[0] = Double.NaN;
        vectors.loaded(arrays.get(SparseState.LIST));
    }
}
