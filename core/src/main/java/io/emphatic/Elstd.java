package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.Parameter.Range;
import io.emphatic.engine.TraceRule;

/**
 * ELSTD(λ): the solution that emphatic TD(λ) approaches, from sums. Yu (2015), "On Convergence of Emphatic
 * Temporal-Difference Learning"; {@code docs/ALGORITHMS.md} §4 with the trace of {@link Etd}, or {@link EtdBeta}.
 *
 * <pre>
 *   Fₜ = iₜ + γₜ ρₜ₋₁ Fₜ₋₁   Mₜ = λₜ iₜ + (1 − λₜ) Fₜ   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ)
 *   A = mean of eₖ(φₖ − γₖ₊₁φₖ₊₁)ᵀ   b = mean of Rₖ₊₁eₖ   θ = A⁺b
 * </pre>
 *
 * @param ridge ε of (A + εI)θ = b; 0 means the pseudo-inverse
 * @param beta β, the decay of the follow-on trace; NaN means γ
 */
public record Elstd(double ridge, double beta) implements LeastSquares {
    private static final Parameter BETA =
            Parameter.optional("beta", "γ", Range.UNIT, "β, a decay of its own for the follow-on trace");

    static final Algorithm ALGORITHM = Algorithm.named("elstd", Family.LEAST_SQUARES)
            .summary("least-squares emphatic TD(λ): where etd would converge to, from sums")
            .source("Yu (2015)")
            .cost("O(n²)")
            .equations("""
                    Fₜ = iₜ + γₜ ρₜ₋₁ Fₜ₋₁      (βₜ for γₜ when beta is given: β where γₜ > 0, 0 where γₜ = 0)
                    Mₜ = λₜ iₜ + (1 − λₜ) Fₜ
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + Mₜ φₜ)
                    A = mean of eₖ(φₖ − γₖ₊₁φₖ₊₁)ᵀ      b = mean of Rₖ₊₁eₖ
                    θ = A⁺b, or (A + εI)θ = b with ε = ridge > 0
                    """)
            .fixedPoint(FixedPoint.EMPHASIS)
            .parameters(LeastSquares.PARAMETERS, BETA)
            .configuredBy(s -> new Elstd(s.get("ridge"), s.get("beta")));

    public Elstd {
        LeastSquares.RIDGE.check(ridge);
        BETA.check(beta);
    }

    /** The follow-on of ETD(λ), which decays with γ. */
    public Elstd(double ridge) {
        this(ridge, Double.NaN);
    }

    @Override
    public TraceRule rule() {
        return new Etd.Rule(beta);
    }
}
