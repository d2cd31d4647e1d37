package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Divergence;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;

/**
 * The engine of true online TD and ETD, over any {@link TraceVectors}: Sutton (2015), "True Online Emphatic TD(λ):
 * Quick Reference and Implementation Guide"; {@code docs/ALGORITHMS.md} §3.
 *
 * <pre>
 *   eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
 *   θₜ₊₁ = θₜ + (δₜ + dₜ) eₜ − ρₜ α Mₜ dₜ φₜ          dₜ = (θₜ − θₜ₋₁)ᵀφₜ
 * </pre>
 *
 * aₜ = ρₜγₜλₜ and bₜ = ρₜMₜ come from the same {@link TraceRule} as for the conventional algorithm.
 */
public final class TrueOnlineEngine extends WeightsEngine {
    private final double[] valueBefore = new double[1]; // θₜ₋₁ᵀφₜ

    public TrueOnlineEngine(TraceRule rule, TraceVectors vectors) {
        super(rule, vectors);
        state.putOfStream("value_before", valueBefore);
        vectors.putState(state);
    }

    /** With θ and e as they stand. */
    public TrueOnlineEngine(TraceRule rule, int size) {
        this(rule, new PlainVectors(size));
    }

    @Override
    public boolean step(Transition t, double alpha, double value, double valueNext) {
        rule.coefficients(t, memory, c);
        Features phi = t.phi();
        double a = c.a();
        double b = alpha * c.b();
        double delta = t.tdError(value, valueNext);
        // dₜ = (θₜ − θₜ₋₁)ᵀφₜ; where a = 0, as at a start, its factor eₜ − ρₜ α Mₜ φₜ is zero
        double drift = a == 0 ? 0 : value - valueBefore[0];
        double joins = b * (1 - a * vectors.traceDot(phi));
        double alongTrace = delta + drift;
        double alongPhi = -b * drift;
        double traceNorm = Math.abs(a) * vectors.traceNorm() + Math.abs(joins) * t.norm();
        double weightsNorm = thetaNorm[0] + Math.abs(alongTrace) * traceNorm + Math.abs(alongPhi) * t.norm();
        if (!Divergence.allows(Divergence.shared(t, c, traceNorm), alongTrace, weightsNorm)) {
            return false;
        }
        rule.remember(t, memory, c);
        // eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
        vectors.advance(a, joins, phi);
        // θₜ₊₁ = θₜ + (δₜ + dₜ) eₜ − ρₜ α Mₜ dₜ φₜ
        vectors.moveAlongTrace(alongTrace);
        vectors.move(phi, alongPhi);
        thetaNorm[0] = weightsNorm;
        valueBefore[0] = valueNext;
        this.delta = delta;
        return true;
    }
}
