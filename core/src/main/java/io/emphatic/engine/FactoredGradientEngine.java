package io.emphatic.engine;

import static io.emphatic.engine.InterleavedVectors.G;
import static io.emphatic.engine.InterleavedVectors.P;
import static io.emphatic.engine.InterleavedVectors.X;
import static io.emphatic.engine.InterleavedVectors.Y;

import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The factored engine of the gradient family, for sparse features: as {@link GradientEngine}, with all vectors in
 * factored form. A step costs O(active features), whatever n is and however long the trace.
 *
 * <pre>
 *   e = c g      θ = x + A g      w = s y + B g      h = d p
 *   eᵀw = c (s gᵀy + B gᵀg)       hᵀw = d (s pᵀy + B pᵀg)
 * </pre>
 *
 * Moving θ and w along the whole trace changes A and B, shrinking w (TDRC) changes s and B, and the four inner products
 * on the right change at the active features only. So eᵀw never takes a sum over the thousands of entries of a trace.
 *
 * <h2>Implementation notes</h2>
 *
 * x, y, g and p are {@link InterleavedVectors}. A fold (see {@link TraceScale}) makes A = B = 0, c = d = 1 and computes
 * the inner products anew, which bounds their rounding error; a long one takes many steps. s is multiplied into y, over
 * all features, when it has become smaller than {@value #SMALLEST_SCALE} or larger than its inverse; with TDRC's
 * default that is once in 115/α_w steps.
 */
final class FactoredGradientEngine extends GradientLanes implements PairedEngine {
    /** The largest n: four numbers for each feature in one array. */
    static final int LARGEST_SIZE = (Integer.MAX_VALUE - 8) / 4;

    private static final double SMALLEST_SCALE = 1e-50;

    // Indices of the array of scalars.
    private static final int MOVE = 0; // A
    private static final int MOVE_W = 1; // B
    private static final int SCALE_W = 2; // s
    private static final int GY = 3;
    private static final int GG = 4;
    private static final int PY = 5;
    private static final int PG = 6;

    private final GradientRule rule;
    private final double eta;
    private final boolean hasSecondTrace;
    private final InterleavedVectors vectors; // x, y, g, p
    private final double[] scalars = new double[7];
    private final double[] weightNorms = new double[2]; // upper bounds of ‖θ‖₂ and ‖w‖₂
    private final TraceScale e = new TraceScale();
    private final TraceScale h = new TraceScale();
    private final Map<String, double[]> state = new TreeMap<>();
    private final StepNorms norms = new StepNorms();
    private Features phi; // of the current step

    FactoredGradientEngine(GradientRule rule, double eta, int size) {
        super(1);
        this.rule = rule;
        this.eta = eta;
        this.hasSecondTrace = rule.hasSecondTrace();
        this.vectors = new InterleavedVectors(size);
        state.put("vectors", vectors.numbers);
        state.put("fold", vectors.fold);
        state.put("scalars", scalars);
        state.put("trace_scale", e.state());
        state.put("second_trace_scale", h.state());
        state.put("weight_norms", weightNorms);
    }

    @Override
    public void begin(double[] initialWeights) {
        for (int j = 0; j < initialWeights.length; j++) {
            vectors.numbers[4 * j + X] = initialWeights[j];
        }
        e.begin();
        h.begin();
        scalars[SCALE_W] = 1;
        weightNorms[0] = Norm.of(initialWeights);
    }

    @Override
    public boolean step(Transition t, double alphaNow) {
        double alphaWNow = eta * alphaNow;
        double kept = rule.kept(alphaWNow);
        double valueNext = t.gammaNext() == 0 ? 0 : predict(t.phiNext());
        double deltaNow = TdError.of(t.reward(), t.gammaNext(), predict(t.phi()), valueNext);
        double decay = t.gamma() * t.lambda();
        norms.set(
                t, e.normAfter(t.rho() * decay, t.rho(), t.phi()), hasSecondTrace ? h.normAfter(decay, 1, t.phi()) : 0);
        double reach = Divergence.reach(alphaNow + alphaWNow, deltaNow, weightNorms[1], norms, rule.hasHalfStep());
        if (!Divergence.allows(weightNorms[0] + Math.abs(kept) * weightNorms[1] + reach + norms.sum())) {
            return false;
        }

        alpha[0] = alphaNow;
        alphaW[0] = alphaWNow;
        delta[0] = deltaNow;
        phi = t.phi();
        advance(t, decay);
        rule.set(t, this);
        weightNorms[0] += norms.move(thetaTrace[0], thetaPhi[0], thetaPhiNext[0]);
        weightNorms[1] = Math.abs(kept) * weightNorms[1] + norms.move(wTrace[0], wAlongPhi[0], wPhiNext[0]);
        apply(t, kept);
        return true;
    }

    /** eₜ = ρₜ(γₜ λₜ eₜ₋₁ + φₜ) and hₜ = γₜ λₜ hₜ₋₁ + φₜ. */
    private void advance(Transition t, double decay) {
        double a = t.rho() * decay;
        e.setNorm(norms.e);
        h.setNorm(norms.h);
        if (!e.reaches(a, t.rho(), phi) || (hasSecondTrace && !h.reaches(decay, 1, phi))) {
            fold(a * e.scale(), t.rho(), decay * h.scale(), 1, phi);
        } else {
            e.decay(a);
            h.decay(hasSecondTrace ? decay : 1);
        }
        add(t.rho() / e.scale(), hasSecondTrace ? 1 / h.scale() : 0, phi);
        if (vectors.isFolding()) {
            foldEntries(SpreadFold.share(phi.active()));
        }
    }

    /** Moves θ and w by the scalars that the rule has set; kept is the factor k of w. */
    private void apply(Transition t, double kept) {
        // θ ← θ + xₑ e + xφ φₜ + xφ′ φₜ₊₁
        scalars[MOVE] += thetaTrace[0] * e.scale();
        // w ← k w + yₑ e + yφ φₜ + yφ′ φₜ₊₁
        scalars[MOVE_W] = kept * scalars[MOVE_W] + wTrace[0] * e.scale();
        scalars[SCALE_W] *= kept;
        double size = Math.abs(scalars[SCALE_W]);
        if (!(size >= SMALLEST_SCALE && size * SMALLEST_SCALE <= 1)) {
            scaleSecondary();
        }
        move(t.phi(), thetaPhi[0], wAlongPhi[0]);
        move(t.phiNext(), thetaPhiNext[0], wPhiNext[0]);
    }

    /** θ ← θ + alongTheta φ, w ← w + alongW φ. */
    private void move(Features phi, double alongTheta, double alongW) {
        if (alongTheta == 0 && alongW == 0) {
            return;
        }
        vectors.move(phi, alongTheta, alongW == 0 ? 0 : alongW / scalars[SCALE_W]);
        scalars[GY] += vectors.gy;
        scalars[PY] += vectors.py;
    }

    /** B/s: w = s (y + (B/s) g). */
    private double moveOfSecondary() {
        return scalars[MOVE_W] == 0 ? 0 : scalars[MOVE_W] / scalars[SCALE_W];
    }

    /** g ← g + xg φ and p ← p + xp φ with θ and w as they were. */
    private void add(double xg, double xp, Features phi) {
        vectors.add(phi, xg, xp, scalars[MOVE], moveOfSecondary());
        scalars[GY] += vectors.gy;
        scalars[GG] += vectors.gg;
        scalars[PY] += vectors.py;
        scalars[PG] += vectors.pg;
        e.setLargest(Math.max(e.largest(), vectors.largestG));
        h.setLargest(Math.max(h.largest(), vectors.largestP));
    }

    /** x ← x + A g, y ← y + (B/s) g, g ← factorG · g, p ← factorP · p; A = B = 0, c = d = 1. bG φ, bP φ join next. */
    private void fold(double factorG, double bG, double factorP, double bP, Features phi) {
        if (vectors.isFolding()) {
            foldEntries(Integer.MAX_VALUE);
        }
        double moveY = moveOfSecondary();
        boolean isDone =
                vectors.fold(scalars[MOVE], moveY, factorG, threshold(factorG, e), factorP, threshold(factorP, h));
        scalars[MOVE] = 0;
        scalars[MOVE_W] = 0;
        if (isDone) {
            setFolded();
        } else {
            // Until every entry has had its turn: what the inner products become if none is dropped.
            scalars[GY] = factorG * (scalars[GY] + moveY * scalars[GG]);
            scalars[PY] = factorP * (scalars[PY] + moveY * scalars[PG]);
            scalars[GG] *= factorG * factorG;
            scalars[PG] *= factorP * factorG;
            e.setLargest(factorG * e.largest());
            h.setLargest(factorP * h.largest());
        }
        e.folded(e.largest(), bG, phi);
        h.folded(h.largest(), bP, phi);
    }

    /** Folds the next entries of a fold under way; after the last, inner products and bounds are exact again. */
    private void foldEntries(int entries) {
        if (vectors.visit(entries)) {
            setFolded();
        }
    }

    private void setFolded() {
        scalars[GY] = vectors.gy;
        scalars[GG] = vectors.gg;
        scalars[PY] = vectors.py;
        scalars[PG] = vectors.pg;
        e.setLargest(vectors.largestG);
        h.setLargest(vectors.largestP);
    }

    private static double threshold(double factor, TraceScale scale) {
        return factor == 0 ? Double.MAX_VALUE : TraceScale.NEGLIGIBLE * scale.largest();
    }

    /** y ← s y, s = 1. */
    private void scaleSecondary() {
        double scale = scalars[SCALE_W];
        if (scale != 1) {
            vectors.scaleY(scale);
            scalars[GY] *= scale;
            scalars[PY] *= scale;
            scalars[SCALE_W] = 1;
        }
    }

    @Override
    protected void secondaryDotPhi(double[] out) {
        out[0] = vectors.dot(phi, Y, scalars[SCALE_W], scalars[MOVE_W]);
    }

    @Override
    protected void traceDotSecondary(double[] out) {
        out[0] = e.scale() * (scalars[SCALE_W] * scalars[GY] + scalars[MOVE_W] * scalars[GG]);
    }

    @Override
    protected void secondTraceDotSecondary(double[] out) {
        out[0] = h.scale() * (scalars[SCALE_W] * scalars[PY] + scalars[MOVE_W] * scalars[PG]);
    }

    @Override
    public double traceDot(Features features) {
        return e.scale() * vectors.dot(features, G, 1, 0);
    }

    @Override
    public double traceDotTrace() {
        return e.scale() * e.scale() * scalars[GG];
    }

    @Override
    public double predict(Features phi) {
        return vectors.dot(phi, X, 1, scalars[MOVE]);
    }

    @Override
    public double[] weights() {
        return vectors.vector(X, 1, scalars[MOVE]);
    }

    @Override
    public double tdError() {
        return delta[0];
    }

    @Override
    public Map<String, double[]> handOver() {
        return Map.of(
                "weights", weights(),
                "secondary_weights", vectors.vector(Y, scalars[SCALE_W], scalars[MOVE_W]),
                "trace", vectors.vector(G, e.scale(), 0),
                "trace_bounds", bounds(e),
                "second_trace", hasSecondTrace ? vectors.vector(P, h.scale(), 0) : new double[0],
                "second_trace_bounds", bounds(h),
                "weight_norms", weightNorms);
    }

    private static double[] bounds(TraceScale trace) {
        return new double[] {trace.largest() * Math.abs(trace.scale()), trace.norm()};
    }

    @Override
    public Map<String, double[]> state() {
        vectors.closeGap();
        return state;
    }

    /** The vectors of a state with other traces e and h, folded: x = θ, y = w, g = e, p = h. Nothing is modified. */
    static Map<String, double[]> state(Map<String, double[]> state, double[] e, double[] h) {
        double[] scalars = state.get("scalars");
        double[] vectors = state.get("vectors").clone();
        double[] folded = new double[scalars.length];
        folded[SCALE_W] = 1;
        for (int j = 0; j < e.length; j++) {
            int at = 4 * j;
            double g = vectors[at + G];
            double y = scalars[SCALE_W] * vectors[at + Y] + scalars[MOVE_W] * g;
            vectors[at + X] += scalars[MOVE] * g;
            vectors[at + Y] = y;
            vectors[at + G] = e[j] == 0 && h[j] == 0 ? 0 : SpreadFold.marked(e[j], 0);
            vectors[at + P] = h[j];
            folded[GY] += e[j] * y;
            folded[GG] += e[j] * e[j];
            folded[PY] += h[j] * y;
            folded[PG] += h[j] * e[j];
        }
        double[] order = IntStream.range(0, e.length)
                .filter(j -> e[j] != 0 || h[j] != 0)
                .asDoubleStream()
                .toArray();
        return Map.of("vectors", vectors, "scalars", folded, "order", order, "fold", new double[16]);
    }

    /** The whole state with these weights θ and w and traces e and h, the latter empty where a rule has none. */
    static Map<String, double[]> state(
            double[] theta, double[] w, double[] e, double[] h, double[] weightNorms, double[] traceNorms) {
        double[] vectors = new double[4 * theta.length];
        for (int j = 0; j < theta.length; j++) {
            vectors[4 * j + X] = theta[j];
            vectors[4 * j + Y] = w[j];
        }
        double[] scalars = new double[7];
        scalars[SCALE_W] = 1;
        double[] largest = {Norm.largest(e), Norm.largest(h)};
        Map<String, double[]> learned = new HashMap<>(state(
                Map.of("vectors", vectors, "scalars", scalars),
                notNegligible(e, largest[0], theta.length),
                notNegligible(h, largest[1], theta.length)));
        learned.put("trace_scale", TraceScale.state(largest[0], traceNorms[0]));
        learned.put("second_trace_scale", TraceScale.state(largest[1], traceNorms[1]));
        learned.put("weight_norms", weightNorms);
        return learned;
    }

    private static double[] notNegligible(double[] e, double largest, int size) {
        double[] kept = new double[size];
        for (int j = 0; j < e.length; j++) {
            kept[j] = Math.abs(e[j]) > TraceScale.NEGLIGIBLE * largest ? e[j] : 0;
        }
        return kept;
    }

    /** A fold adds the inner products up in the order of the list. */
    @Override
    public void saveOrder(Map<String, double[]> into) {
        into.put("order", vectors.order());
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        delta[0] = Double.NaN;
        vectors.list(arrays.getOrDefault("order", new double[0]));
    }
}
