package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.engine.Coefficients;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Transition;

/**
 * TD(λ) whose updates are simply weighted by the interest: the naive form of §2 of the paper, kept to show why it is
 * unsound.
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
        return new Rule();
    }

    static final class Rule implements TraceRule {
        @Override
        public void coefficients(Transition t, double[] memory, Coefficients out) {
            // eₜ = ρₜ γₜ λₜ eₜ₋₁ + ρₜ iₜ φₜ
            out.set(t.rho() * t.gamma() * t.lambda(), t.rho() * t.interest(), 1);
        }
    }
}
