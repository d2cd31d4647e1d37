package io.emphatic;

import static io.emphatic.engine.GradientLanes.multiply;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.engine.GradientLanes;
import io.emphatic.engine.GradientRule;
import io.emphatic.experience.Transition;

/**
 * GTD(λ), also known as TDC(λ): gradient TD with gradient correction. Maei (2011), "Gradient Temporal-Difference
 * Learning Algorithms"; {@code docs/ALGORITHMS.md} §2.
 *
 * <pre>
 *   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)
 *   θ ← θ + α (δₜ eₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁)
 *   w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ)
 * </pre>
 *
 * Shares the fixed point of off-policy TD(λ) and is stable where that is not. The interest is ignored.
 */
public record Gtd(StepSize stepSize, double eta) implements GradientTd {
    static final Algorithm ALGORITHM = Algorithm.named("gtd", Family.GRADIENT)
            .summary("gradient TD(λ) with correction (TDC): stable off-policy; ignores interest")
            .source("Maei (2011)")
            .equations("""
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)
                    θ ← θ + α (δₜ eₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁)
                    w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ)
                    """)
            .fixedPoint(FixedPoint.VISITS)
            .parameters(GradientTd.PARAMETERS)
            .configuredBy(s -> new Gtd(StepSize.from(s), s.get("eta")));

    public Gtd {
        GradientTd.ETA.check(eta);
    }

    @Override
    public GradientRule rule() {
        return (t, m) -> {
            correct(t, m);
            track(m);
        };
    }

    /** θ ← θ + α (δₜ eₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁). */
    static void correct(Transition t, GradientLanes m) {
        multiply(m.weightsAlongTrace, m.alpha, m.delta);
        bootstrap(t, m);
    }

    /** θ ← θ − α γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁. */
    static void bootstrap(Transition t, GradientLanes m) {
        double bootstrap = t.gammaNext() * (1 - t.lambdaNext());
        multiply(m.weightsAlongPhiNext, m.alpha, -bootstrap, m.traceDotSecondary());
    }

    /** w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ). */
    static void track(GradientLanes m) {
        multiply(m.secondaryAlongTrace, m.alphaW, m.delta);
        multiply(m.secondaryAlongPhi, m.alphaW, -1, m.secondaryDotPhi());
    }
}
