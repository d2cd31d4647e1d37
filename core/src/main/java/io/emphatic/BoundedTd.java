package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Parameter.Range;
import io.emphatic.engine.Engine;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.plain.TraceEngine.BoundedTraceEngine;

/**
 * Off-policy TD whose trace stays bounded: where it has grown, it bootstraps more. Yu, Mahmood &amp; Sutton (2018), "On
 * Generalized Bellman Equations and Temporal-Difference Learning"; {@code docs/ALGORITHMS.md} §8.
 *
 * <pre>
 *   sₜ = min(λₜ, C / ‖γₜ eₜ₋₁‖₂)   eₜ = ρₜ (sₜ γₜ eₜ₋₁ + φₜ)   θ ← θ + α δₜ eₜ
 * </pre>
 *
 * λ = 1 is the form of the paper; a large C gives {@link Td}. The interest is ignored.
 *
 * @param bound C
 */
public record BoundedTd(StepSize stepSize, Limits limits, double bound) implements OwnEngine {
    private static final Parameter BOUND =
            Parameter.of("bound", 10, Range.POSITIVE, "C, how long the part of the trace from before can be");

    static final Algorithm ALGORITHM = Algorithm.named("bounded-td", Family.OWN)
            .summary("off-policy TD(λ) that bootstraps more where the trace has grown; ignores interest")
            .source("Yu, Mahmood & Sutton (2018)")
            .equations("""
                    sₜ = min(λₜ, C / ‖γₜ eₜ₋₁‖₂)      C = bound
                    eₜ = ρₜ (sₜ γₜ eₜ₋₁ + φₜ)
                    θ ← θ + α δₜ eₜ
                    """)
            .parameters(OneTrace.PARAMETERS, BOUND)
            .configuredBy(s -> new BoundedTd(StepSize.from(s), Limits.from(s), s.get("bound")));

    public BoundedTd {
        BOUND.check(bound);
    }

    /** A constant step size and no limits. */
    public BoundedTd(double stepSize, double bound) {
        this(StepSize.constant(stepSize), Limits.NONE, bound);
    }

    /** Without the bound. */
    @Override
    public TraceRule rule() {
        return Td.RULE;
    }

    @Override
    public Engine engine(int size) {
        return new BoundedTraceEngine(bound, limits.forSize(size), size);
    }
}
