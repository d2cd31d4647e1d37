package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Parameter.Range;
import io.emphatic.engine.GradientLanes;
import io.emphatic.engine.GradientRule;
import io.emphatic.experience.Transition;

/**
 * TDRC(λ): GTD(λ) with a regularised second weight vector. Ghiassian, Patterson, Garg, Gupta, White &amp; White (2020),
 * "Gradient Temporal-Difference Learning with Regularized Corrections".
 *
 * <pre>
 *   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)
 *   θ ← θ + α (δₜ eₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁)
 *   w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ) − α_w ξ w
 * </pre>
 *
 * ξ = 0 gives GTD(λ), ξ → ∞ TD(λ). The interest is ignored.
 *
 * @param regularization ξ
 */
public record Tdrc(StepSize stepSize, double eta, double regularization) implements GradientTd {
    private static final Parameter REGULARIZATION =
            Parameter.of("regularization", 1, Range.NON_NEGATIVE, "ξ, how strongly w is pulled to zero");

    static final Algorithm ALGORITHM = Algorithm.named("tdrc", Family.GRADIENT)
            .summary("GTD(λ) with a regularised w: near TD where TD is stable; ignores interest")
            .source("Ghiassian et al. (2020)")
            .equations("""
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)
                    θ ← θ + α (δₜ eₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁)
                    w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ) − α_w ξ w
                    """)
            .fixedPoint(FixedPoint.VISITS)
            .parameters(GradientTd.PARAMETERS, REGULARIZATION)
            .configuredBy(s -> new Tdrc(StepSize.from(s), s.get("eta"), s.get("regularization")));

    public Tdrc {
        GradientTd.ETA.check(eta);
        REGULARIZATION.check(regularization);
    }

    @Override
    public GradientRule rule() {
        return new Rule(regularization);
    }

    record Rule(double regularization) implements GradientRule {
        @Override
        public double kept(double alphaW) {
            return 1 - alphaW * regularization;
        }

        @Override
        public void set(Transition t, GradientLanes m) {
            Gtd.correct(t, m);
            // w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ) − α_w ξ w, the last term by what w keeps of itself
            Gtd.track(m);
        }
    }
}
