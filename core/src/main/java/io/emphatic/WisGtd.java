package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Parameter.Range;
import io.emphatic.engine.TraceRule;

/**
 * WIS-GTD(λ): gradient TD(λ) with weighted importance sampling. Mahmood &amp; Sutton (2015); {@code docs/ALGORITHMS.md}
 * §6 with mₜ = 1 and the moves of {@link Gtd}.
 *
 * <pre>
 *   dₜ = dₜ₋₁ − η φₜ² dₜ₋₁ + ρₜ φₜ² + (ρₜ − 1) γₜ λₜ (vₜ₋₁ − η φₜ² vₜ₋₁)
 *   vₜ = ρₜ γₜ λₜ (vₜ₋₁ − η φₜ² vₜ₋₁) + ρₜ φₜ²
 *   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)
 *   θ ← θ + (δₜ eₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁) / dₜ
 *   w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ)
 * </pre>
 *
 * The interest is ignored.
 *
 * @param secondaryStepSize α_w
 */
public record WisGtd(double usageDecay, double initialUsage, double secondaryStepSize) implements WeightedTd {
    private static final Parameter SECONDARY_STEP_SIZE =
            Parameter.of("secondary_step_size", 0.001, Range.NON_NEGATIVE, "α_w, the step size of the second weights");

    static final Algorithm ALGORITHM = Algorithm.named("wis-gtd", Family.WEIGHTED)
            .summary("gtd with weighted importance sampling: stable off-policy; ignores interest")
            .source("Mahmood & Sutton (2015)")
            .equations("""
                    dₜ = dₜ₋₁ − η φₜ² dₜ₋₁ + ρₜ φₜ² + (ρₜ − 1) γₜ λₜ (vₜ₋₁ − η φₜ² vₜ₋₁)
                    vₜ = ρₜ γₜ λₜ (vₜ₋₁ − η φₜ² vₜ₋₁) + ρₜ φₜ²
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)
                    θ ← θ + (δₜ eₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁) / dₜ      by component; 0 where d ≤ 0
                    w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ)
                    """)
            .fixedPoint(FixedPoint.VISITS)
            .parameters(WeightedTd.PARAMETERS, SECONDARY_STEP_SIZE)
            .configuredBy(s -> new WisGtd(s.get("usage_decay"), s.get("initial_usage"), s.get("secondary_step_size")));

    public WisGtd {
        WeightedTd.USAGE_DECAY.check(usageDecay);
        WeightedTd.INITIAL_USAGE.check(initialUsage);
        SECONDARY_STEP_SIZE.check(secondaryStepSize);
    }

    @Override
    public TraceRule rule() {
        return Td.RULE;
    }
}
