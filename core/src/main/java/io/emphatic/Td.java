package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.engine.TraceRule;

/**
 * Off-policy TD(λ): Mahmood, Yu, White &amp; Sutton (2015), §3, eqs. 7–8.
 *
 * <pre>
 *   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)   θ ← θ + α δₜ eₜ
 * </pre>
 *
 * Not stable in general when π ≠ μ. The interest is ignored.
 */
public record Td(StepSize stepSize, Limits limits) implements OneTrace {
    /** eₜ = ρₜ γₜ λₜ eₜ₋₁ + ρₜ φₜ. */
    static final TraceRule RULE = (t, memory, out) -> out.set(t.rho() * t.gamma() * t.lambda(), t.rho(), 1);

    static final Algorithm ALGORITHM = Algorithm.named("td", Family.ONE_TRACE)
            .summary("off-policy TD(λ): can diverge when π ≠ μ; ignores interest")
            .source("Mahmood, Yu, White & Sutton (2015), eqs. 7–8")
            .equations("""
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)
                    θ ← θ + α δₜ eₜ
                    """)
            .fixedPoint(FixedPoint.VISITS)
            .parameters(OneTrace.PARAMETERS)
            .configuredBy(s -> new Td(StepSize.from(s), Limits.from(s)));

    /** A constant step size and no limits. */
    public Td(double stepSize) {
        this(StepSize.constant(stepSize), Limits.NONE);
    }

    @Override
    public TraceRule rule() {
        return RULE;
    }
}
