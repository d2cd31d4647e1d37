package io.emphatic;

import java.util.Map;
import java.util.TreeMap;

/**
 * The one-trace family over many dense features, in one pass over memory a step.
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ          δₜ = Rₜ₊₁ + θₜᵀ(γₜ₊₁ φₜ₊₁ − φₜ)          with  θ = w + D e
 * </pre>
 *
 * The move along the trace stays pending as D = α κₜ δₜ, and the pass of the next step makes it. The same pass advances the trace and sums
 * up δ, so that each of w, e, φₜ and φₜ₊₁ comes from memory once; and δ as one inner product, not as the difference of two, is one sum
 * instead of two.
 *
 * <h2>Implementation notes</h2>
 *
 * The compiler of JDK 17 vectorises loops over arrays that store what they compute, but no sum of doubles, whose order it may not
 * change. So products are stored and halves of the stored array added to one another. It does so only where indices differ by constants,
 * and where a loop is short enough to be unrolled: two products at a time, not four. What else was tried is in {@code docs/performance.md}.
 */
final class DenseMechanism implements Mechanism {
    private static final int HALF = 512;
    private static final int CHUNK = 2 * HALF;

    // Places in the array of scalars.
    private static final int MOVE = 0; // D
    private static final int TRACE_NORM = 1; // an upper bound of ‖e‖₂
    private static final int WEIGHTS_NORM = 2; // an upper bound of ‖θ‖₂
    private static final int SCALARS = 3;

    private final TraceRule rule;
    private final double[] w;
    private final double[] e;
    private final double[] scalars = new double[SCALARS];
    private final double[] memory;
    private final Map<String, double[]> state = new TreeMap<>();

    private final double[] memoryBefore;
    private final Coefficients k = new Coefficients();
    private final double[] scratch;
    private double delta = Double.NaN;

    DenseMechanism(TraceRule rule, int size) {
        this.rule = rule;
        this.w = new double[size];
        this.e = new double[size];
        this.memory = new double[rule.memorySize()];
        this.memoryBefore = new double[rule.memorySize()];
        this.scratch = new double[size];
        state.put("weights", w);
        state.put("trace", e);
        state.put("scalars", scalars);
        state.put("memory", memory);
    }

    @Override
    public void begin(double[] initialWeights) {
        System.arraycopy(initialWeights, 0, w, 0, w.length);
        scalars[WEIGHTS_NORM] = Bounds.norm(initialWeights);
    }

    @Override
    public boolean step(Transition t, double alpha, boolean careful) {
        System.arraycopy(memory, 0, memoryBefore, 0, memory.length);
        rule.advance(t, memory, k);
        Features phi = t.phi();
        Features phiNext = t.phiNext();
        double traceNorm = Math.abs(k.a) * scalars[TRACE_NORM] + Math.abs(k.b) * phi.norm();
        if (careful) {
            settle();
        } else if (!Bounds.safe(t, alpha, k, traceNorm, scalars[WEIGHTS_NORM], memory)) {
            System.arraycopy(memoryBefore, 0, memory, 0, memory.length);
            return false;
        }

        // θₜ = w + D eₜ₋₁, eₜ = aₜ eₜ₋₁ + bₜ φₜ, δₜ = Rₜ₊₁ + θₜᵀ(γₜ₊₁ φₜ₊₁ − φₜ); the difference is finite in a safe
        // step,
        // whose bound on δ has ‖φₜ‖ + ‖φₜ₊₁‖ as a factor
        if (!careful && phi instanceof DenseFeatures dense && phiNext instanceof DenseFeatures denseNext) {
            this.delta = t.reward() + pass(dense.values(), denseNext.values(), t.gammaNext());
        } else {
            advance(phi);
            this.delta = TdError.of(t, w);
        }
        double scale = alpha * k.kappa * delta;
        scalars[MOVE] = scale;
        scalars[TRACE_NORM] = traceNorm;
        scalars[WEIGHTS_NORM] += Math.abs(scale) * traceNorm;
        if (careful) {
            settle();
            boundAgain();
        }
        return true;
    }

    /**
     * Makes the pending move, advances the trace and returns wᵀ(γ φₜ₊₁ − φₜ); in chunks that stay in the first-level cache from one
     * loop to the next, so that memory is passed over once.
     */
    private double pass(double[] phi, double[] phiNext, double gamma) {
        double move = scalars[MOVE];
        double sum = 0;
        for (int from = 0; from < w.length; from += CHUNK) {
            int to = Math.min(w.length - from, CHUNK) + from;
            move(w, e, move, from, to);
            trace(e, k.a, phi, k.b, from, to);
            sum += change(scratch, w, phi, phiNext, gamma, from, to);
        }
        return sum;
    }

    private static void move(double[] w, double[] e, double move, int from, int to) {
        for (int j = from; j < to; j++) {
            w[j] += move * e[j];
        }
    }

    private static void trace(double[] e, double a, double[] phi, double b, int from, int to) {
        for (int j = from; j < to; j++) {
            e[j] = a * e[j] + b * phi[j];
        }
    }

    /** wᵀ(γ φₜ₊₁ − φₜ) of one chunk. */
    private static double change(
            double[] s, double[] w, double[] phi, double[] phiNext, double gamma, int from, int to) {
        int middle = from + HALF;
        if (to <= middle) {
            products(s, w, phi, phiNext, gamma, from, to);
            return sum(s, from, to);
        }
        pairsOfProducts(s, w, phi, phiNext, gamma, from, to - HALF);
        products(s, w, phi, phiNext, gamma, to - HALF, middle);
        fold256(s, from);
        fold128(s, from);
        return sum(s, from, from + 128);
    }

    private static void products(
            double[] s, double[] w, double[] phi, double[] phiNext, double gamma, int from, int to) {
        for (int j = from; j < to; j++) {
            s[j] = w[j] * (gamma * phiNext[j] - phi[j]);
        }
    }

    private static void pairsOfProducts(
            double[] s, double[] w, double[] phi, double[] phiNext, double gamma, int from, int to) {
        for (int j = from; j < to; j++) {
            s[j] = w[j] * (gamma * phiNext[j] - phi[j]) + w[j + HALF] * (gamma * phiNext[j + HALF] - phi[j + HALF]);
        }
    }

    private static void fold256(double[] s, int from) {
        for (int j = from; j < from + 256; j++) {
            s[j] += s[j + 256];
        }
    }

    private static void fold128(double[] s, int from) {
        for (int j = from; j < from + 128; j++) {
            s[j] += s[j + 128];
        }
    }

    /** Eight sums side by side, so that the processor does not wait for one addition at a time. */
    private static double sum(double[] s, int from, int to) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        double s4 = 0;
        double s5 = 0;
        double s6 = 0;
        double s7 = 0;
        int j = from;
        for (; j + 7 < to; j += 8) {
            s0 += s[j];
            s1 += s[j + 1];
            s2 += s[j + 2];
            s3 += s[j + 3];
            s4 += s[j + 4];
            s5 += s[j + 5];
            s6 += s[j + 6];
            s7 += s[j + 7];
        }
        for (; j < to; j++) {
            s0 += s[j];
        }
        return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    }

    /** The move and the trace alone, for features that are not all dense. */
    private void advance(Features phi) {
        double move = scalars[MOVE];
        for (int j = 0; j < w.length; j++) {
            w[j] += move * e[j];
            e[j] *= k.a;
        }
        phi.addTo(e, k.b);
    }

    /** Makes the pending move. */
    private void settle() {
        double move = scalars[MOVE];
        if (move != 0) {
            for (int j = 0; j < w.length; j++) {
                w[j] += move * e[j];
            }
        }
        scalars[MOVE] = 0;
    }

    private void boundAgain() {
        scalars[WEIGHTS_NORM] = Math.min(Bounds.norm(w), Double.MAX_VALUE);
        scalars[TRACE_NORM] = Math.min(Bounds.norm(e), Double.MAX_VALUE);
    }

    @Override
    public double predict(Features features) {
        double move = scalars[MOVE];
        double value = features.dot(w);
        return move == 0 ? value : value + move * features.dot(e);
    }

    @Override
    public double[] weights() {
        double[] theta = w.clone();
        double move = scalars[MOVE];
        for (int j = 0; j < theta.length; j++) {
            theta[j] += move * e[j];
        }
        return theta;
    }

    @Override
    public double tdError() {
        return delta;
    }

    @Override
    public double followOn() {
        return k.followOn;
    }

    @Override
    public double emphasis() {
        return k.emphasis;
    }

    @Override
    public Map<String, double[]> state() {
        return state;
    }

    @Override
    public void stateChanged(Map<String, double[]> saved) {
        if (scalars[TRACE_NORM] == 0 && scalars[WEIGHTS_NORM] == 0) {
            boundAgain(); // nobody has set them: the state was handed over by another engine, or is all zero
        }
        delta = Double.NaN;
        k.setEmphasis(Double.NaN, Double.NaN);
    }
}
