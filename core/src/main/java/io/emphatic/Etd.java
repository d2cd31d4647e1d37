package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.engine.Coefficients;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Transition;

/**
 * Emphatic TD(λ): Mahmood, Yu, White &amp; Sutton (2015), §3, eqs. 10–13.
 *
 * <pre>
 *   Fₜ = iₜ + γₜ ρₜ₋₁ Fₜ₋₁       Mₜ = λₜ iₜ + (1 − λₜ) Fₜ
 *   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ)   θ ← θ + α δₜ eₜ
 * </pre>
 */
public record Etd(StepSize stepSize, Limits limits) implements OneTrace {
    static final TraceRule RULE = new Rule(Double.NaN);

    static final Algorithm ALGORITHM = Algorithm.named("etd", Family.ONE_TRACE)
            .summary("emphatic TD(λ): stable off-policy, right where the interest is")
            .source("Mahmood, Yu, White & Sutton (2015), eqs. 10–13")
            .equations("""
                    Fₜ = iₜ + γₜ ρₜ₋₁ Fₜ₋₁
                    Mₜ = λₜ iₜ + (1 − λₜ) Fₜ
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ)
                    θ ← θ + α δₜ eₜ
                    """)
            .fixedPoint(FixedPoint.EMPHASIS)
            .parameters(OneTrace.PARAMETERS)
            .configuredBy(s -> new Etd(StepSize.from(s), Limits.from(s)));

    /** A constant step size and no limits. */
    public Etd(double stepSize) {
        this(StepSize.constant(stepSize), Limits.NONE);
    }

    @Override
    public TraceRule rule() {
        return RULE;
    }

    /**
     * Memory: Fₜ₋₁.
     *
     * @param beta β, the decay of the follow-on where γₜ > 0; NaN: γₜ
     */
    record Rule(double beta) implements TraceRule {
        @Override
        public int memorySize() {
            return 1;
        }

        @Override
        public void coefficients(Transition t, double[] memory, Coefficients out) {
            double decay = Double.isNaN(beta) || t.gamma() == 0 ? t.gamma() : beta;
            // Fₜ = iₜ + γₜ ρₜ₋₁ Fₜ₋₁
            out.emphasise(t, t.interest() + decay * t.rhoPrev() * memory[0]);
        }

        @Override
        public void remember(Transition t, double[] memory, Coefficients taken) {
            memory[0] = taken.followOn();
        }
    }
}
