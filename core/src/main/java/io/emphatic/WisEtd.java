package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.engine.TraceRule;

/**
 * WIS-ETD(λ): emphatic TD(λ) with weighted importance sampling, the usages of Mahmood &amp; Sutton (2015) with the
 * emphasis of {@link Etd}; {@code docs/ALGORITHMS.md} §6 with mₜ = Mₜ.
 *
 * <pre>
 *   Fₜ = iₜ + γₜ ρₜ₋₁ Fₜ₋₁       Mₜ = λₜ iₜ + (1 − λₜ) Fₜ
 *   dₜ = dₜ₋₁ − η φₜ² dₜ₋₁ + ρₜ Mₜ φₜ² + (ρₜ − 1) γₜ λₜ (vₜ₋₁ − η φₜ² vₜ₋₁)
 *   vₜ = ρₜ γₜ λₜ (vₜ₋₁ − η φₜ² vₜ₋₁) + ρₜ Mₜ φₜ²
 *   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ)   θ ← θ + δₜ eₜ / dₜ
 * </pre>
 *
 * A huge emphasis enters e and d alike, so that with one active feature it moves a prediction at most to its target.
 */
public record WisEtd(double usageDecay, double initialUsage) implements WeightedTd {
    static final Algorithm ALGORITHM = Algorithm.named("wis-etd", Family.WEIGHTED)
            .summary("etd with weighted importance sampling: step sizes come from the data")
            .source("Mahmood & Sutton (2015), with the emphasis of Mahmood, Yu, White & Sutton (2015)")
            .equations("""
                    Fₜ = iₜ + γₜ ρₜ₋₁ Fₜ₋₁
                    Mₜ = λₜ iₜ + (1 − λₜ) Fₜ
                    dₜ = dₜ₋₁ − η φₜ² dₜ₋₁ + ρₜ Mₜ φₜ² + (ρₜ − 1) γₜ λₜ (vₜ₋₁ − η φₜ² vₜ₋₁)
                    vₜ = ρₜ γₜ λₜ (vₜ₋₁ − η φₜ² vₜ₋₁) + ρₜ Mₜ φₜ²
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ)
                    θ ← θ + δₜ eₜ / dₜ      by component; 0 where d ≤ 0
                    """)
            .fixedPoint(FixedPoint.EMPHASIS)
            .parameters(WeightedTd.PARAMETERS)
            .configuredBy(s -> new WisEtd(s.get("usage_decay"), s.get("initial_usage")));

    public WisEtd {
        WeightedTd.USAGE_DECAY.check(usageDecay);
        WeightedTd.INITIAL_USAGE.check(initialUsage);
    }

    @Override
    public TraceRule rule() {
        return Etd.RULE;
    }
}
