package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Parameter.Range;
import io.emphatic.engine.Engine;
import io.emphatic.engine.internal.plain.LearnedEmphasisEngine;

/**
 * Emphatic TD(λ) with gradient emphasis learning: as {@link FhatEtd}, but the follow-on is learned by a gradient method
 * with a second vector k, which is stable off-policy. Zhang, Liu, Yao &amp; Whiteson (2020), "Provably Convergent
 * Two-Timescale Off-Policy Actor-Critic with Function Approximation"; {@code docs/ALGORITHMS.md} §8.
 *
 * <pre>
 *   Mₜ = λₜ iₜ + (1 − λₜ) uᵀφₜ   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ)   θ ← θ + α δₜ eₜ
 *   δ̄ₜ = iₜ + γₜ ρₜ₋₁ uᵀφₜ₋₁ − uᵀφₜ
 *   u ← u + η α ((φₜ − γₜ ρₜ₋₁ φₜ₋₁)(kᵀφₜ) − ridge u)   k ← k + η α (δ̄ₜ − kᵀφₜ) φₜ
 * </pre>
 *
 * Right-hand sides are the old values. u and k begin at 0 and pass from one episode and stream to the next.
 *
 * @param eta η
 * @param ridge how strongly u is drawn to 0
 */
public record GemEtd(StepSize stepSize, Limits limits, double eta, double ridge) implements OwnEngine {
    private static final Parameter RIDGE =
            Parameter.of("ridge", 0, Range.NON_NEGATIVE, "how strongly the learned follow-on is drawn to 0");

    static final Algorithm ALGORITHM = Algorithm.named("gem-etd", Family.OWN)
            .summary("emphatic TD(λ) with a follow-on that a gradient method learns from the features")
            .source("Zhang, Liu, Yao & Whiteson (2020)")
            .equations("""
                    Mₜ = λₜ iₜ + (1 − λₜ) uᵀφₜ
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ)
                    θ ← θ + α δₜ eₜ
                    δ̄ₜ = iₜ + γₜ ρₜ₋₁ uᵀφₜ₋₁ − uᵀφₜ
                    u ← u + η α ((φₜ − γₜ ρₜ₋₁ φₜ₋₁)(kᵀφₜ) − ridge u)
                    k ← k + η α (δ̄ₜ − kᵀφₜ) φₜ
                    """)
            .fixedPoint(FixedPoint.OWN)
            .parameters(OneTrace.PARAMETERS, FhatEtd.ETA, RIDGE)
            .configuredBy(s -> new GemEtd(StepSize.from(s), Limits.from(s), s.get("eta"), s.get("ridge")));

    public GemEtd {
        FhatEtd.ETA.check(eta);
        RIDGE.check(ridge);
    }

    @Override
    public Engine engine(int size) {
        return new LearnedEmphasisEngine(true, eta, ridge, limits.forSize(size), size);
    }
}
