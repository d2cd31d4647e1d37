package io.emphatic;

import static io.emphatic.engine.GradientLanes.multiply;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
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
            .parameters(GradientTd.PARAMETERS)
            .configuredBy(s -> new Htd(StepSize.from(s), s.get("eta")));

    public Htd {
        GradientTd.ETA.check(eta);
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
            double[] ew = m.traceDotSecondary();
            double[] hw = m.secondTraceDotSecondary();
            for (int l = 0; l < m.count; l++) {
                ew[l] -= hw[l]; // (eₜ − hₜ)ᵀw
            }
            // θ ← θ + α (δₜ eₜ + (φₜ − γₜ₊₁ φₜ₊₁) ((eₜ − hₜ)ᵀw))
            multiply(m.weightsAlongTrace, m.alpha, m.delta);
            multiply(m.weightsAlongPhi, m.alpha, ew);
            multiply(m.weightsAlongPhiNext, -t.gammaNext(), m.weightsAlongPhi);
            // w ← w + α_w (δₜ eₜ − (φₜ − γₜ₊₁ φₜ₊₁) (hₜᵀw))
            multiply(m.secondaryAlongTrace, m.alphaW, m.delta);
            multiply(m.secondaryAlongPhi, m.alphaW, -1, hw);
            multiply(m.secondaryAlongPhiNext, -t.gammaNext(), m.secondaryAlongPhi);
        }
    }
}
