package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Map;

/**
 * Candidates of the gradient family, side by side on one trace: eₜ and hₜ do not depend on the step size, θ and w do.
 * What the {@link GradientRule} sets is computed as for {@link GradientEngine}, in lanes, over
 * {@link GradientLaneVectors}.
 *
 * <p>wᵀe and wᵀh are carried from step to step by products that are shared, so that no pass over w is needed for them:
 *
 * <pre>
 *   wₜ₊₁ᵀeₜ = k wₜᵀeₜ + yₑ eₜᵀeₜ + yφ φₜᵀeₜ + yφ′ φₜ₊₁ᵀeₜ
 *   wₜᵀeₜ = aₜ wₜᵀeₜ₋₁ + ρₜ wₜᵀφₜ
 * </pre>
 */
final class GradientCandidates extends GradientLanes implements Candidates {
    private static final int LANES = LaneVectors.LANES;
    private static final int WIDTH = LaneVectors.HALF;

    // Indices of the array of scalars.
    private static final int TRACE_NORM = 0; // an upper bound of ‖e‖₂
    private static final int SECOND_TRACE_NORM = 1; // of ‖h‖₂
    private static final int TRACE_SQUARES = 2; // eᵀe
    private static final int TRACES = 3; // eᵀh

    private final GradientRule rule;
    private final double eta;
    private final boolean hasSecondTrace;
    private final GradientLaneVectors vectors;
    private final double[] scalars;
    private final GradientBounds bounds;
    private final double[] carried; // wₜᵀeₜ₋₁
    private final double[] secondCarried; // wₜᵀhₜ₋₁
    private final StepNorms norms = new StepNorms();

    private final double[] values = new double[WIDTH]; // θᵀφₜ
    private final double[] valuesNext = new double[WIDTH]; // θᵀφₜ₊₁
    private final double[] wPhi = new double[WIDTH]; // wᵀφₜ
    private final double[] ew = new double[WIDTH]; // wₜᵀeₜ
    private final double[] hw = new double[WIDTH]; // wₜᵀhₜ
    private final double[] kept = new double[WIDTH];
    private final boolean[] refused = new boolean[LANES];
    private boolean keepsAll; // k = 1 for all

    private Transition step; // during a step
    private double traceDotPhi; // eₜᵀφₜ
    private double traceDotPhiNext; // eₜᵀφₜ₊₁
    private double secondTraceDotPhi; // hₜᵀφₜ
    private double secondTraceDotPhiNext; // hₜᵀφₜ₊₁
    private boolean anyOut;

    GradientCandidates(GradientRule rule, double eta, int size) {
        super(WIDTH);
        this.rule = rule;
        this.eta = eta;
        this.hasSecondTrace = rule.hasSecondTrace();
        this.vectors = new GradientLaneVectors(size, hasSecondTrace);
        this.scalars = vectors.saved("lane_products", 4);
        this.bounds = new GradientBounds(vectors, rule.hasHalfStep());
        this.carried = vectors.saved("lane_trace_products", WIDTH);
        this.secondCarried = vectors.saved("lane_second_trace_products", WIDTH);
    }

    @Override
    public boolean step(Transition t, double[] alphaNow, double[] valuesOut, double[] valuesNextOut, boolean[] out) {
        double decay = t.gamma() * t.lambda();
        double a = t.rho() * decay;
        norms.set(
                t,
                a * scalars[TRACE_NORM] + t.rho() * t.norm(),
                hasSecondTrace ? decay * scalars[SECOND_TRACE_NORM] + t.norm() : 0);
        if (!Divergence.allows(norms.sum())) {
            return false;
        }
        setRates(alphaNow);
        vectors.arrive(t.phi());
        vectors.setValues(values, wPhi);
        boolean surelyAllowed = isSurelyAllowed(t);
        if (!surelyAllowed && !judge(t, out)) {
            bounds.setLargest();
            return false;
        }
        step = t;
        setShared(t, a, decay);
        rule.set(t, this);
        if (anyOut) {
            stopThose(out);
        }
        move(t);
        if (!surelyAllowed) {
            bounds.setLargest();
        }
        step = null; // it is not ours
        System.arraycopy(values, 0, valuesOut, 0, LANES);
        System.arraycopy(valuesNext, 0, valuesNextOut, 0, LANES);
        return true;
    }

    private void setRates(double[] alphaNow) {
        System.arraycopy(alphaNow, 0, alpha, 0, LANES);
        keepsAll = true;
        for (int k = 0; k < WIDTH; k++) {
            alphaW[k] = eta * alpha[k];
        }
        for (int k = 0; k < LANES; k++) {
            kept[k] = rule.kept(alphaW[k]);
            keepsAll &= kept[k] == 1;
        }
    }

    private boolean isSurelyAllowed(Transition t) {
        double largest = Candidates.largest(alpha);
        return bounds.surelyAllow(t, norms, largest + eta * largest, keepsAll ? 1 : largestKept());
    }

    private double largestKept() {
        double largest = 1;
        for (int k = 0; k < LANES; k++) {
            largest = Math.max(largest, Math.abs(kept[k]));
        }
        return largest;
    }

    /** Each candidate by its own δₜ; marks those that cannot take the step as out, unless none can. */
    private boolean judge(Transition t, boolean[] out) {
        vectors.setValuesOf(t.phiNext(), valuesNext);
        for (int k = 0; k < LANES; k++) {
            delta[k] = TdError.of(t.reward(), t.gammaNext(), values[k], valuesNext[k]);
        }
        bounds.judge(norms, this, kept, refused);
        boolean any = false;
        boolean all = true;
        for (int k = 0; k < LANES; k++) {
            any |= !refused[k] && !out[k];
            all &= !refused[k] || out[k];
        }
        if (any && !all) {
            vectors.foldAll();
            anyOut = true;
            for (int k = 0; k < LANES; k++) {
                if (refused[k]) {
                    out[k] = true;
                    bounds.stop(k);
                }
            }
        }
        return any;
    }

    /** The traces of the step, and the products that all candidates share. */
    private void setShared(Transition t, double a, double decay) {
        double b = t.rho();
        double squares = t.norm() * t.norm();
        double eNow = vectors.traceDotNow();
        double hNow = vectors.secondTraceDotNow();
        vectors.decay(a, decay);
        vectors.pass(t.phiNext());
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        vectors.setDelta(delta, t.reward(), t.gammaNext(), valuesNext, values);
        if (t.gammaNext() == 0) {
            end(t.reward());
        }
        // eₜ = a eₜ₋₁ + b φₜ, hₜ = decay · hₜ₋₁ + φₜ
        scalars[TRACE_NORM] = norms.e;
        scalars[SECOND_TRACE_NORM] = norms.h;
        scalars[TRACES] = decay * (a * scalars[TRACES] + b * hNow) + a * eNow + b * squares;
        scalars[TRACE_SQUARES] = a * (a * scalars[TRACE_SQUARES] + 2 * b * eNow) + b * b * squares;
        traceDotPhi = a * eNow + b * squares;
        traceDotPhiNext = vectors.traceDotNext(b);
        combine(ew, a, carried, b, wPhi);
        if (hasSecondTrace) {
            secondTraceDotPhi = decay * hNow + squares;
            secondTraceDotPhiNext = vectors.secondTraceDotNext();
            combine(hw, decay, secondCarried, 1, wPhi);
        }
    }

    /** At an end φₜ₊₁ is not looked at. */
    private void end(double reward) {
        for (int k = 0; k < WIDTH; k++) {
            valuesNext[k] = 0;
            delta[k] = reward - values[k];
        }
    }

    private static void combine(double[] out, double x, double[] xs, double y, double[] ys) {
        for (int k = 0; k < out.length; k++) {
            out[k] = x * xs[k] + y * ys[k];
        }
    }

    /** Candidates that are out do not move. */
    private void stopThose(boolean[] out) {
        for (int k = 0; k < LANES; k++) {
            if (out[k]) {
                thetaTrace[k] = 0;
                thetaPhi[k] = 0;
                thetaPhiNext[k] = 0;
                wTrace[k] = 0;
                wAlongPhi[k] = 0;
                wPhiNext[k] = 0;
                kept[k] = 1;
            }
        }
    }

    private void move(Transition t) {
        boolean hasNext = t.gammaNext() != 0 || isAnyNotZero(thetaPhiNext) || isAnyNotZero(wPhiNext);
        double eNext = hasNext ? traceDotPhiNext : 0;
        if (!keepsAll) {
            for (int k = 0; k < WIDTH; k++) {
                ew[k] *= kept[k];
                hw[k] *= kept[k];
            }
            bounds.shrinkSecondary(kept);
            vectors.shrink(kept);
        }
        carry(carried, ew, scalars[TRACE_SQUARES], traceDotPhi, eNext);
        if (hasSecondTrace) {
            carry(secondCarried, hw, scalars[TRACES], secondTraceDotPhi, hasNext ? secondTraceDotPhiNext : 0);
        }
        bounds.addToTheta(thetaTrace, thetaPhi, thetaPhiNext, norms);
        bounds.addToSecondary(wTrace, wAlongPhi, wPhiNext, norms);
        vectors.move(thetaTrace, thetaPhi, thetaPhiNext, t.rho());
        vectors.moveSecondary(wTrace, wAlongPhi, wPhiNext, t.rho());
        vectors.goOn();
    }

    private static boolean isAnyNotZero(double[] lanes) {
        for (double x : lanes) {
            if (x != 0) {
                return true;
            }
        }
        return false;
    }

    /** The product of w with a trace after the move of w, from the one before and those with what it moves along. */
    private void carry(double[] into, double[] product, double withTrace, double withPhi, double withPhiNext) {
        for (int k = 0; k < WIDTH; k++) {
            into[k] = product[k] + wTrace[k] * withTrace + wAlongPhi[k] * withPhi + wPhiNext[k] * withPhiNext;
        }
    }

    @Override
    protected void secondaryDotPhi(double[] into) {
        System.arraycopy(wPhi, 0, into, 0, WIDTH);
    }

    @Override
    protected void traceDotSecondary(double[] into) {
        System.arraycopy(ew, 0, into, 0, WIDTH);
    }

    @Override
    protected void secondTraceDotSecondary(double[] into) {
        System.arraycopy(hw, 0, into, 0, WIDTH);
    }

    @Override
    public double traceDot(Features features) {
        return features == step.phi()
                ? traceDotPhi
                : features == step.phiNext() ? traceDotPhiNext : vectors.traceDot(features, step.rho());
    }

    @Override
    public double traceDotTrace() {
        return scalars[TRACE_SQUARES];
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
        return Double.NaN;
    }

    @Override
    public double emphasis(int k) {
        return Double.NaN;
    }

    @Override
    public Map<String, double[]> state() {
        return vectors.state();
    }

    @Override
    public void reset(double[] initialWeights) {
        vectors.reset(initialWeights);
        bounds.begin(initialWeights);
        anyOut = false;
    }

    /** The order of the trace has no effect. */
    @Override
    public void saveOrder(Map<String, double[]> into) {}

    @Override
    public void load(Map<String, double[]> arrays) {
        vectors.load(arrays);
        anyOut = true; // perhaps
        bounds.setLargest();
    }
}
