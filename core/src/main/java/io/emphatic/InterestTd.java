package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.engine.TraceRule;

/**
 * TD(λ) whose updates are simply weighted by the interest: the naive form of §2 of the paper, which is unsound.
 *
 * <pre>
 *   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + iₜ φₜ)   θ ← θ + α δₜ eₜ
 * </pre>
 *
 * Mahmood, Yu, White &amp; Sutton (2015), §2, eq. 4, with the trace of eq. 8. It can diverge even on-policy.
 */
public record InterestTd(StepSize stepSize, Limits limits) implements OneTrace {
    static final Algorithm ALGORITHM = Algorithm.named("interest-td", Family.ONE_TRACE)
            .summary("TD(λ) naively weighted by interest: can diverge even on-policy")
            .source("Mahmood, Yu, White & Sutton (2015), §2, eq. 4")
            .equations("""
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + iₜ φₜ)
                    θ ← θ + α δₜ eₜ
                    """)
            .fixedPoint(FixedPoint.INTEREST)
            .parameters(OneTrace.PARAMETERS)
            .configuredBy(s -> new InterestTd(StepSize.from(s), Limits.from(s)));

    /** A constant step size and no limits. */
    public InterestTd(double stepSize) {
        this(StepSize.constant(stepSize), Limits.NONE);
    }

    @Override
    public TraceRule rule() {
        // eₜ = ρₜ γₜ λₜ eₜ₋₁ + ρₜ iₜ φₜ
        return (t, memory, out) -> out.set(t.rho() * t.gamma() * t.lambda(), t.rho() * t.interest(), 1);
    }
}
