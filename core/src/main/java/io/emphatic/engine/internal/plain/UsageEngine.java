package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Divergence;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Features;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;

/**
 * TD and gradient TD whose step sizes are inverse usages: {@code docs/ALGORITHMS.md} §6, with d and e of
 * {@link UsageVectors}. TD is gradient TD with α_w = 0, where w stays 0.
 *
 * <pre>
 *   θ ← θ + (δₜ eₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁) / dₜ, component by component; 0 where d ≤ 0
 *   w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ)
 * </pre>
 *
 * Right-hand sides use the old θ and w.
 */
public final class UsageEngine extends TraceRuleEngine {
    private final double initialUsage;
    private final double[] theta;
    private final UsageVectors trace;
    private final double[] thetaNorm = new double[1]; // an upper bound of ‖θ‖₂
    private final double alphaW;
    private final double[] w;
    private final double[] secondaryNorm = new double[1]; // an upper bound of ‖w‖₂

    public UsageEngine(TraceRule rule, double usageDecay, double initialUsage, double alphaW, int size) {
        super(rule);
        this.initialUsage = initialUsage;
        this.theta = new double[size];
        this.trace = new UsageVectors(usageDecay, size);
        this.alphaW = alphaW;
        this.w = new double[alphaW > 0 ? size : 0];
        state.put("weights", theta);
        state.put("weights_norm", thetaNorm);
        state.put("trace", trace);
        state.put("secondary_weights", w);
        state.put("secondary_weights_norm", secondaryNorm);
    }

    /** @param alpha multiplies both moves; 1 but for replicates */
    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        Features phiNext = t.phiNext();
        double bootstrap = t.gammaNext() * (1 - t.lambdaNext());
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        double delta = t.tdError(theta);
        boolean corrects = alphaW > 0 && bootstrap != 0;
        if (corrects) {
            trace.watch(phiNext);
        }
        trace.prepare(t, c);
        double ratesNext = corrects ? trace.rates(phiNext) : 0;
        double reach = Math.abs(alpha * delta) * trace.rates();
        if (!isWithinLimit(t, alpha, bootstrap, reach, ratesNext, delta)) {
            return false;
        }

        rule.remember(t, memory, c);
        trace.commit(t.phi());
        double correction = corrects ? -alpha * bootstrap * trace.traceDot(w) : 0;
        double wPhi = alphaW > 0 ? t.phi().dot(w) : 0;
        // θ ← θ + (δₜ eₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁) / dₜ
        trace.addRatesTo(theta, alpha * delta);
        if (correction != 0) {
            trace.addInverseUsageTo(theta, correction, phiNext);
        }
        thetaNorm[0] += reach + Math.abs(correction) * ratesNext;
        // w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ)
        double rate = alpha * alphaW;
        if (alphaW > 0) {
            trace.addTraceTo(w, rate * delta);
            t.phi().addTo(w, -rate * wPhi);
        }
        secondaryNorm[0] += rate * (Math.abs(delta) * trace.traceNorm() + Math.abs(wPhi) * t.norm());
        this.delta = delta;
        return true;
    }

    private boolean isWithinLimit(
            Transition t, double alpha, double bootstrap, double reach, double ratesNext, double delta) {
        double traceNorm = trace.traceNorm();
        double wNorm = secondaryNorm[0];
        double correction = alpha * bootstrap * traceNorm * wNorm;
        double rate = alpha * alphaW;
        double weightsNorm = thetaNorm[0] + reach + correction * ratesNext;
        double scaleW = rate * (Math.abs(delta) + wNorm * t.norm());
        double moveW = rate * (Math.abs(delta) * traceNorm + wNorm * t.norm() * t.norm());
        double shared = Divergence.shared(t, c, traceNorm) + trace.usageNorm() + correction + scaleW;
        return Divergence.allows(shared, delta, weightsNorm + wNorm + moveW);
    }

    @Override
    public void begin(double[] initialWeights) {
        System.arraycopy(initialWeights, 0, theta, 0, theta.length);
        thetaNorm[0] = Norm.of(theta);
        trace.begin(initialUsage);
    }

    @Override
    public double predict(Features features) {
        return features.dot(theta);
    }

    @Override
    public double[] weights() {
        return theta.clone();
    }
}
