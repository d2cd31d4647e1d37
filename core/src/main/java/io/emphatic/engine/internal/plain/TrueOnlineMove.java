package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Coefficients;
import io.emphatic.engine.Divergence;
import io.emphatic.engine.TdError;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Transition;

/**
 * The scalars of one true online step: Sutton (2015), "True Online Emphatic TD(λ): Quick Reference and Implementation
 * Guide"; {@code docs/ALGORITHMS.md} §3.
 *
 * <pre>
 *   eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
 *   θₜ₊₁ = θₜ + (δₜ + dₜ) eₜ − ρₜ α Mₜ dₜ φₜ          dₜ = (θₜ − θₜ₋₁)ᵀφₜ
 * </pre>
 *
 * aₜ = ρₜγₜλₜ and bₜ = ρₜMₜ come from the same {@link TraceRule} as for the conventional algorithm.
 */
public final class TrueOnlineMove {
    public double delta;
    public double traceAlongPhi; // how far the trace moves along φₜ
    public double alongTrace; // how far θ moves along eₜ
    public double alongPhi; // how far θ moves along φₜ

    /** From θₜᵀφₜ, θₜᵀφₜ₊₁ (used neither where γₜ₊₁ = 0, nor in the step after that), θₜ₋₁ᵀφₜ and φₜᵀeₜ₋₁. */
    public void set(
            Transition t,
            double alpha,
            Coefficients c,
            double value,
            double valueNext,
            double valueBefore,
            double traceDot) {
        double b = alpha * c.b();
        // dₜ = (θₜ − θₜ₋₁)ᵀφₜ; where a = 0, as at a start, its factor eₜ − ρₜ α Mₜ φₜ is zero
        double drift = c.a() == 0 ? 0 : value - valueBefore;
        delta = TdError.of(t.reward(), t.gammaNext(), value, valueNext);
        traceAlongPhi = b * (1 - c.a() * traceDot);
        alongTrace = delta + drift;
        alongPhi = -b * drift;
    }

    /** Whether the step may be taken: see {@link Divergence}. */
    public boolean isAllowed(Transition t, Coefficients c, double traceNorm, double weightsNorm) {
        double phiNorm = t.norm();
        double traceNormAfter = Math.abs(c.a()) * traceNorm + Math.abs(traceAlongPhi) * phiNorm;
        double weightsNormAfter = weightsNorm + Math.abs(alongTrace) * traceNormAfter + Math.abs(alongPhi) * phiNorm;
        return Divergence.allows(Divergence.shared(t, c, traceNormAfter), alongTrace, weightsNormAfter);
    }
}
