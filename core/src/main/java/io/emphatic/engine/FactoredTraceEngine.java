package io.emphatic.engine;

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
 */
final class FactoredTraceEngine extends FactoredEngine {
    FactoredTraceEngine(TraceRule rule, int size) {
        this(rule, size, new TraceScale());
    }

    FactoredTraceEngine(TraceRule rule, int size, TraceScale scale) {
        super(rule, size, scale);
    }

    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        if (!isAllowed(t, alpha)) {
            return false;
        }
        rule.remember(t, memory, c);
        // eₜ = aₜ eₜ₋₁ + bₜ φₜ
        vectors.advance(c.a(), c.b(), t.phi());
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        valueNext = vectors.predict(t.phiNext());
        delta = TdError.of(t.reward(), t.gammaNext(), vectors.value(), valueNext);
        // θₜ₊₁ = θₜ + α κₜ δₜ eₜ
        vectors.moveAlongTrace(alpha * c.kappa() * delta);
        return true;
    }

    private boolean isAllowed(Transition t, double alpha) {
        double traceNorm = vectors.scale.normAfter(c.a(), c.b(), t.phi());
        double weightsNorm = vectors.weightsNorm();
        double shared = Divergence.shared(t, c, traceNorm);
        double rate = alpha * c.kappa();
        if (Divergence.surelyAllows(t.reward(), Divergence.features(t), rate, shared, traceNorm, weightsNorm)) {
            return true;
        }
        double value = vectors.predict(t.phi());
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
}
