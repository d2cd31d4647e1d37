package io.emphatic;

import static io.emphatic.Quads.G;
import static io.emphatic.Quads.P;
import static io.emphatic.Quads.X;
import static io.emphatic.Quads.Y;

import java.util.Map;

/**
 * The vectors of the gradient family in factored form, for sparse features:
 *
 * <pre>
 *   e = c g      θ = x + A g      w = s y + B g      h = d p
 *   eᵀw = c (s gᵀy + B gᵀg)       hᵀw = d (s pᵀy + B pᵀg)
 * </pre>
 *
 * Moving θ and w along the whole trace changes A and B, shrinking w (TDRC) changes s and B, and the four inner products
 * on the right, over traces of thousands of entries, change only by what the active features change. So even eᵀw is
 * never summed up.
 *
 * <h2>Implementation notes</h2>
 *
 * x, y, g and p are {@link Quads}. Folding (see {@link TraceScale}) makes A = B = 0, c = d = 1 and sums the inner
 * products up afresh, which keeps their rounding in hand. s is multiplied into y, over all features, when it has become
 * smaller than {@value #SMALLEST_SCALE} or larger than its inverse; with TDRC's default that is once in 230/α_w steps.
 */
final class FactoredGradientVectors extends GradientVectors {
    private static final double SMALLEST_SCALE = 1e-100;

    // Places in the array of scalars.
    private static final int MOVE = 0; // A
    private static final int MOVE_W = 1; // B
    private static final int SCALE_W = 2; // s
    private static final int GY = 3;
    private static final int GG = 4;
    private static final int PY = 5;
    private static final int PG = 6;

    private final boolean hasSecondTrace;
    private final Quads quads; // x, y, g, p
    private final double[] scalars = new double[7];
    private final TraceScale e = new TraceScale(TraceScale.RANGE);
    private final TraceScale h = new TraceScale(TraceScale.RANGE);
    private double delta = Double.NaN;

    FactoredGradientVectors(boolean hasSecondTrace, int size) {
        this.hasSecondTrace = hasSecondTrace;
        this.quads = new Quads(size);
    }

    void putState(Map<String, double[]> state) {
        state.put("quads", quads.numbers());
        state.put("scalars", scalars);
        state.put("trace_scale", e.state());
        state.put("second_trace_scale", h.state());
    }

    void begin(double[] initialWeights) {
        for (int j = 0; j < initialWeights.length; j++) {
            quads.numbers()[4 * j + X] = initialWeights[j];
        }
        e.begin();
        h.begin();
        scalars[SCALE_W] = 1;
    }

    /** An upper bound of ‖eₜ‖₂ after {@link #advance}. */
    double traceNormAfter(Transition t) {
        return e.normAfter(t.rho() * t.gamma() * t.lambda(), t.rho(), t.phi());
    }

    /** An upper bound of ‖hₜ‖₂ after {@link #advance}; 0 where there is none. */
    double secondTraceNormAfter(Transition t) {
        return hasSecondTrace ? h.normAfter(t.gamma() * t.lambda(), 1, t.phi()) : 0;
    }

    /** eₜ = ρₜ(γₜ λₜ eₜ₋₁ + φₜ) and hₜ = γₜ λₜ hₜ₋₁ + φₜ. */
    void advance(Transition t, double delta, boolean careful) {
        this.delta = delta;
        Features phi = t.phi();
        double decay = t.gamma() * t.lambda();
        double a = t.rho() * decay;
        e.setNorm(traceNormAfter(t));
        h.setNorm(secondTraceNormAfter(t));
        if (careful || !e.reaches(a, t.rho(), phi) || (hasSecondTrace && !h.reaches(decay, 1, phi))) {
            fold(a * e.scale(), t.rho(), decay * h.scale(), 1, phi);
        } else {
            e.decay(a);
            h.decay(hasSecondTrace ? decay : 1);
        }
        add(t.rho() / e.scale(), hasSecondTrace ? 1 / h.scale() : 0, phi);
    }

    /** Moves θ and w as the rule has set. */
    void apply(Transition t) {
        // θ ← θ + xₑ e + xφ φₜ + xφ′ φₜ₊₁
        scalars[MOVE] += thetaTrace * e.scale();
        // w ← k w + yₑ e + yφ φₜ + yφ′ φₜ₊₁
        scalars[MOVE_W] = wKept * scalars[MOVE_W] + wTrace * e.scale();
        scalars[SCALE_W] *= wKept;
        double size = Math.abs(scalars[SCALE_W]);
        if (!(size >= SMALLEST_SCALE && size * SMALLEST_SCALE <= 1)) {
            scaleSecondary();
        }
        move(t.phi(), thetaPhi, wPhi);
        move(t.phiNext(), thetaPhiNext, wPhiNext);
    }

    /** θ ← θ + alongTheta φ, w ← w + alongW φ. */
    private void move(Features phi, double alongTheta, double alongW) {
        if (alongTheta == 0 && alongW == 0) {
            return;
        }
        quads.move(phi, alongTheta, alongW == 0 ? 0 : alongW / scalars[SCALE_W]);
        scalars[GY] += quads.gy;
        scalars[PY] += quads.py;
    }

    /** B/s: how far y is behind along g. */
    private double moveOfSecondary() {
        return scalars[MOVE_W] == 0 ? 0 : scalars[MOVE_W] / scalars[SCALE_W];
    }

    /** g ← g + xg φ and p ← p + xp φ with θ and w as they were. */
    private void add(double xg, double xp, Features phi) {
        quads.add(phi, xg, xp, scalars[MOVE], moveOfSecondary());
        scalars[GY] += quads.gy;
        scalars[GG] += quads.gg;
        scalars[PY] += quads.py;
        scalars[PG] += quads.pg;
        e.setLargest(Math.max(e.largest(), quads.largestG));
        h.setLargest(Math.max(h.largest(), quads.largestP));
    }

    /**
     * x ← x + A g, y ← y + (B/s) g, g ← factorG · g, p ← factorP · p; A = B = 0, c = d = 1; then bG φ and bP φ join.
     */
    private void fold(double factorG, double bG, double factorP, double bP, Features phi) {
        quads.fold(scalars[MOVE], moveOfSecondary(), factorG, threshold(factorG, e), factorP, threshold(factorP, h));
        e.folded(quads.largestG, bG, phi);
        h.folded(quads.largestP, bP, phi);
        scalars[MOVE] = 0;
        scalars[MOVE_W] = 0;
        scalars[GY] = quads.gy;
        scalars[GG] = quads.gg;
        scalars[PY] = quads.py;
        scalars[PG] = quads.pg;
    }

    private static double threshold(double factor, TraceScale scale) {
        return factor == 0 ? Double.POSITIVE_INFINITY : TraceScale.NEGLIGIBLE * scale.largest();
    }

    /** Makes x, y, g and p what θ, w, e and h are. */
    void settle(Features phi) {
        fold(e.scale(), 0, h.scale(), 0, phi);
        scaleSecondary();
    }

    /** y ← s y, s = 1. */
    private void scaleSecondary() {
        double scale = scalars[SCALE_W];
        if (scale != 1) {
            quads.scale(Y, scale);
            scalars[GY] *= scale;
            scalars[PY] *= scale;
            scalars[SCALE_W] = 1;
        }
    }

    /**
     * Sets bounds from the numbers themselves, after {@link #settle}, and forgets inner products that have overflowed.
     *
     * @param norms ‖θ‖₂ and ‖w‖₂. Modified.
     */
    void boundAgain(double[] norms) {
        e.setNorm(quads.norm(G));
        h.setNorm(quads.norm(P));
        norms[0] = quads.norm(X);
        norms[1] = quads.norm(Y);
        for (int product = GY; product <= PG; product++) {
            if (!Double.isFinite(scalars[product])) {
                scalars[product] = 0; // the next step is careful as well, and sums it up again
            }
        }
    }

    @Override
    double delta() {
        return delta;
    }

    @Override
    double secondaryDot(Features phi) {
        return quads.dot(phi, Y, scalars[SCALE_W], scalars[MOVE_W]);
    }

    @Override
    double traceDotSecondary() {
        return e.scale() * (scalars[SCALE_W] * scalars[GY] + scalars[MOVE_W] * scalars[GG]);
    }

    @Override
    double secondTraceDotSecondary() {
        return h.scale() * (scalars[SCALE_W] * scalars[PY] + scalars[MOVE_W] * scalars[PG]);
    }

    @Override
    double traceDot(Features phi) {
        return e.scale() * quads.dot(phi, G, 1, 0);
    }

    @Override
    double traceDotTrace() {
        return e.scale() * e.scale() * scalars[GG];
    }

    /** θᵀφ. */
    double predict(Features phi) {
        return quads.dot(phi, X, 1, scalars[MOVE]);
    }

    /** A copy of θ. */
    double[] weights() {
        return quads.vector(X, 1, scalars[MOVE]);
    }

    /** A copy of w. */
    double[] secondaryWeights() {
        return quads.vector(Y, scalars[SCALE_W], scalars[MOVE_W]);
    }

    /** A copy of e. */
    double[] trace() {
        return quads.vector(G, e.scale(), 0);
    }

    /** A copy of h. */
    double[] secondTrace() {
        return quads.vector(P, h.scale(), 0);
    }

    /** Folding sums the inner products up in the order of the list. */
    void saveOrder(Map<String, double[]> into) {
        into.put("order", quads.order());
    }

    void stateChanged(Map<String, double[]> saved) {
        delta = Double.NaN;
        quads.list(saved.getOrDefault("order", new double[0]));
    }
}
