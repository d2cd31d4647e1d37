package io.emphatic;

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
 *
 * @param stepSize α
 * @param eta η, with α_w = η α
 */
public record Gtd(StepSize stepSize, double eta) implements GradientConfig {

    static final Algorithm ALGORITHM = Algorithm.named("gtd", Family.GRADIENT)
            .summary("gradient TD(λ) with correction (TDC): stable off-policy; ignores interest")
            .source("Maei (2011)")
            .equations("""
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)
                    θ ← θ + α (δₜ eₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁)
                    w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ)
                    """)
            .fixedPoint(FixedPoint.VISITS)
            .parameters(GradientConfig.PARAMETERS)
            .configuredBy(s -> new Gtd(StepSize.from(s), s.get("eta")));

    public Gtd {
        GradientConfig.ETA.check(eta);
    }

    /** A constant step size. */
    public Gtd(double stepSize, double eta) {
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
            correct(t, m, alpha);
            track(t, m, alphaW);
        }

        /** θ ← θ + α (δₜ eₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁). */
        static void correct(Transition t, GradientVectors m, double alpha) {
            double bootstrap = t.gammaNext() * (1 - t.lambdaNext());
            m.moveWeights(alpha * m.delta(), 0, -alpha * bootstrap * m.traceDotSecondary());
        }

        /** w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ). */
        static void track(Transition t, GradientVectors m, double alphaW) {
            m.moveSecondary(1, alphaW * m.delta(), -alphaW * m.secondaryDot(t.phi()), 0);
        }

        @Override
        public void move(SharedStep step, GradientLanes m, int from, int to) {
            correct(step, m, from, to);
            track(step, m, from, to);
        }

        /** θ ← θ + α (δₜ eₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁), all lanes. */
        static void correct(SharedStep step, GradientLanes m, int from, int to) {
            m.traceDotSecondary(step, from, to);
            double bootstrap = step.gammaNext * (1 - step.lambdaNext);
            for (int l = from; l < to; l++) {
                m.thetaTrace[l] = m.alpha[l] * m.delta[l];
            }
            m.moveWeightsAlongTrace(step, from, to);
            bootstrap(step, m, bootstrap, from, to);
        }

        /** θ ← θ − α γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁, all lanes. */
        static void bootstrap(SharedStep step, GradientLanes m, double bootstrap, int from, int to) {
            // Also when the factor is 0: on the brink of divergence 0 · ∞ is what tells.
            for (int l = from; l < to; l++) {
                m.thetaPhiNext[l] = -m.alpha[l] * bootstrap * m.ew[l];
            }
            m.moveWeightsAlongPhiNext(step, from, to);
        }

        /** w ← w + α_w (δₜ eₜ − (wᵀφₜ) φₜ), all lanes. */
        static void track(SharedStep step, GradientLanes m, int from, int to) {
            m.secondaryDotPhi(step, from, to);
            for (int l = from; l < to; l++) {
                m.wTrace[l] = m.alphaW[l] * m.delta[l];
            }
            for (int l = from; l < to; l++) {
                m.wAlongPhi[l] = -m.alphaW[l] * m.wPhi[l];
            }
            m.moveSecondaryAlongTrace(step, from, to);
            m.moveSecondaryAlongPhi(step, from, to);
        }
    }
}
