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
 * A sum of doubles is not vectorised by the compiler, which may not reorder it. So products go to a scratch array, which is folded
 * in halves: both loops are. Beyond {@value #SCRATCH} features memory is the limit, and plain sums over chunks that stay in the cache are
 * fast enough. The order depends on n alone: a sum computed again, as after a restore, has the same bits as the one that was kept.
 */
final class DenseMechanism implements Mechanism {
    /** Up to this size products go to a scratch array. */
    private static final int SCRATCH = 4096;

    /** How many features are worked on at a time beyond that: few enough for the first-level cache. */
    private static final int CHUNK = 512;

    /** What is left to be added one by one. */
    private static final int SHORT = 128;

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
    private final double[] productsW;
    private final double[] productsE;
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
        this.productsW = new double[size <= SCRATCH ? size : 0];
        this.productsE = new double[size <= SCRATCH ? size : 0];
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

    private void pass(double[] phi, double[] phiNext) {
        double move = scalars[MOVE];
        if (w.length <= SCRATCH) {
            moveAndMultiply(w, e, move, phiNext, productsW);
            traceAndMultiply(e, k.a, phi, k.b, phiNext, productsE);
            sumW = total(productsW);
            sumE = total(productsE);
            return;
        }
        double totalW = 0;
        double totalE = 0;
        for (int from = 0; from < w.length; from += CHUNK) {
            int to = Math.min(from + CHUNK, w.length);
            move(w, e, move, from, to);
            trace(e, k.a, phi, k.b, from, to);
            totalW += dot(w, phiNext, from, to);
            totalE += dot(e, phiNext, from, to);
        }
        sumW = totalW;
        sumE = totalE;
    }

    // Each of these is a loop that the compiler turns into vector instructions: one index, nothing carried over.

    private static void moveAndMultiply(double[] w, double[] e, double move, double[] x, double[] products) {
        for (int j = 0; j < w.length; j++) {
            double moved = w[j] + move * e[j];
            w[j] = moved;
            products[j] = moved * x[j];
        }
    }

    private static void traceAndMultiply(double[] e, double a, double[] phi, double b, double[] x, double[] products) {
        for (int j = 0; j < e.length; j++) {
            double traced = a * e[j] + b * phi[j];
            e[j] = traced;
            products[j] = traced * x[j];
        }
    }

    private static void multiply(double[] y, double[] x, double[] products) {
        for (int j = 0; j < y.length; j++) {
            products[j] = y[j] * x[j];
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

    /** The sum of all, folded in halves as long as that is worth a loop. */
    private static double total(double[] x) {
        int length = x.length;
        while (length > SHORT) {
            int half = (length + 1) / 2;
            foldHalf(x, half, length - half);
            length = half;
        }
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int q = 0;
        for (; q + 3 < length; q += 4) {
            sum0 += x[q];
            sum1 += x[q + 1];
            sum2 += x[q + 2];
            sum3 += x[q + 3];
        }
        for (; q < length; q++) {
            sum0 += x[q];
        }
        return (sum0 + sum1) + (sum2 + sum3);
    }

    private static void foldHalf(double[] x, int half, int length) {
        for (int q = 0; q < length; q++) {
            x[q] += x[half + q];
        }
    }

    /** Four sums side by side, so that the processor does not wait for one addition at a time. */
    private static double dot(double[] y, double[] x, int from, int to) {
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int j = from;
        for (; j + 3 < to; j += 4) {
            sum0 += y[j] * x[j];
            sum1 += y[j + 1] * x[j + 1];
            sum2 += y[j + 2] * x[j + 2];
            sum3 += y[j + 3] * x[j + 3];
        }
        for (; j < to; j++) {
            sum0 += y[j] * x[j];
        }
        return (sum0 + sum1) + (sum2 + sum3);
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
        double[] x = dense.values();
        if (w.length <= SCRATCH) {
            multiply(w, x, productsW);
            multiply(e, x, productsE);
            sumW = total(productsW);
            sumE = total(productsE);
            return;
        }
        double totalW = 0;
        double totalE = 0;
        for (int from = 0; from < w.length; from += CHUNK) {
            int to = Math.min(from + CHUNK, w.length);
            totalW += dot(w, x, from, to);
            totalE += dot(e, x, from, to);
        }
        sumW = totalW;
        sumE = totalE;
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
