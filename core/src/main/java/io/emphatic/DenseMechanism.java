package io.emphatic;

import java.util.Map;
import java.util.TreeMap;

/**
 * The one-trace family over many dense features, in one pass over memory a step.
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ          with  θ = w + D e
 * </pre>
 *
 * The move along the trace stays pending as D = α κₜ δₜ, and the pass of the next step makes it: the same pass advances the trace and
 * gathers wᵀφₜ₊₁ and eᵀφₜ₊₁, from which θₜᵀφₜ₊₁ now and θₜ₊₁ᵀφₜ₊₁ = wᵀφₜ₊₁ + D eᵀφₜ₊₁ for the next step both follow.
 *
 * <h2>Implementation notes</h2>
 *
 * The compiler vectorises the two loops that update, but not the sums, which it may not reorder; they run at two loads a cycle, with eight
 * partial sums. The order depends on n alone: a sum computed again, as after a restore, has the same bits as the one that was kept. What
 * else was tried for the sums is in {@code docs/performance.md}.
 */
final class DenseMechanism implements Mechanism {
    private static final int CHUNK = 2048;

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
    private double delta = Double.NaN;

    private Features known; // features whose sums are known
    private double sumW;
    private double sumE;

    DenseMechanism(TraceRule rule, int size) {
        this.rule = rule;
        this.w = new double[size];
        this.e = new double[size];
        this.memory = new double[rule.memorySize()];
        this.memoryBefore = new double[rule.memorySize()];
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

        double value = phi == known ? value() : predict(phi);
        // θₜ = w + D eₜ₋₁, eₜ = aₜ eₜ₋₁ + bₜ φₜ, wᵀφₜ₊₁ and eₜᵀφₜ₊₁
        if (phi instanceof DenseFeatures dense && phiNext instanceof DenseFeatures denseNext) {
            pass(dense.values(), denseNext.values());
        } else {
            advance(phi);
            sum(phiNext);
        }
        this.delta = TdError.of(t, value, sumW);
        double scale = alpha * k.kappa * delta;
        scalars[MOVE] = scale;
        scalars[TRACE_NORM] = traceNorm;
        scalars[WEIGHTS_NORM] += Math.abs(scale) * traceNorm;
        known = phiNext;
        if (careful) {
            settle();
            boundAgain();
        }
        return true;
    }

    /** In chunks that stay in the first-level cache from one loop to the next, so that memory is passed over once. */
    private void pass(double[] phi, double[] phiNext) {
        double move = scalars[MOVE];
        beginSums();
        for (int from = 0; from < w.length; from += CHUNK) {
            int to = Math.min(from + CHUNK, w.length);
            move(w, e, move, from, to);
            trace(e, k.a, phi, k.b, from, to);
            addSums(phiNext, from, to);
        }
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

    private void beginSums() {
        sumW = 0;
        sumE = 0;
    }

    /** Adds wᵀx and eᵀx of a chunk: eight sums side by side, so that the processor does not wait for one addition at a time. */
    private void addSums(double[] x, int from, int to) {
        final double[] w = this.w;
        final double[] e = this.e;
        double w0 = 0;
        double w1 = 0;
        double w2 = 0;
        double w3 = 0;
        double e0 = 0;
        double e1 = 0;
        double e2 = 0;
        double e3 = 0;
        int j = from;
        for (; j + 3 < to; j += 4) {
            double x0 = x[j];
            double x1 = x[j + 1];
            double x2 = x[j + 2];
            double x3 = x[j + 3];
            w0 += w[j] * x0;
            w1 += w[j + 1] * x1;
            w2 += w[j + 2] * x2;
            w3 += w[j + 3] * x3;
            e0 += e[j] * x0;
            e1 += e[j + 1] * x1;
            e2 += e[j + 2] * x2;
            e3 += e[j + 3] * x3;
        }
        for (; j < to; j++) {
            w0 += w[j] * x[j];
            e0 += e[j] * x[j];
        }
        sumW += (w0 + w1) + (w2 + w3);
        sumE += (e0 + e1) + (e2 + e3);
    }

    /** The same for features of which one is not dense: the two sums are left to do. */
    private void advance(Features phi) {
        double move = scalars[MOVE];
        for (int j = 0; j < w.length; j++) {
            w[j] += move * e[j];
            e[j] *= k.a;
        }
        phi.addTo(e, k.b);
    }

    /** wᵀφ and eᵀφ. */
    private void sum(Features phi) {
        if (!(phi instanceof DenseFeatures dense)) {
            sumW = phi.dot(w);
            sumE = phi.dot(e);
            return;
        }
        beginSums();
        for (int from = 0; from < w.length; from += CHUNK) {
            addSums(dense.values(), from, Math.min(from + CHUNK, w.length));
        }
    }

    private double value() {
        double move = scalars[MOVE];
        return move == 0 ? sumW : sumW + move * sumE;
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
        known = null;
    }

    private void boundAgain() {
        scalars[WEIGHTS_NORM] = Math.min(Bounds.norm(w), Double.MAX_VALUE);
        scalars[TRACE_NORM] = Math.min(Bounds.norm(e), Double.MAX_VALUE);
    }

    @Override
    public double predict(Features features) {
        sum(features);
        known = features;
        return value();
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
        known = null;
        delta = Double.NaN;
        k.setEmphasis(Double.NaN, Double.NaN);
    }
}
