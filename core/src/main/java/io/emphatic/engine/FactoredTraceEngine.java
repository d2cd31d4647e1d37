package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
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
 * on {@link FactoredVectors}. It is the exact trace, not a truncated one: the same numbers as {@link TraceEngine}'s, up
 * to rounding.
 *
 * <h2>Implementation notes</h2>
 *
 * The inner product with φₜ₊₁ is kept for the next step, where it is the one with φₜ. Computing it again would add the
 * same numbers in the same order, so that a restored learner, which has to, gets the same bits.
 */
final class FactoredTraceEngine extends FactoredEngine {
    private Features lastPhiNext; // φₜ₊₁ of the last step, null if its value is not kept
    private int lastEdition; // of the same
    private double lastValueNext;

    FactoredTraceEngine(TraceRule rule, int size) {
        this(rule, size, new TraceScale());
    }

    FactoredTraceEngine(TraceRule rule, int size, TraceScale scale) {
        super(rule, size, scale);
    }

    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        Features phi = t.phi();
        Features phiNext = t.phiNext();
        double value = phi == lastPhiNext && phi.edition() == lastEdition ? lastValueNext : vectors.predict(phi);
        if (!isAllowed(t, alpha, value)) {
            return false;
        }
        rule.remember(t, memory, c);
        // eₜ = aₜ eₜ₋₁ + bₜ φₜ
        vectors.advance(c.a(), c.b(), phi);
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        this.delta = TdError.of(t.reward(), t.gammaNext(), value, vectors.predict(phiNext));
        // θₜ₊₁ = θₜ + α κₜ δₜ eₜ
        vectors.moveAlongTrace(alpha * c.kappa() * delta);
        lastPhiNext = phiNext;
        lastEdition = phiNext.edition();
        lastValueNext = vectors.value();
        return true;
    }

    private boolean isAllowed(Transition t, double alpha, double value) {
        double traceNorm = vectors.scale.normAfter(c.a(), c.b(), t.phi());
        double weightsNorm = vectors.weightsNorm();
        double shared = Divergence.shared(t, c, traceNorm);
        double rate = alpha * c.kappa();
        if (Divergence.surelyAllows(t.reward(), Divergence.features(t), rate, shared, traceNorm, weightsNorm)) {
            return true;
        }
        double scale = rate * TdError.of(t.reward(), t.gammaNext(), value, vectors.predict(t.phiNext()));
        return Divergence.allows(shared, scale, weightsNorm + Math.abs(scale) * traceNorm);
    }

    @Override
    public Map<String, double[]> handOver() {
        Map<String, double[]> learned = new HashMap<>(
                DenseTraceEngine.state(weights(), vectors.weightsNorm(), vectors.trace(), vectors.scale.norm()));
        learned.put("memory", memory);
        return learned;
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        super.loaded(arrays);
        lastPhiNext = null;
    }
}
