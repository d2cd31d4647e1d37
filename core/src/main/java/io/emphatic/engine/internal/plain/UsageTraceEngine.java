package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Divergence;
import io.emphatic.engine.TdError;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;

/**
 * The engine of a {@link TraceRule} whose step sizes are inverse usages: {@code docs/ALGORITHMS.md} §6, with d and e of
 * {@link UsageVectors}.
 *
 * <pre>
 *   δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ          θₜ₊₁ = θₜ + δₜ eₜ / dₜ, component by component; 0 where d ≤ 0
 * </pre>
 */
public class UsageTraceEngine extends TraceRuleEngine {
    final double[] theta;
    final UsageVectors trace;
    final double[] thetaNorm = new double[1]; // an upper bound of ‖θ‖₂
    private final double initialUsage;

    public UsageTraceEngine(TraceRule rule, double usageDecay, double initialUsage, int size) {
        super(rule);
        this.theta = new double[size];
        this.trace = new UsageVectors(usageDecay, size);
        this.initialUsage = initialUsage;
        state.put("weights", theta);
        state.put("weights_norm", thetaNorm);
        state.put("trace", trace);
    }

    /** @param alpha multiplies δ; 1 but for replicates */
    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        double delta = TdError.of(t, theta);
        trace.prepare(t, c);
        double weightsNorm = thetaNorm[0] + Math.abs(alpha * delta) * trace.rates();
        double shared = Divergence.shared(t, c, trace.traceNorm()) + trace.usageNorm();
        if (!Divergence.allows(shared, delta, weightsNorm)) {
            return false;
        }

        rule.remember(t, memory, c);
        trace.commit(t.phi());
        // θₜ₊₁ = θₜ + δₜ eₜ / dₜ
        trace.addRatesTo(theta, alpha * delta);
        thetaNorm[0] = weightsNorm;
        this.delta = delta;
        return true;
    }

    @Override
    public final void begin(double[] initialWeights) {
        System.arraycopy(initialWeights, 0, theta, 0, theta.length);
        thetaNorm[0] = Norm.of(theta);
        trace.begin(initialUsage);
    }

    @Override
    public final double predict(Features features) {
        return features.dot(theta);
    }

    @Override
    public final double[] weights() {
        return theta.clone();
    }
}
