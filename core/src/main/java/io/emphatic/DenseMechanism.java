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
 * The move along the trace stays pending as D = α κₜ δₜ, and the pass of the next step makes it. The same pass advances
 * the trace and sums up δ, so that each of w, e, φₜ and φₜ₊₁ comes from memory once; and δ as one inner product, not as
 * the difference of two, is one sum instead of two.
 */
final class DenseMechanism implements Mechanism {
    // Places in the array of scalars.
    private static final int MOVE = 0; // D
    private static final int TRACE_NORM = 1; // an upper bound of ‖e‖₂
    private static final int WEIGHTS_NORM = 2; // an upper bound of ‖θ‖₂
    private static final int SCALARS = 3;

    private final TraceRule rule;
    private final DenseBlocks vectors; // w and e
    private final double[] scalars = new double[SCALARS];
    private final double[] memory;

    private final Map<String, double[]> state = new TreeMap<>();
    private final double[] weights; // w and e in one piece, for whoever asks for the state
    private final double[] trace;
    private boolean stateIsOld;

    private final double[] memoryBefore;
    private final Coefficients k = new Coefficients();
    private double delta = Double.NaN;

    DenseMechanism(TraceRule rule, int size) {
        this.rule = rule;
        this.vectors = new DenseBlocks(size);
        this.memory = new double[rule.memorySize()];
        this.memoryBefore = new double[rule.memorySize()];
        this.weights = new double[size];
        this.trace = new double[size];
        state.put("weights", weights);
        state.put("trace", trace);
        state.put("scalars", scalars);
        state.put("memory", memory);
    }

    @Override
    public void begin(double[] initialWeights) {
        System.arraycopy(initialWeights, 0, weights, 0, weights.length);
        scalars[WEIGHTS_NORM] = Bounds.norm(initialWeights);
        vectors.take(weights, trace);
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
        // step, whose bound on δ has ‖φₜ‖ + ‖φₜ₊₁‖ as a factor
        if (!careful && phi instanceof DenseFeatures dense && phiNext instanceof DenseFeatures denseNext) {
            this.delta = t.reward() + vectors.pass(scalars[MOVE], k, dense, denseNext, t.gammaNext());
        } else {
            vectors.move(scalars[MOVE]);
            vectors.trace(k.a, k.b, phi);
            this.delta = TdError.of(t, vectors.weightsDot(phi), t.gammaNext() == 0 ? 0 : vectors.weightsDot(phiNext));
        }
        stateIsOld = true;
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

    /** Makes the pending move. */
    private void settle() {
        vectors.move(scalars[MOVE]);
        scalars[MOVE] = 0;
        stateIsOld = true;
    }

    private void boundAgain() {
        giveState();
        scalars[WEIGHTS_NORM] = Math.min(Bounds.norm(weights), Double.MAX_VALUE);
        scalars[TRACE_NORM] = Math.min(Bounds.norm(trace), Double.MAX_VALUE);
    }

    private void giveState() {
        if (stateIsOld) {
            vectors.give(weights, trace);
            stateIsOld = false;
        }
    }

    @Override
    public double predict(Features features) {
        double move = scalars[MOVE];
        double value = vectors.weightsDot(features);
        return move == 0 ? value : value + move * vectors.traceDot(features);
    }

    @Override
    public double[] weights() {
        giveState();
        double[] theta = weights.clone();
        for (int j = 0; j < theta.length; j++) {
            theta[j] += scalars[MOVE] * trace[j];
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
        giveState();
        return state;
    }

    @Override
    public void stateChanged(Map<String, double[]> saved) {
        vectors.take(weights, trace);
        stateIsOld = false;
        if (scalars[TRACE_NORM] == 0 && scalars[WEIGHTS_NORM] == 0) {
            boundAgain(); // nobody has set them: the state was handed over by another engine, or is all zero
        }
        delta = Double.NaN;
        k.setEmphasis(Double.NaN, Double.NaN);
    }
}
