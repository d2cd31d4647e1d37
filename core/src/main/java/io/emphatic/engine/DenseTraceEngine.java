package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.Map;

/**
 * The one-trace family over many dense features, in one pass over memory per step.
 *
 * <pre>
 *   δₜ = Rₜ₊₁ + θₜᵀ(γₜ₊₁ φₜ₊₁ − φₜ)
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ          with  θ = w + D e
 * </pre>
 *
 * The move along the trace stays pending as D = α κₜ δₜ, and the pass of the next step makes it. The same pass advances
 * the trace and computes δ, so that each of w, e, φₜ and φₜ₊₁ is read from memory once; δ as one inner product, not as
 * the difference of two, takes one sum instead of two.
 */
final class DenseTraceEngine extends TraceRuleEngine implements PairedEngine {
    /** The name under which D is saved. */
    static final String MOVE = "pending_move";

    private final DenseBlocks vectors; // w and e
    private final DenseChunks features; // φₜ and φₜ₊₁
    private final double[] move = new double[1]; // D
    private final double[] traceBounds =
            new double[2]; // upper bounds of |eⱼ| and ‖e‖₂: no entry is larger than the norm
    private final double[] thetaNorm = new double[1]; // an upper bound of ‖θ‖₂

    private final double[] weights; // copies of w and e in one piece, for state()
    private final double[] trace;
    private boolean stateIsOld;

    DenseTraceEngine(TraceRule rule, int size) {
        super(rule);
        this.vectors = new DenseBlocks(size);
        this.features = new DenseChunks(size);
        this.weights = new double[size];
        this.trace = new double[size];
        state.put("weights", weights);
        state.put("trace", trace);
        state.put(MOVE, move);
        state.put("trace_bounds", traceBounds);
        state.put("weights_norm", thetaNorm);
    }

    @Override
    public void begin(double[] initialWeights) {
        System.arraycopy(initialWeights, 0, weights, 0, weights.length);
        thetaNorm[0] = Norm.of(initialWeights);
        vectors.take(weights, trace);
    }

    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        double traceNorm = Math.abs(c.a()) * traceBounds[1] + Math.abs(c.b()) * t.norm();
        if (!isAllowed(t, alpha, traceNorm)) {
            return false;
        }
        rule.remember(t, memory, c);
        // θₜ = w + D eₜ₋₁, eₜ = aₜ eₜ₋₁ + bₜ φₜ, δₜ = Rₜ₊₁ + θₜᵀ(γₜ₊₁ φₜ₊₁ − φₜ)
        double[][] phi = features.of(t.phi());
        double[][] phiNext = t.gammaNext() == 0 ? phi : features.of(t.phiNext());
        delta = t.reward() + vectors.pass(move[0], c, phi, phiNext, t.gammaNext());
        stateIsOld = true;
        // θₜ₊₁ = θₜ + α κₜ δₜ eₜ, in the next step
        double scale = alpha * c.kappa() * delta;
        move[0] = scale;
        traceBounds[0] = traceNorm;
        traceBounds[1] = traceNorm;
        thetaNorm[0] += Math.abs(scale) * traceNorm;
        return true;
    }

    /** The move of step t is still pending: w is θₜ. */
    @Override
    public double valueNext(Transition t) {
        return vectors.weightsDot(t.phiNext());
    }

    private boolean isAllowed(Transition t, double alpha, double traceNorm) {
        double weightsNorm = thetaNorm[0];
        double shared = Divergence.shared(t, c, traceNorm);
        double rate = alpha * c.kappa();
        if (Divergence.surelyAllows(t.reward(), Divergence.features(t), rate, shared, traceNorm, weightsNorm)) {
            return true;
        }
        double valueNext = t.gammaNext() == 0 ? 0 : predict(t.phiNext());
        double scale = rate * TdError.of(t.reward(), t.gammaNext(), predict(t.phi()), valueNext);
        return Divergence.allows(shared, scale, weightsNorm + Math.abs(scale) * traceNorm);
    }

    private void giveState() {
        if (stateIsOld) {
            vectors.give(weights, trace);
            stateIsOld = false;
        }
    }

    @Override
    public double predict(Features features) {
        double value = vectors.weightsDot(features);
        return move[0] == 0 ? value : value + move[0] * vectors.traceDot(features);
    }

    @Override
    public double[] weights() {
        giveState();
        double[] theta = weights.clone();
        for (int j = 0; j < theta.length; j++) {
            theta[j] += move[0] * trace[j];
        }
        return theta;
    }

    @Override
    public Map<String, double[]> handOver() {
        double[] theta = weights(); // brings the trace up to date
        Map<String, double[]> learned = SparseState.of(theta, trace, traceBounds[1], TraceGenerations.NEGLIGIBLE);
        learned.put("weights_norm", thetaNorm);
        learned.put("memory", memory);
        return learned;
    }

    @Override
    public Map<String, double[]> state() {
        giveState();
        return state;
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        super.loaded(arrays);
        vectors.take(weights, trace);
        stateIsOld = false;
    }
}
