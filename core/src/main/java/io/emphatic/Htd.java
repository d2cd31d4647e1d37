package io.emphatic;

import io.emphatic.engine.GradientLanes;
import io.emphatic.engine.GradientRule;
import io.emphatic.experience.Transition;

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
 */
public record Htd(StepSize stepSize, double eta) implements GradientTd {

    static final Algorithm ALGORITHM = Algorithm.named("htd", Family.GRADIENT)
            .summary("hybrid TD(λ): TD when on-policy, gradient TD otherwise; ignores interest")
            .source("Hackman (2012); White & White (2016)")
            .equations("""
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)      hₜ = γₜ λₜ hₜ₋₁ + φₜ
                    θ ← θ + α (δₜ eₜ + (φₜ − γₜ₊₁ φₜ₊₁) ((eₜ − hₜ)ᵀw))
                    w ← w + α_w (δₜ eₜ − (φₜ − γₜ₊₁ φₜ₊₁) (hₜᵀw))
                    """)
            .fixedPoint(FixedPoint.VISITS)
            .parameters(Parameters.GRADIENT)
            .configuredBy(s -> new Htd(StepSize.from(s), s.get("eta")));

    public Htd {
        Parameters.ETA.check(eta);
    }

    /** A constant step size. */
    public Htd(double stepSize, double eta) {
        this(StepSize.constant(stepSize), eta);
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
        public void set(Transition t, GradientLanes m) {
            double[] alpha = m.alpha;
            double[] alphaW = m.alphaW;
            double[] delta = m.delta;
            double[] ew = m.traceDotSecondary();
            double[] hw = m.secondTraceDotSecondary();
            double gammaNext = t.gammaNext();

            // θ ← θ + α (δₜ eₜ + (φₜ − γₜ₊₁ φₜ₊₁) ((eₜ − hₜ)ᵀw))
            double[] weightsAlongTrace = m.weightsAlongTrace();
            double[] weightsAlongPhi = m.weightsAlongPhi();
            double[] weightsAlongPhiNext = m.weightsAlongPhiNext();
            for (int l = 0; l < m.count; l++) {
                weightsAlongTrace[l] = alpha[l] * delta[l];
            }
            for (int l = 0; l < m.count; l++) {
                weightsAlongPhi[l] = alpha[l] * (ew[l] - hw[l]);
            }
            for (int l = 0; l < m.count; l++) {
                weightsAlongPhiNext[l] = -weightsAlongPhi[l] * gammaNext;
            }

            // w ← w + α_w (δₜ eₜ − (φₜ − γₜ₊₁ φₜ₊₁) (hₜᵀw))
            double[] secondaryAlongTrace = m.secondaryAlongTrace();
            double[] secondaryAlongPhi = m.secondaryAlongPhi();
            double[] secondaryAlongPhiNext = m.secondaryAlongPhiNext();
            for (int l = 0; l < m.count; l++) {
                secondaryAlongTrace[l] = alphaW[l] * delta[l];
            }
            for (int l = 0; l < m.count; l++) {
                secondaryAlongPhi[l] = -alphaW[l] * hw[l];
            }
            for (int l = 0; l < m.count; l++) {
                secondaryAlongPhiNext[l] = -secondaryAlongPhi[l] * gammaNext;
            }
        }
    }
}
