package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Parameter.Range;
import io.emphatic.engine.Engine;
import io.emphatic.engine.internal.plain.LearnedEmphasisEngine;

/**
 * Emphatic TD(λ) whose follow-on is a function of the features, learned by TD backwards in time: no product of ratios,
 * but the errors of features and of its own learning. {@code docs/ALGORITHMS.md} §8.
 *
 * <pre>
 *   F̂ₜ = fᵀφₜ   Mₜ = λₜ iₜ + (1 − λₜ) F̂ₜ   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ)   θ ← θ + α δₜ eₜ
 *   f ← f + η α (iₜ + γₜ ρₜ₋₁ fᵀφₜ₋₁ − fᵀφₜ) φₜ
 * </pre>
 *
 * Mₜ is that of f before its own update. f begins at 0 and passes from one episode and stream to the next.
 *
 * @param eta η
 */
public record FhatEtd(StepSize stepSize, Limits limits, double eta) implements OwnEngine {
    static final Parameter ETA =
            Parameter.of("eta", 1, Range.NON_NEGATIVE, "η, the step size of the learned follow-on as a multiple of α");

    static final Algorithm ALGORITHM = Algorithm.named("fhat-etd", Family.OWN)
            .summary("emphatic TD(λ) with a follow-on that is learned by TD from the features")
            .source("the trace of Mahmood, Yu, White & Sutton (2015), expected as in Hallak & Mannor (2017)")
            .equations("""
                    F̂ₜ = fᵀφₜ      Mₜ = λₜ iₜ + (1 − λₜ) F̂ₜ
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ)
                    θ ← θ + α δₜ eₜ
                    f ← f + η α (iₜ + γₜ ρₜ₋₁ fᵀφₜ₋₁ − fᵀφₜ) φₜ
                    """)
            .fixedPoint(FixedPoint.OWN)
            .parameters(OneTrace.PARAMETERS, ETA)
            .configuredBy(s -> new FhatEtd(StepSize.from(s), Limits.from(s), s.get("eta")));

    public FhatEtd {
        ETA.check(eta);
    }

    @Override
    public Engine engine(int size) {
        return new LearnedEmphasisEngine(false, eta, 0, limits.forSize(size), size);
    }
}
