package io.emphatic;

import java.util.HashMap;
import java.util.Map;

/**
 * The factored engine of the one-trace family, for sparse features: a step costs O(active features), whatever n is and
 * however long the trace.
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ          with  e = c g  and  θ = w + D g
 * </pre>
 *
 * on {@link FactoredVectors}. It is the exact trace, not a truncated one: the same numbers as {@link TraceMechanism}'s,
 * up to rounding.
 *
 * <h2>Implementation notes</h2>
 *
 * The inner product with φₜ₊₁ is kept as that with φₜ of the next step. It is the same sum, in the same order, over the
 * same numbers as it would be when computed again, so that a restored learner, which has to, gets the same bits.
 */
final class FactoredMechanism extends FactoredEngine {
    private Features known; // features whose value is known
    private double knownValue;

    FactoredMechanism(TraceRule rule, int size) {
        this(rule, size, TraceScale.RANGE);
    }

    /** @param range see {@link TraceScale} */
    FactoredMechanism(TraceRule rule, int size, double range) {
        super(rule, size, range);
    }

    @Override
    public boolean step(Transition t, double alpha, boolean careful) {
        advanceRule(t);
        Features phi = t.phi();
        Features phiNext = t.phiNext();
        if (careful) {
            settle(phi);
        } else if (!Bounds.safe(t, alpha, k, vectors.traceNormAfter(k.a, k.b, phi), vectors.weightsNorm(), memory)) {
            recallRule();
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
    public void stateChanged(Map<String, double[]> saved) {
        super.stateChanged(saved);
        known = null;
    }

    /** The state of one that has these w, D, bound of ‖θ‖₂ and trace. */
    static Map<String, double[]> state(double[] w, double move, double norm, SharedTrace trace, double[] memory) {
        Map<String, double[]> state = new HashMap<>(FactoredVectors.state(w, move, norm, trace));
        state.put("memory", memory.clone());
        return state;
    }
}
