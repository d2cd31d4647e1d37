package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.Map;

/**
 * Candidates of the true online family, side by side: the dutch trace depends on the step size, how it decays does not.
 * The equations are those of {@link TrueOnlineMove}, in lanes, over {@link TrueOnlineLaneVectors}.
 */
final class TrueOnlineCandidates implements Candidates {
    private static final int LANES = LaneVectors.LANES;
    private static final int WIDTH = LaneVectors.HALF;

    /** Where bounds over all candidates are below this, no candidate is looked at. */
    private static final double LIMIT_OF_BOUNDS = 1e90;

    private final TraceRule rule;
    private final Coefficients c = new Coefficients();
    private final TrueOnlineLaneVectors vectors;
    private final double[] memory;
    private final double[] thetaNorms; // upper bounds of ‖θ‖₂
    private final double[] traceNorms; // of ‖e‖₂
    private final double[] valuesBefore; // θₜ₋₁ᵀφₜ

    private final double[] alpha = new double[WIDTH];
    private final double[] values = new double[WIDTH]; // θₜᵀφₜ
    private final double[] valuesNext = new double[WIDTH]; // θₜᵀφₜ₊₁
    private final double[] traceDots = new double[WIDTH]; // eₜ₋₁ᵀφₜ
    private final double[] traceAlongPhi = new double[WIDTH];
    private final double[] alongTrace = new double[WIDTH];
    private final double[] alongPhi = new double[WIDTH];
    private final boolean[] refused = new boolean[LANES];
    private boolean anyOut;

    // upper bounds over all candidates
    private double largestTheta;
    private double largestTrace;
    private double largestBefore; // of |θₜ₋₁ᵀφₜ|

    TrueOnlineCandidates(TraceRule rule, int size) {
        this.rule = rule;
        this.vectors = new TrueOnlineLaneVectors(size);
        this.memory = vectors.saved("memory", rule.memorySize());
        this.thetaNorms = vectors.saved("lane_norms", WIDTH);
        this.traceNorms = vectors.saved("lane_trace_norms", WIDTH);
        this.valuesBefore = vectors.saved("lane_values_before", WIDTH);
    }

    @Override
    public boolean step(Transition t, double[] alphaNow, double[] valuesOut, double[] valuesNextOut, boolean[] out) {
        rule.coefficients(t, memory, c);
        if (!Divergence.allows(Divergence.shared(t, c, 0))) {
            return false;
        }
        System.arraycopy(alphaNow, 0, alpha, 0, LANES);
        vectors.arrive(t.phi());
        vectors.setValues(values, traceDots);
        boolean surelyAllowed = isSurelyAllowed(t);
        if (!surelyAllowed && !judge(t, out)) {
            setBounds();
            return false;
        }
        rule.remember(t, memory, c);
        vectors.decay(c.a(), traceNorms);
        vectors.pass(t.phiNext());
        vectors.setValuesNext(valuesNext);
        setMoves(t);
        if (anyOut) {
            stopThose(out);
        }
        bound(t.norm());
        // eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
        // θₜ₊₁ = θₜ + (δₜ + dₜ) eₜ − ρₜ α Mₜ dₜ φₜ
        vectors.move(traceAlongPhi, alongTrace, alongPhi);
        vectors.goOn();
        System.arraycopy(valuesNext, 0, valuesBefore, 0, WIDTH);
        if (!surelyAllowed) {
            setBounds();
        }
        System.arraycopy(values, 0, valuesOut, 0, LANES);
        System.arraycopy(valuesNext, 0, valuesNextOut, 0, LANES);
        return true;
    }

    /** The scalars of {@link TrueOnlineMove}, from θₜᵀφₜ, θₜᵀφₜ₊₁, θₜ₋₁ᵀφₜ and φₜᵀeₜ₋₁. */
    private void setMoves(Transition t) {
        double a = c.a();
        double b = c.b();
        double reward = t.reward();
        double gammaNext = t.gammaNext();
        if (gammaNext == 0) {
            Arrays.fill(valuesNext, 0);
        }
        for (int k = 0; k < WIDTH; k++) {
            traceAlongPhi[k] = alpha[k] * b * (1 - a * traceDots[k]);
        }
        // dₜ = (θₜ − θₜ₋₁)ᵀφₜ; where a = 0, as at a start, its factor eₜ − ρₜ α Mₜ φₜ is zero
        if (a == 0) {
            Arrays.fill(alongPhi, 0);
            for (int k = 0; k < WIDTH; k++) {
                alongTrace[k] = reward + gammaNext * valuesNext[k] - values[k];
            }
        } else {
            for (int k = 0; k < WIDTH; k++) {
                double drift = values[k] - valuesBefore[k];
                alongTrace[k] = reward + gammaNext * valuesNext[k] - values[k] + drift;
                alongPhi[k] = -(alpha[k] * b) * drift;
            }
        }
    }

    /** Candidates that are out do not move, and what they predict is in no bound. */
    private void stopThose(boolean[] out) {
        for (int k = 0; k < LANES; k++) {
            if (out[k]) {
                valuesNext[k] = 0;
                traceAlongPhi[k] = 0;
                alongTrace[k] = 0;
                alongPhi[k] = 0;
            }
        }
    }

    /** ‖e‖ and ‖θ‖ after the step. */
    private void bound(double phiNorm) {
        double a = Math.abs(c.a());
        for (int k = 0; k < WIDTH; k++) {
            double trace = a * traceNorms[k] + Math.abs(traceAlongPhi[k]) * phiNorm;
            traceNorms[k] = trace;
            thetaNorms[k] += Math.abs(alongTrace[k]) * trace + Math.abs(alongPhi[k]) * phiNorm;
        }
    }

    /** Whether bounds over all candidates say so; they then become those after the step. */
    private boolean isSurelyAllowed(Transition t) {
        if (areBoundsBelowLimit(t)) {
            return true;
        }
        setBounds();
        return areBoundsBelowLimit(t);
    }

    private boolean areBoundsBelowLimit(Transition t) {
        double a = Math.abs(c.a());
        double rate = Candidates.largest(alpha) * Math.abs(c.b());
        double norm = t.norm();
        double value = largestTheta * norm;
        double valueNext = largestTheta * t.normNext();
        double drift = value + largestBefore;
        double trace = a * largestTrace + rate * (1 + a * largestTrace * norm) * norm;
        double along = Math.abs(t.reward()) + t.gammaNext() * valueNext + value + drift;
        double theta = largestTheta + along * trace + rate * drift * norm;
        largestTrace = trace;
        largestTheta = theta;
        largestBefore = valueNext;
        return trace + along + theta + valueNext < LIMIT_OF_BOUNDS;
    }

    private void setBounds() {
        largestTheta = Norm.largest(thetaNorms);
        largestTrace = Norm.largest(traceNorms);
        largestBefore = Norm.largest(valuesBefore);
    }

    /** Each candidate by its own δₜ; marks those that cannot take the step as out, unless none can. */
    private boolean judge(Transition t, boolean[] out) {
        vectors.setValuesOf(t.phiNext(), valuesNext);
        setMoves(t);
        boolean any = false;
        double a = Math.abs(c.a());
        double norm = t.norm();
        for (int k = 0; k < LANES; k++) {
            double trace = a * traceNorms[k] + Math.abs(traceAlongPhi[k]) * norm;
            double theta = thetaNorms[k] + Math.abs(alongTrace[k]) * trace + Math.abs(alongPhi[k]) * norm;
            refused[k] = !Divergence.allows(Divergence.shared(t, c, trace), alongTrace[k], theta);
            any |= !out[k] && !refused[k];
        }
        for (int k = 0; any && k < LANES; k++) {
            if (refused[k] && !out[k]) {
                out[k] = true;
                anyOut = true;
                vectors.stop(k);
                thetaNorms[k] = 0;
                traceNorms[k] = 0;
                valuesBefore[k] = 0;
            }
        }
        return any;
    }

    @Override
    public double predict(int k, Features features) {
        return vectors.predict(k, features);
    }

    @Override
    public double[] weights(int k) {
        return vectors.weights(k);
    }

    @Override
    public double followOn(int k) {
        return c.followOn();
    }

    @Override
    public double emphasis(int k) {
        return c.emphasis();
    }

    @Override
    public Map<String, double[]> state() {
        return vectors.state();
    }

    @Override
    public void reset(double[] initialWeights) {
        vectors.reset(initialWeights);
        Arrays.fill(thetaNorms, 0, LANES, Norm.of(initialWeights));
        anyOut = false;
        forget();
    }

    private void forget() {
        c.clearEmphasis();
        setBounds();
    }

    /** The order of the trace has no effect. */
    @Override
    public void saveOrder(Map<String, double[]> into) {}

    @Override
    public void load(Map<String, double[]> arrays) {
        vectors.load(arrays);
        anyOut = true; // perhaps
        forget();
    }
}
