package io.emphatic;

import static io.emphatic.Quads.G;
import static io.emphatic.Quads.P;
import static io.emphatic.Quads.X;
import static io.emphatic.Quads.Y;

import java.util.Arrays;
import java.util.Map;

/**
 * The vectors of the gradient family in factored form, for sparse features:
 *
 * <pre>
 *   e = c g      θ = x + A g      w = s y + B g      h = d p
 *   eᵀw = c (s gᵀy + B gᵀg)       hᵀw = d (s pᵀy + B pᵀg)
 * </pre>
 *
 * Moving θ and w along the whole trace changes A and B, shrinking w (TDRC) changes s and B, and the four inner products on the right, over
 * traces of thousands of entries, change only by what the active features change. So even eᵀw is never summed up.
 *
 * <h2>Implementation notes</h2>
 *
 * xⱼ, yⱼ, gⱼ and pⱼ lie side by side, so that one cache line serves all. Folding (see {@link TraceScale}) makes A = B = 0, c = d = 1 and sums
 * the inner products up afresh, which keeps their rounding in hand. s is multiplied into y, over all features, when it has become
 * smaller than {@value #SMALLEST_SCALE} or larger than its inverse; with TDRC's default that is once in 69/α_w steps.
 */
final class FactoredGradientVectors extends GradientVectors {
    private static final double SMALLEST_SCALE = 1e-30;

    // Places in the array of scalars.
    private static final int MOVE = 0; // A
    private static final int MOVE_W = 1; // B
    private static final int SCALE_W = 2; // s
    private static final int GY = 3;
    private static final int GG = 4;
    private static final int PY = 5;
    private static final int PG = 6;

    private final boolean hasSecondTrace;
    private final double[] quads; // xⱼ, yⱼ, gⱼ, pⱼ from 4j
    private final double[] scalars = new double[7];
    private final TraceScale e = new TraceScale(TraceScale.RANGE);
    private final TraceScale h = new TraceScale(TraceScale.RANGE);
    private final int[] listed; // j is listed if and only if gⱼ ≠ 0 or pⱼ ≠ 0; one longer than can be needed
    private int count;
    private double delta = Double.NaN;

    FactoredGradientVectors(boolean hasSecondTrace, int size) {
        this.hasSecondTrace = hasSecondTrace;
        this.quads = new double[4 * size];
        this.listed = new int[size + 1];
    }

    void putState(Map<String, double[]> state) {
        state.put("quads", quads);
        state.put("scalars", scalars);
        state.put("trace_scale", e.state());
        state.put("second_trace_scale", h.state());
    }

    void begin(double[] initialWeights) {
        for (int j = 0; j < initialWeights.length; j++) {
            quads[4 * j + X] = initialWeights[j];
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
        final double[] quads = this.quads;
        double along = alongW == 0 ? 0 : alongW / scalars[SCALE_W];
        double gy = 0;
        double py = 0;
        for (int i = 0; i < phi.active(); i++) {
            int at = 4 * phi.index(i);
            double value = phi.value(i);
            double added = along * value;
            quads[at + X] += alongTheta * value;
            quads[at + Y] += added;
            gy += quads[at + G] * added;
            py += quads[at + P] * added;
        }
        scalars[GY] += gy;
        scalars[PY] += py;
    }

    /** g ← g + xg φ and p ← p + xp φ with θ and w as they were. */
    private void add(double xg, double xp, Features phi) {
        final double[] quads = this.quads;
        double move = scalars[MOVE];
        double moveW = scalars[MOVE_W] == 0 ? 0 : scalars[MOVE_W] / scalars[SCALE_W];
        double gy = 0;
        double gg = 0;
        double py = 0;
        double pg = 0;
        double largestG = e.largest();
        double largestP = h.largest();
        for (int i = 0; i < phi.active(); i++) {
            int j = phi.index(i);
            int at = 4 * j;
            double addedG = xg * phi.value(i);
            double addedP = xp * phi.value(i);
            if (addedG == 0 && addedP == 0) {
                continue;
            }
            double y = quads[at + Y];
            double g = quads[at + G];
            double p = quads[at + P];
            listed[count] = j;
            count += g == 0 && p == 0 ? 1 : 0;

            double newY = moveW == 0 ? y : y - moveW * addedG;
            double newG = g + addedG;
            double newP = p + addedP;
            gy += newG * newY - g * y;
            gg += (g + newG) * addedG;
            py += newP * newY - p * y;
            pg += newP * newG - p * g;
            quads[at + X] -= move == 0 ? 0 : move * addedG;
            quads[at + Y] = newY;
            quads[at + G] = newG == 0 ? Double.MIN_VALUE : newG;
            quads[at + P] = newP;
            largestG = Math.abs(newG) > largestG ? Math.abs(newG) : largestG;
            largestP = Math.abs(newP) > largestP ? Math.abs(newP) : largestP;
        }
        scalars[GY] += gy;
        scalars[GG] += gg;
        scalars[PY] += py;
        scalars[PG] += pg;
        e.setLargest(largestG);
        h.setLargest(largestP);
    }

    /** x ← x + A g, y ← y + (B/s) g, g ← factorG · g, p ← factorP · p; A = B = 0, c = d = 1; then bG φ and bP φ join. */
    private void fold(double factorG, double bG, double factorP, double bP, Features phi) {
        final double[] quads = this.quads;
        double move = scalars[MOVE];
        double moveW = scalars[MOVE_W] == 0 ? 0 : scalars[MOVE_W] / scalars[SCALE_W];
        double thresholdG = factorG == 0 ? Double.POSITIVE_INFINITY : TraceScale.NEGLIGIBLE * e.largest();
        double thresholdP = factorP == 0 ? Double.POSITIVE_INFINITY : TraceScale.NEGLIGIBLE * h.largest();
        double gy = 0;
        double gg = 0;
        double py = 0;
        double pg = 0;
        double largestG = 0;
        double largestP = 0;
        int kept = 0;
        for (int i = 0; i < count; i++) {
            int j = listed[i];
            int at = 4 * j;
            double g = quads[at + G];
            double p = quads[at + P];
            quads[at + X] += move * g;
            double y = quads[at + Y] + moveW * g;
            quads[at + Y] = y;
            g = Math.abs(g) > thresholdG ? g * factorG : 0;
            p = Math.abs(p) > thresholdP ? p * factorP : 0;
            quads[at + G] = g;
            quads[at + P] = p;
            listed[kept] = j;
            kept += g != 0 || p != 0 ? 1 : 0;
            largestG = Math.abs(g) > largestG ? Math.abs(g) : largestG;
            largestP = Math.abs(p) > largestP ? Math.abs(p) : largestP;
            gy += g * y;
            gg += g * g;
            py += p * y;
            pg += p * g;
        }
        count = kept;
        e.folded(largestG, bG, phi);
        h.folded(largestP, bP, phi);
        scalars[MOVE] = 0;
        scalars[MOVE_W] = 0;
        scalars[GY] = gy;
        scalars[GG] = gg;
        scalars[PY] = py;
        scalars[PG] = pg;
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
            for (int at = Y; at < quads.length; at += 4) {
                quads[at] *= scale;
            }
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
        e.setNorm(Quads.norm(quads, G));
        h.setNorm(Quads.norm(quads, P));
        norms[0] = Quads.norm(quads, X);
        norms[1] = Quads.norm(quads, Y);
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
        return Quads.dot(quads, phi, Y, scalars[SCALE_W], scalars[MOVE_W]);
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
        return e.scale() * Quads.dot(quads, phi, G, 1, 0);
    }

    @Override
    double traceDotTrace() {
        return e.scale() * e.scale() * scalars[GG];
    }

    /** θᵀφ. */
    double predict(Features phi) {
        return Quads.dot(quads, phi, X, 1, scalars[MOVE]);
    }

    /** A copy of θ. */
    double[] weights() {
        return Quads.vector(quads, X, 1, scalars[MOVE]);
    }

    /** A copy of w. */
    double[] secondaryWeights() {
        return Quads.vector(quads, Y, scalars[SCALE_W], scalars[MOVE_W]);
    }

    /** A copy of e. */
    double[] trace() {
        return Quads.vector(quads, G, e.scale(), 0);
    }

    /** A copy of h. */
    double[] secondTrace() {
        return Quads.vector(quads, P, h.scale(), 0);
    }

    /** Folding sums the inner products up in the order of the list. */
    void saveOrder(Map<String, double[]> into) {
        into.put("order", Arrays.stream(listed, 0, count).asDoubleStream().toArray());
    }

    void stateChanged(Map<String, double[]> saved) {
        delta = Double.NaN;
        count = 0;
        for (double index : saved.getOrDefault("order", new double[0])) {
            int j = Check.index("order", index, listed.length - 1, count);
            listed[count++] = j;
        }
    }
}
