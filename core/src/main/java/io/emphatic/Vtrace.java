package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Parameter.Range;
import io.emphatic.engine.TraceRule;

/**
 * Vtrace(λ): ratios are cut at c̄ in the trace and at ρ̄ in the update. Espeholt et al. (2018), "IMPALA"; c̄ = 1 and ρ̄
 * = ∞ give the form of Ghiassian &amp; Sutton (2021).
 *
 * <pre>
 *   eₜ = γₜ λₜ min(c̄, ρₜ₋₁) eₜ₋₁ + φₜ   θ ← θ + α min(ρ̄, ρₜ) δₜ eₜ
 * </pre>
 *
 * @param traceCap c̄
 * @param ratioCap ρ̄
 */
public record Vtrace(StepSize stepSize, Limits limits, double traceCap, double ratioCap) implements OneTrace {
    private static final Parameter TRACE_CAP =
            Parameter.of("trace_cap", 1, Range.NON_NEGATIVE_OR_INFINITE, "c̄, where ratios are cut in the trace");
    private static final double INFINITE = Double.POSITIVE_INFINITY;
    private static final Parameter RATIO_CAP =
            Parameter.of("ratio_cap", INFINITE, Range.POSITIVE_OR_INFINITE, "ρ̄, where ratios are cut in the update");

    static final Algorithm ALGORITHM = Algorithm.named("vtrace", Family.ONE_TRACE)
            .summary("Vtrace(λ): ratios are cut at c̄ in the trace and at ρ̄ in the update")
            .source("Espeholt et al. (2018); Ghiassian & Sutton (2021)")
            .equations("""
                    eₜ = γₜ λₜ min(c̄, ρₜ₋₁) eₜ₋₁ + φₜ
                    θ ← θ + α min(ρ̄, ρₜ) δₜ eₜ
                    """)
            .parameters(OneTrace.PARAMETERS, TRACE_CAP, RATIO_CAP)
            .configuredBy(s -> new Vtrace(StepSize.from(s), Limits.from(s), s.get("trace_cap"), s.get("ratio_cap")));

    public Vtrace {
        TRACE_CAP.check(traceCap);
        RATIO_CAP.check(ratioCap);
    }

    @Override
    public TraceRule rule() {
        // eₜ = γₜ λₜ min(c̄, ρₜ₋₁) eₜ₋₁ + φₜ, κₜ = min(ρ̄, ρₜ)
        return (t, memory, out) ->
                out.set(t.gamma() * t.lambda() * Math.min(traceCap, t.rhoPrev()), 1, Math.min(ratioCap, t.rho()));
    }
}
