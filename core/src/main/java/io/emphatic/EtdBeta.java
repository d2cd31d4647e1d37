package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Parameter.Range;
import io.emphatic.engine.TraceRule;

/**
 * ETD(λ, β): emphatic TD whose follow-on decays with the rate β instead of γ, which trades bias for variance. Hallak,
 * Tamar, Munos &amp; Mannor (2016), "Generalized Emphatic Temporal Difference Learning: Bias-Variance Analysis".
 *
 * <pre>
 *   Fₜ = iₜ + βₜ ρₜ₋₁ Fₜ₋₁, βₜ = β where γₜ &gt; 0 and 0 where γₜ = 0
 *   Mₜ = λₜ iₜ + (1 − λₜ) Fₜ   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ)   θ ← θ + α δₜ eₜ
 * </pre>
 *
 * β = γ gives ETD(λ), β = 0 weighs by the interest alone. Deviation from the paper: state-dependent γ and interest, and
 * therefore βₜ = 0 where γₜ = 0, so that an end is an end.
 *
 * @param beta β
 */
public record EtdBeta(StepSize stepSize, Limits limits, double beta) implements OneTrace {
    private static final Parameter BETA = Parameter.of("beta", 0.5, Range.UNIT, "β, the decay of the follow-on trace");

    static final Algorithm ALGORITHM = Algorithm.named("etd-beta", Family.ONE_TRACE)
            .summary("ETD(λ, β): a decay β of its own for the follow-on, bias for variance")
            .source("Hallak, Tamar, Munos & Mannor (2016)")
            .equations("""
                    Fₜ = iₜ + βₜ ρₜ₋₁ Fₜ₋₁      βₜ = β where γₜ > 0, 0 where γₜ = 0
                    Mₜ = λₜ iₜ + (1 − λₜ) Fₜ
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ)
                    θ ← θ + α δₜ eₜ
                    """)
            .fixedPoint(FixedPoint.BETA_EMPHASIS)
            .parameters(OneTrace.PARAMETERS, BETA)
            .configuredBy(s -> new EtdBeta(StepSize.from(s), Limits.from(s), s.get("beta")));

    public EtdBeta {
        BETA.check(beta);
    }

    @Override
    public TraceRule rule() {
        return new Etd.Rule(beta);
    }
}
