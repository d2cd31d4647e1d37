package io.emphatic;

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
 *
 * @param stepSize α
 * @param eta η, with α_w = η α
 */
public record Pgtd2(StepSize stepSize, double eta) implements GradientConfig {

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
            .parameters(GradientConfig.PARAMETERS)
            .configuredBy(s -> new Pgtd2(StepSize.from(s), s.get("eta")));

    public Pgtd2 {
        GradientConfig.ETA.check(eta);
    }

    /** A constant step size. */
    public Pgtd2(double stepSize, double eta) {
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
            Features phi = t.phi();
            Features phiNext = t.phiNext();
            double bootstrap = t.gammaNext() * (1 - t.lambdaNext());
            double wPhi = m.secondaryDot(phi);
            double eW = m.traceDotSecondary();
            double ePhi = m.traceDot(phi);
            double phiPhi = phi.dot(phi);
            // behind γₜ₊₁ only: what lies beyond an end does not count
            double phiNextPhi = t.gammaNext() == 0 ? 0 : phiNext.dot(phi);
            double phiNextPhiNext = t.gammaNext() == 0 ? 0 : phiNext.dot(phiNext);

            // w½ᵀφₜ and eₜᵀw½ with w½ = w + α_w (δₜ eₜ − (wᵀφₜ) φₜ)
            double wPhiHalf = wPhi + alphaW * (m.delta() * ePhi - wPhi * phiPhi);
            double eWHalf = eW + alphaW * (m.delta() * m.traceDotTrace() - wPhi * ePhi);

            // δ½ = δₜ + (γₜ₊₁ φₜ₊₁ − φₜ)ᵀ(θ½ − θ) with θ½ − θ = α ((wᵀφₜ) φₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw) φₜ₊₁)
            double alongPhi = alpha * wPhi;
            double alongPhiNext = -alpha * bootstrap * eW;
            double deltaHalf = m.delta()
                    + t.gammaNext() * (alongPhi * phiNextPhi + alongPhiNext * phiNextPhiNext)
                    - (alongPhi * phiPhi + alongPhiNext * phiNextPhi);

            // θ ← θ + α ((w½ᵀφₜ) φₜ − γₜ₊₁ (1 − λₜ₊₁) (eₜᵀw½) φₜ₊₁)
            m.moveWeights(0, alpha * wPhiHalf, -alpha * bootstrap * eWHalf);
            // w ← w + α_w (δ½ eₜ − (w½ᵀφₜ) φₜ)
            m.moveSecondary(1, alphaW * deltaHalf, -alphaW * wPhiHalf, 0);
        }

        @Override
        public void move(SharedStep step, GradientLanes m, int from, int to) {
            Features phi = step.phi;
            Features phiNext = step.phiNext;
            double gammaNext = step.gammaNext;
            double bootstrap = gammaNext * (1 - step.lambdaNext);
            double ePhi = phi.dot(step.e);
            double ee = squaredNorm(step.e);
            double phiPhi = phi.dot(phi);
            double phiNextPhi = gammaNext == 0 ? 0 : phiNext.dot(phi);
            double phiNextPhiNext = gammaNext == 0 ? 0 : phiNext.dot(phiNext);
            m.secondaryDotPhi(step, from, to);
            m.traceDotSecondary(step, from, to);
            for (int l = from; l < to; l++) {
                double wPhi = m.wPhi[l];
                double alongPhi = m.alpha[l] * wPhi;
                double alongPhiNext = -m.alpha[l] * bootstrap * m.ew[l];
                // δ½ = δₜ + (γₜ₊₁ φₜ₊₁ − φₜ)ᵀ(θ½ − θ)
                m.wTrace[l] = m.alphaW[l]
                        * (m.delta[l]
                                + gammaNext * (alongPhi * phiNextPhi + alongPhiNext * phiNextPhiNext)
                                - (alongPhi * phiPhi + alongPhiNext * phiNextPhi));
            }
            for (int l = from; l < to; l++) {
                // eₜᵀw½
                double eWHalf = m.ew[l] + m.alphaW[l] * (m.delta[l] * ee - m.wPhi[l] * ePhi);
                m.thetaPhiNext[l] = -m.alpha[l] * bootstrap * eWHalf;
            }
            for (int l = from; l < to; l++) {
                // w½ᵀφₜ
                m.wPhi[l] += m.alphaW[l] * (m.delta[l] * ePhi - m.wPhi[l] * phiPhi);
            }
            for (int l = from; l < to; l++) {
                m.thetaPhi[l] = m.alpha[l] * m.wPhi[l];
            }
            for (int l = from; l < to; l++) {
                m.wAlongPhi[l] = -m.alphaW[l] * m.wPhi[l];
            }
            m.moveWeightsAlongPhi(step, from, to);
            m.moveWeightsAlongPhiNext(step, from, to);
            m.moveSecondaryAlongTrace(step, from, to);
            m.moveSecondaryAlongPhi(step, from, to);
        }

        private static double squaredNorm(double[] e) {
            double sum = 0;
            for (double value : e) {
                sum += value * value;
            }
            return sum;
        }
    }
}
