package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.engine.TraceRule;

/**
 * LSTD(λ): the solution that off-policy TD(λ) approaches, from sums. Boyan (1999), Bradtke &amp; Barto (1996);
 * {@code docs/ALGORITHMS.md} §4 with the trace of {@link Td}.
 *
 * <pre>
 *   eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)
 *   A = mean of eₖ(φₖ − γₖ₊₁φₖ₊₁)ᵀ   b = mean of Rₖ₊₁eₖ   θ = A⁺b
 * </pre>
 *
 * @param ridge ε of (A + εI)θ = b; 0 means the pseudo-inverse
 */
public record Lstd(double ridge) implements LeastSquares {
    static final Algorithm ALGORITHM = Algorithm.named("lstd", Family.LEAST_SQUARES)
            .summary("least-squares TD(λ): where td would converge to, from sums; ignores interest")
            .source("Boyan (1999); Bradtke & Barto (1996)")
            .cost("O(n²)")
            .equations("""
                    eₜ = ρₜ (γₜ λₜ eₜ₋₁ + φₜ)
                    A = mean of eₖ(φₖ − γₖ₊₁φₖ₊₁)ᵀ      b = mean of Rₖ₊₁eₖ
                    θ = A⁺b, or (A + εI)θ = b with ε = ridge > 0
                    """)
            .fixedPoint(FixedPoint.VISITS)
            .parameters(LeastSquares.PARAMETERS)
            .configuredBy(s -> new Lstd(s.get("ridge")));

    public Lstd {
        LeastSquares.RIDGE.check(ridge);
    }

    @Override
    public TraceRule rule() {
        return Td.RULE;
    }
}
