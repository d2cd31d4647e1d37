package io.emphatic;

import static io.emphatic.engine.GradientLanes.multiply;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.engine.GradientLanes;
import io.emphatic.engine.GradientRule;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;

/**
 * Proximal GTD2(λ): GTD2 by mirror-prox, with a half step first. Liu, Liu, Ghavamzadeh, Mahadevan &amp; Petrik (2015),
 * "Finite-Sample Analysis of Proximal Gradient TD Algorithms"; {@code docs/ALGORITHMS.md} §2.
 *
 * <pre>
 *   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)
 *   w½ = w + α_w (δₜ eₜ − (wᵀφₜ) φₜ)
 *   θ½ = θ + α ((wᵀφₜ) φₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁)
 *   δ½ = Rₜ₊₁ + γₜ₊₁ θ½ᵀφₜ₊₁ − θ½ᵀφₜ
 *   θ ← θ + α ((w½ᵀφₜ) φₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw½) φₜ₊₁)
 *   w ← w + α_w (δ½ eₜ − (w½ᵀφₜ) φₜ)
 * </pre>
 *
 * The half-way vectors are needed through their inner products only, which follow from those of the old ones; they are
 * never built. The interest is ignored.
 */
public record Pgtd2(StepSize stepSize, double eta) implements GradientTd {
    static final Algorithm ALGORITHM = Algorithm.named("pgtd2", Family.GRADIENT)
            .summary("proximal GTD2(λ): GTD2 with a half step first; ignores interest")
            .source("Liu et al. (2015)")
            .equations("""
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)
                    w½ = w + α_w (δₜ eₜ − (wᵀφₜ) φₜ)
                    θ½ = θ + α ((wᵀφₜ) φₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁)
                    δ½ = Rₜ₊₁ + γₜ₊₁ θ½ᵀφₜ₊₁ − θ½ᵀφₜ
                    θ ← θ + α ((w½ᵀφₜ) φₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw½) φₜ₊₁)
                    w ← w + α_w (δ½ eₜ − (w½ᵀφₜ) φₜ)
                    """)
            .fixedPoint(FixedPoint.VISITS)
            .parameters(GradientTd.PARAMETERS)
            .configuredBy(s -> new Pgtd2(StepSize.from(s), s.get("eta")));

    public Pgtd2 {
        GradientTd.ETA.check(eta);
    }

    @Override
    public GradientRule rule() {
        return new Rule();
    }

    static final class Rule implements GradientRule {
        @Override
        public boolean hasHalfStep() {
            return true;
        }

        @Override
        public void set(Transition t, GradientLanes m) {
            Features phi = t.phi();
            Features phiNext = t.phiNext();
            double gammaNext = t.gammaNext();
            double bootstrap = gammaNext * (1 - t.lambdaNext());
            double ePhi = m.traceDot(phi);
            double ee = m.traceDotTrace();
            double phiPhi = phi.dot(phi);
            // only their products with γₜ₊₁ are used: at an end φₜ₊₁ does not count
            double phiNextPhi = gammaNext == 0 ? 0 : phiNext.dot(phi);
            double phiNextPhiNext = gammaNext == 0 ? 0 : phiNext.dot(phiNext);
            double[] alpha = m.alpha;
            double[] alphaW = m.alphaW;
            double[] delta = m.delta;
            double[] wPhi = m.secondaryDotPhi();
            double[] ew = m.traceDotSecondary();

            // short loops, which the compiler vectorises
            // θ½ − θ = α ((wᵀφₜ) φₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁)
            double[] alongPhi = m.weightsAlongPhi;
            double[] alongPhiNext = m.weightsAlongPhiNext;
            multiply(alongPhi, alpha, wPhi);
            multiply(alongPhiNext, alpha, -bootstrap, ew);

            // w ← w + α_w (δ½ eₜ − (w½ᵀφₜ) φₜ)
            double[] secondaryAlongTrace = m.secondaryAlongTrace;
            for (int l = 0; l < m.count; l++) {
                // δ½ = δₜ + (γₜ₊₁ φₜ₊₁ − φₜ)ᵀ(θ½ − θ)
                secondaryAlongTrace[l] =
                        delta[l] + gammaNext * (alongPhi[l] * phiNextPhi + alongPhiNext[l] * phiNextPhiNext);
            }
            for (int l = 0; l < m.count; l++) {
                double deltaHalf = secondaryAlongTrace[l] - (alongPhi[l] * phiPhi + alongPhiNext[l] * phiNextPhi);
                secondaryAlongTrace[l] = alphaW[l] * deltaHalf;
            }

            // θ ← θ + α ((w½ᵀφₜ) φₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw½) φₜ₊₁)
            for (int l = 0; l < m.count; l++) {
                // eₜᵀw½ with w½ = w + α_w (δₜ eₜ − (wᵀφₜ) φₜ)
                ew[l] += alphaW[l] * (delta[l] * ee - wPhi[l] * ePhi);
            }
            multiply(alongPhiNext, alpha, -bootstrap, ew);
            for (int l = 0; l < m.count; l++) {
                // w½ᵀφₜ
                wPhi[l] += alphaW[l] * (delta[l] * ePhi - wPhi[l] * phiPhi);
            }
            multiply(alongPhi, alpha, wPhi);
            multiply(m.secondaryAlongPhi, alphaW, -1, wPhi);
        }
    }
}
