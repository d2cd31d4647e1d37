package io.emphatic;

import static io.emphatic.engine.GradientLanes.multiply;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.engine.GradientRule;

/**
 * GTD2(λ): Sutton et al. (2009) with traces as in Maei (2011); {@code docs/ALGORITHMS.md} §2.
 *
 * <pre>
 *   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)
 *   θ ← θ + α ((wᵀφₜ) φₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁)
 *   w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ)
 * </pre>
 *
 * θ follows the gradient that w estimates, never δ itself. The interest is ignored.
 */
public record Gtd2(StepSize stepSize, double eta) implements GradientTd {
    static final Algorithm ALGORITHM = Algorithm.named("gtd2", Family.GRADIENT)
            .summary("GTD2(λ): θ follows w alone; stable off-policy; ignores interest")
            .source("Sutton et al. (2009); Maei (2011)")
            .equations("""
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)
                    θ ← θ + α ((wᵀφₜ) φₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁)
                    w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ)
                    """)
            .fixedPoint(FixedPoint.VISITS)
            .parameters(GradientTd.PARAMETERS)
            .configuredBy(s -> new Gtd2(StepSize.from(s), s.get("eta")));

    public Gtd2 {
        GradientTd.ETA.check(eta);
    }

    @Override
    public GradientRule rule() {
        return (t, m) -> {
            // θ ← θ + α ((wᵀφₜ) φₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁)
            multiply(m.weightsAlongPhi, m.alpha, m.secondaryDotPhi());
            Gtd.bootstrap(t, m);
            // w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ)
            Gtd.track(m);
        };
    }
}
