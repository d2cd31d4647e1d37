package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.engine.TraceRule;

/**
 * WIS-TD(λ): off-policy TD(λ) with weighted importance sampling. Mahmood &amp; Sutton (2015);
 * {@code docs/ALGORITHMS.md} §6 with mₜ = 1.
 *
 * <pre>
 *   dₜ = dₜ₋₁ − η φₜ² dₜ₋₁ + ρₜ φₜ² + (ρₜ − 1) γₜ λₜ (vₜ₋₁ − η φₜ² vₜ₋₁)
 *   vₜ = ρₜ γₜ λₜ (vₜ₋₁ − η φₜ² vₜ₋₁) + ρₜ φₜ²
 *   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)   θ ← θ + δₜ eₜ / dₜ
 * </pre>
 *
 * The interest is ignored.
 */
public record WisTd(double usageDecay, double initialUsage) implements WeightedTd {
    static final Algorithm ALGORITHM = Algorithm.named("wis-td", Family.WEIGHTED)
            .summary("td with weighted importance sampling: step sizes come from the data; ignores interest")
            .source("Mahmood & Sutton (2015)")
            .equations("""
                    dₜ = dₜ₋₁ − η φₜ² dₜ₋₁ + ρₜ φₜ² + (ρₜ − 1) γₜ λₜ (vₜ₋₁ − η φₜ² vₜ₋₁)
                    vₜ = ρₜ γₜ λₜ (vₜ₋₁ − η φₜ² vₜ₋₁) + ρₜ φₜ²
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)
                    θ ← θ + δₜ eₜ / dₜ      by component; 0 where d ≤ 0
                    """)
            .fixedPoint(FixedPoint.VISITS)
            .parameters(WeightedTd.PARAMETERS)
            .configuredBy(s -> new WisTd(s.get("usage_decay"), s.get("initial_usage")));

    public WisTd {
        WeightedTd.USAGE_DECAY.check(usageDecay);
        WeightedTd.INITIAL_USAGE.check(initialUsage);
    }

    @Override
    public TraceRule rule() {
        return Td.RULE;
    }
}
