package io.emphatic;

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
 *
 * @param stepSize α
 * @param eta η, with α_w = η α
 */
public record Gtd2(StepSize stepSize, double eta) implements GradientConfig {

    static final Algorithm ALGORITHM = Algorithm.named("gtd2", Family.GRADIENT)
            .summary("GTD2(λ): θ follows w alone; stable off-policy; ignores interest")
            .source("Sutton et al. (2009); Maei (2011)")
            .equations("""
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)
                    θ ← θ + α ((wᵀφₜ) φₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁)
                    w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ)
                    """)
            .fixedPoint(FixedPoint.VISITS)
            .parameters(GradientConfig.PARAMETERS)
            .configuredBy(s -> new Gtd2(StepSize.from(s), s.get("eta")));

    public Gtd2 {
        GradientConfig.ETA.check(eta);
    }

    /** A constant step size. */
    public Gtd2(double stepSize, double eta) {
        this(StepSize.constant(stepSize), eta);
    }

    @Override
    public Algorithm algorithm() {
        return ALGORITHM;
    }

    @Override
    public GradientRule rule() {
        return new Rule();
    }

    static final class Rule implements GradientRule {
        @Override
        public void set(Transition t, GradientVectors m, double alpha, double alphaW) {
            // θ ← θ + α ((wᵀφₜ) φₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁)
            double bootstrap = t.gammaNext() * (1 - t.lambdaNext());
            m.moveWeights(0, alpha * m.secondaryDot(t.phi()), -alpha * bootstrap * m.traceDotSecondary());
            Gtd.Rule.track(t, m, alphaW);
        }

        @Override
        public void move(SharedStep step, GradientLanes m, int from, int to) {
            m.secondaryDotPhi(step, from, to);
            m.traceDotSecondary(step, from, to);
            for (int l = from; l < to; l++) {
                m.thetaPhi[l] = m.alpha[l] * m.wPhi[l];
            }
            m.moveWeightsAlongPhi(step, from, to);
            Gtd.Rule.bootstrap(step, m, step.gammaNext * (1 - step.lambdaNext), from, to);
            Gtd.Rule.track(step, m, from, to);
        }
    }
}
