package io.emphatic;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The factored engine of the one-trace family, for sparse features: a step costs O(active features), whatever n is and however
 * long the trace.
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ          with  e = c g  and  θ = w + D g
 * </pre>
 *
 * on {@link FactoredVectors}. It is the exact trace, not a truncated one: the same numbers as {@link TraceMechanism}'s, up to rounding.
 *
 * <h2>Implementation notes</h2>
 *
 * <ul>
 *   <li>The inner product with φₜ₊₁ is kept as that with φₜ of the next step. It is the same sum, in the same order, over the same
 *       numbers as it would be when computed again, so that a restored learner, which has to, gets the same bits.
 *   <li>Magnitudes are bounded beforehand from the norms, so that a step is refused before anything has changed. A careful step folds
 *       before and after: then w is θ, g is e, and what is finite is seen in them.
 * </ul>
 */
final class FactoredMechanism implements SparseMechanism {
    private final TraceRule rule;
    private final FactoredVectors vectors;
    private final double[] memory;
    private final Map<String, double[]> state = new TreeMap<>();

    private final double[] memoryBefore;
    private final Coefficients k = new Coefficients();
    private double delta = Double.NaN;

    private Features known; // features whose value is known
    private double knownValue;

    FactoredMechanism(TraceRule rule, int size) {
        this(rule, size, TraceScale.RANGE);
    }

    /** @param range see {@link TraceScale} */
    FactoredMechanism(TraceRule rule, int size, double range) {
        this.rule = rule;
        this.vectors = new FactoredVectors(size, range);
        this.memory = new double[rule.memorySize()];
        this.memoryBefore = new double[rule.memorySize()];
        vectors.putState(state);
        state.put("memory", memory);
    }

    @Override
    public void begin(double[] initialWeights) {
        vectors.begin(initialWeights);
    }

    @Override
    public boolean step(Transition t, double alpha, boolean careful) {
        System.arraycopy(memory, 0, memoryBefore, 0, memory.length);
        rule.advance(t, memory, k);
        Features phi = t.phi();
        Features phiNext = t.phiNext();
        if (careful) {
            settle(phi);
        } else if (!Bounds.safe(t, alpha, k, vectors.traceNormAfter(k.a, k.b, phi), vectors.weightsNorm(), memory)) {
            System.arraycopy(memoryBefore, 0, memory, 0, memory.length);
            return false;
        }

        double value = phi == known ? knownValue : vectors.predict(phi);
        // eₜ = aₜ eₜ₋₁ + bₜ φₜ
        vectors.advance(k.a, k.b, phi, careful);
        this.delta = TdError.of(t, value, vectors.predict(phiNext));
        // θₜ₊₁ = θₜ + α κₜ δₜ eₜ
        vectors.moveAlongTrace(alpha * k.kappa * delta);
        known = phiNext;
        knownValue = vectors.value();
        if (careful) {
            settle(phi);
            vectors.boundAgain();
        }
        return true;
    }

    private void settle(Features phi) {
        vectors.settle(phi);
        known = null;
    }

    @Override
    public double predict(Features features) {
        return vectors.predict(features);
    }

    @Override
    public double[] weights() {
        return vectors.weights();
    }

    @Override
    public void handOverTo(Mechanism dense) {
        Map<String, double[]> to = dense.state();
        SparseMechanism.copy(vectors.weights(), to.get("weights"));
        SparseMechanism.copy(vectors.trace(), to.get("trace"));
        SparseMechanism.copy(memory, to.get("memory"));
        dense.stateChanged(Map.of());
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

    /** The state of one that has these w, D, bound of ‖θ‖₂ and trace. */
    static Map<String, double[]> state(double[] w, double move, double norm, SharedTrace trace, double[] memory) {
        Map<String, double[]> state = new HashMap<>(FactoredVectors.state(w, move, norm, trace));
        state.put("memory", memory.clone());
        return state;
    }

    @Override
    public Map<String, double[]> state() {
        return state;
    }

    @Override
    public void stateChanged(Map<String, double[]> saved) {
        vectors.stateChanged();
        known = null;
        delta = Double.NaN;
        k.setEmphasis(Double.NaN, Double.NaN);
    }
}
