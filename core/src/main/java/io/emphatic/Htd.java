package io.emphatic;

/**
 * HTD(λ): hybrid TD, which is TD(λ) when on-policy and gradient TD otherwise. Hackman (2012), "Faster Gradient-TD
 * Algorithms"; White &amp; White (2016).
 *
 * <pre>
 *   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)      hₜ = γₜ λₜ hₜ₋₁ + φₜ
 *   θ ← θ + α (δₜ eₜ + (φₜ − γₜ₊₁ φₜ₊₁) ((eₜ − hₜ)ᵀw))
 *   w ← w + α_w (δₜ eₜ − (φₜ − γₜ₊₁ φₜ₊₁) (hₜᵀw))
 * </pre>
 *
 * The interest is ignored.
 *
 * @param stepSize α
 * @param eta η, with α_w = η α
 */
public record Htd(StepSize stepSize, double eta) implements GradientConfig {

    static final Algorithm ALGORITHM = Algorithm.named("htd", Family.GRADIENT)
            .summary("hybrid TD(λ): TD when on-policy, gradient TD otherwise; ignores interest")
            .source("Hackman (2012); White & White (2016)")
            .equations("""
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)      hₜ = γₜ λₜ hₜ₋₁ + φₜ
                    θ ← θ + α (δₜ eₜ + (φₜ − γₜ₊₁ φₜ₊₁) ((eₜ − hₜ)ᵀw))
                    w ← w + α_w (δₜ eₜ − (φₜ − γₜ₊₁ φₜ₊₁) (hₜᵀw))
                    """)
            .fixedPoint(FixedPoint.VISITS)
            .parameters(GradientConfig.PARAMETERS)
            .configuredBy(s -> new Htd(StepSize.from(s), s.get("eta")));

    public Htd {
        GradientConfig.ETA.check(eta);
    }

    /** A constant step size. */
    public Htd(double stepSize, double eta) {
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
        public boolean hasSecondTrace() {
            return true;
        }

        @Override
        public void set(Transition t, GradientVectors m, double alpha, double alphaW) {
            double hw = m.secondTraceDotSecondary();
            double difference = m.traceDotSecondary() - hw;
            // θ ← θ + α (δₜ eₜ + (φₜ − γₜ₊₁ φₜ₊₁) ((eₜ − hₜ)ᵀw))
            m.moveWeights(alpha * m.delta(), alpha * difference, -alpha * difference * t.gammaNext());
            // w ← w + α_w (δₜ eₜ − (φₜ − γₜ₊₁ φₜ₊₁) (hₜᵀw))
            m.moveSecondary(1, alphaW * m.delta(), -alphaW * hw, alphaW * hw * t.gammaNext());
        }

        @Override
        public void move(SharedStep step, GradientLanes m, int from, int to) {
            m.secondTraceDotSecondary(step, from, to);
            m.traceDotSecondary(step, from, to);
            double gammaNext = step.gammaNext;
            for (int l = from; l < to; l++) {
                m.thetaTrace[l] = m.alpha[l] * m.delta[l];
            }
            for (int l = from; l < to; l++) {
                m.thetaPhi[l] = m.alpha[l] * (m.ew[l] - m.hw[l]);
            }
            for (int l = from; l < to; l++) {
                m.wTrace[l] = m.alphaW[l] * m.delta[l];
            }
            for (int l = from; l < to; l++) {
                m.wAlongPhi[l] = -m.alphaW[l] * m.hw[l];
            }
            m.moveWeightsAlongTrace(step, from, to);
            m.moveWeightsAlongPhi(step, from, to);
            m.moveSecondaryAlongTrace(step, from, to);
            m.moveSecondaryAlongPhi(step, from, to);
            for (int l = from; l < to; l++) {
                m.thetaPhiNext[l] = -m.thetaPhi[l] * gammaNext;
            }
            for (int l = from; l < to; l++) {
                m.wAlongPhiNext[l] = -m.wAlongPhi[l] * gammaNext;
            }
            m.moveWeightsAlongPhiNext(step, from, to);
            m.moveSecondaryAlongPhiNext(step, from, to);
        }
    }
}
