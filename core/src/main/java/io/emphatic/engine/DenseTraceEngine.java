package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.HashMap;
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
    // Indices of the array of scalars.
    private static final int MOVE = 0; // D
    private static final int TRACE_NORM = 1; // an upper bound of ‖e‖₂
    private static final int WEIGHTS_NORM = 2; // an upper bound of ‖θ‖₂

    private final DenseBlocks vectors; // w and e
    private final DenseChunks features; // φₜ and φₜ₊₁
    private final double[] scalars = new double[3];

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
        state.put("scalars", scalars);
    }

    /** Its state without the memory of the rule. */
    static Map<String, double[]> state(double[] theta, double weightsNorm, double[] e, double traceNorm) {
        return Map.of("weights", theta, "trace", e, "scalars", new double[] {0, traceNorm, weightsNorm});
    }

    @Override
    public void begin(double[] initialWeights) {
        System.arraycopy(initialWeights, 0, weights, 0, weights.length);
        scalars[WEIGHTS_NORM] = Norm.of(initialWeights);
        vectors.take(weights, trace);
    }

    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        double traceNorm = Math.abs(c.a()) * scalars[TRACE_NORM] + Math.abs(c.b()) * t.norm();
        if (!isAllowed(t, alpha, traceNorm)) {
            return false;
        }
        rule.remember(t, memory, c);
        // θₜ = w + D eₜ₋₁, eₜ = aₜ eₜ₋₁ + bₜ φₜ, δₜ = Rₜ₊₁ + θₜᵀ(γₜ₊₁ φₜ₊₁ − φₜ)
        double[][] phi = features.of(t.phi());
        double[][] phiNext = t.gammaNext() == 0 ? phi : features.of(t.phiNext());
        delta = t.reward() + vectors.pass(scalars[MOVE], c, phi, phiNext, t.gammaNext());
        stateIsOld = true;
        // θₜ₊₁ = θₜ + α κₜ δₜ eₜ, in the next step
        double scale = alpha * c.kappa() * delta;
        scalars[MOVE] = scale;
        scalars[TRACE_NORM] = traceNorm;
        scalars[WEIGHTS_NORM] += Math.abs(scale) * traceNorm;
        return true;
    }

    /** The move of step t is still pending: w is θₜ. */
    @Override
    public double valueNext(Transition t) {
        return vectors.weightsDot(t.phiNext());
    }

    private boolean isAllowed(Transition t, double alpha, double traceNorm) {
        double weightsNorm = scalars[WEIGHTS_NORM];
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
    public Map<String, double[]> handOver() {
        double[] theta = weights();
        double largest = Norm.largest(trace);
        Map<String, double[]> learned =
                new HashMap<>(FactoredState.of(theta, scalars[WEIGHTS_NORM], trace, largest, scalars[TRACE_NORM]));
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
