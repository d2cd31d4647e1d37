package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Divergence;
import io.emphatic.engine.TdError;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Transition;

/**
 * The engine of a {@link TraceRule} whose step sizes are inverse usages: {@code docs/ALGORITHMS.md} §6, with d and e of
 * {@link UsageVectors}.
 *
 * <pre>
 *   δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ          θₜ₊₁ = θₜ + δₜ eₜ / dₜ, component by component; 0 where d ≤ 0
 * </pre>
 */
public final class UsageTraceEngine extends UsageEngine {

    public UsageTraceEngine(TraceRule rule, double usageDecay, double initialUsage, int size) {
        super(rule, usageDecay, initialUsage, size);
    }

    /** @param alpha ignored: there is no step size */
    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        double delta = TdError.of(t, theta);
        usage.prepare(t, c);
        double weightsNorm = thetaNorm[0] + Math.abs(delta) * usage.rates();
        double shared = Divergence.shared(t, c, usage.traceNorm()) + usage.usageNorm();
        if (!Divergence.allows(shared, delta, weightsNorm)) {
            return false;
        }

        rule.remember(t, memory, c);
        usage.commit(t.phi());
        // θₜ₊₁ = θₜ + δₜ eₜ / dₜ
        usage.addRatesTo(theta, delta);
        thetaNorm[0] = weightsNorm;
        this.delta = delta;
        return true;
    }
}
