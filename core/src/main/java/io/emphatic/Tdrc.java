package io.emphatic;

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
 * @param stepSize α
 * @param eta η, with α_w = η α
 * @param regularization ξ
 */
public record Tdrc(StepSize stepSize, double eta, double regularization) implements GradientConfig {
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
            .parameters(GradientConfig.PARAMETERS, REGULARIZATION)
            .configuredBy(s -> new Tdrc(StepSize.from(s), s.get("eta"), s.get("regularization")));

    public Tdrc {
        GradientConfig.ETA.check(eta);
        REGULARIZATION.check(regularization);
    }

    /** A constant step size. */
    public Tdrc(double stepSize, double eta, double regularization) {
        this(StepSize.constant(stepSize), eta, regularization);
    }

    @Override
    public Algorithm algorithm() {
        return ALGORITHM;
    }

    @Override
    public GradientRule rule() {
        return new Rule(regularization);
    }

    static final class Rule implements GradientRule {
        private final double regularization;

        Rule(double regularization) {
            this.regularization = regularization;
        }

        @Override
        public double kept(double alphaW) {
            return 1 - alphaW * regularization;
        }

        @Override
        public void set(Transition t, GradientVectors m, double alpha, double alphaW) {
            Gtd.Rule.correct(t, m, alpha);
            // w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ) − α_w ξ w
            m.moveSecondary(kept(alphaW), alphaW * m.delta(), -alphaW * m.secondaryDot(t.phi()), 0);
        }

        @Override
        public void move(SharedStep step, GradientLanes m, int from, int to) {
            Gtd.Rule.correct(step, m, from, to);
            m.secondaryDotPhi(step, from, to);
            for (int l = from; l < to; l++) {
                m.wKept[l] = 1 - m.alphaW[l] * regularization;
            }
            for (int l = from; l < to; l++) {
                m.wTrace[l] = m.alphaW[l] * m.delta[l];
            }
            for (int l = from; l < to; l++) {
                m.wAlongPhi[l] = -m.alphaW[l] * m.wPhi[l];
            }
            m.keepSecondary(from, to);
            m.moveSecondaryAlongTrace(step, from, to);
            m.moveSecondaryAlongPhi(step, from, to);
        }
    }
}
