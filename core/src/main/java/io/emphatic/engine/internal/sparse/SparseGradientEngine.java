package io.emphatic.engine.internal.sparse;

import io.emphatic.engine.Engine;
import io.emphatic.engine.GradientRule;
import io.emphatic.engine.internal.plain.GradientRuleEngine;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The engine of the gradient family for sparse features, on {@link SparseVectors}: a step costs O(active features).
 *
 * <pre>
 *   e = c g      θ = x + A g      w = s (y + B g)      h = d p
 *   eᵀw = s c (gᵀy + B gᵀg)       hᵀw = s d (pᵀy + B pᵀg)
 * </pre>
 *
 * Shrinking w (TDRC) changes s, which is multiplied into y where it leaves {@value #SMALLEST_SCALE} and its inverse.
 */
public final class SparseGradientEngine extends GradientRuleEngine {
    /** The largest n: four numbers for each feature in one array. */
    public static final int LARGEST_SIZE = (Integer.MAX_VALUE - 16) / 4;

    private static final double SMALLEST_SCALE = 1e-50;

    private final SparseVectors vectors; // x, y, g, p
    private final double[] scaleW = new double[1]; // s
    private final int size;
    private Features phi; // of the current step

    public SparseGradientEngine(GradientRule rule, double eta, int size) {
        super(rule, eta);
        this.size = size;
        this.vectors = new SparseVectors(size, true);
        vectors.putState(state);
        state.put("secondary_scale", scaleW);
    }

    @Override
    public void begin(double[] initialWeights) {
        vectors.begin(initialWeights);
        scaleW[0] = 1;
        weightNorms[0] = Norm.of(initialWeights);
    }

    @Override
    protected void advance(Transition t, double a, double decay) {
        phi = t.phi();
        boolean hasSecond = rule.hasSecondTrace();
        // eₜ = ρₜ(γₜ λₜ eₜ₋₁ + φₜ) and hₜ = γₜ λₜ hₜ₋₁ + φₜ
        vectors.advance(a, t.rho(), hasSecond ? decay : 1, hasSecond ? 1 : 0, phi);
    }

    @Override
    protected void move(Transition t, double kept) {
        if (kept != 1) {
            scaleW[0] *= kept;
            double scale = Math.abs(scaleW[0]);
            if (!(scale >= SMALLEST_SCALE && scale * SMALLEST_SCALE <= 1)) {
                vectors.scaleY(scaleW[0]); // y ← s y, s = 1
                scaleW[0] = 1;
            }
        }
        // θ ← θ + xₑ e + xφ φₜ + xφ′ φₜ₊₁, w ← k w + yₑ e + yφ φₜ + yφ′ φₜ₊₁
        vectors.moveAlongTrace(weightsAlongTrace[0], secondaryAlongTrace[0] / scaleW[0]);
        move(t.phi(), weightsAlongPhi[0], secondaryAlongPhi[0]);
        move(t.phiNext(), weightsAlongPhiNext[0], secondaryAlongPhiNext[0]);
    }

    /** θ ← θ + alongTheta φ, w ← w + alongW φ. */
    private void move(Features phi, double alongTheta, double alongW) {
        if (alongTheta != 0 || alongW != 0) {
            vectors.move(phi, alongTheta, alongW / scaleW[0]);
        }
    }

    @Override
    public double[] secondaryDotPhi() {
        wPhi[0] = scaleW[0] * vectors.secondaryDot(phi);
        return wPhi;
    }

    @Override
    public double[] traceDotSecondary() {
        ew[0] = scaleW[0] * vectors.traceDotSecondary();
        return ew;
    }

    @Override
    public double[] secondTraceDotSecondary() {
        hw[0] = scaleW[0] * vectors.secondTraceDotSecondary();
        return hw;
    }

    @Override
    public double traceDot(Features features) {
        return vectors.traceDot(features);
    }

    @Override
    public double traceDotTrace() {
        return vectors.traceDotTrace();
    }

    @Override
    public double predict(Features phi) {
        return vectors.predict(phi);
    }

    @Override
    public double[] weights() {
        return vectors.weights();
    }

    @Override
    public Map<String, double[]> handOver() {
        double[] w = vectors.secondary();
        Arrays.setAll(w, j -> scaleW[0] * w[j]);
        Map<String, double[]> plain = new HashMap<>(state());
        plain.put("weights", weights());
        plain.put("secondary_weights", w);
        plain.put("trace", vectors.trace());
        plain.put("trace_bounds", new double[] {vectors.largestOfTrace(), traceNorms[0]});
        plain.put("second_trace", rule.hasSecondTrace() ? vectors.secondTrace() : new double[0]);
        plain.put("second_trace_bounds", new double[] {vectors.largestOfSecondTrace(), traceNorms[1]});
        return plain;
    }

    @Override
    public void takeOver(Map<String, double[]> plain) {
        Map<String, double[]> given = Map.of(
                "weights", new double[size],
                "secondary_weights", new double[size],
                "trace", new double[size],
                "second_trace", new double[rule.hasSecondTrace() ? size : 0],
                "weight_norms", weightNorms,
                "trace_norms", traceNorms);
        Engine.copyArrays(plain, given);
        vectors.takeOver(
                given.get("weights"),
                given.get("secondary_weights"),
                given.get("trace"),
                given.get("second_trace"),
                traceNorms);
        scaleW[0] = 1;
        Map<String, double[]> order = new HashMap<>();
        saveOrder(order);
        loaded(order);
    }
}
