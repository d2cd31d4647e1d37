package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.engine.TraceRule;

/**
 * Tree Backup(λ) for prediction: the trace is cut by the target policy's probabilities instead of importance ratios.
 * Precup, Sutton &amp; Singh (2000); in the form for state values of Ghiassian &amp; Sutton (2021),
 * {@code docs/ALGORITHMS.md} §1.
 *
 * <pre>
 *   eₜ = γₜ λₜ πₜ₋₁ eₜ₋₁ + φₜ   θ ← θ + α ρₜ δₜ eₜ
 * </pre>
 */
public record TreeBackup(StepSize stepSize, Limits limits) implements OneTrace {
    static final Algorithm ALGORITHM = Algorithm.named("tree-backup", Family.ONE_TRACE)
            .summary("Tree Backup(λ): the trace is cut by π instead of ratios; needs π and μ")
            .source("Precup, Sutton & Singh (2000); Ghiassian & Sutton (2021)")
            .needsProbabilities()
            .equations("""
                    eₜ = γₜ λₜ πₜ₋₁ eₜ₋₁ + φₜ
                    θ ← θ + α ρₜ δₜ eₜ
                    """)
            .parameters(OneTrace.PARAMETERS)
            .configuredBy(s -> new TreeBackup(StepSize.from(s), Limits.from(s)));

    @Override
    public TraceRule rule() {
        // eₜ = γₜ λₜ πₜ₋₁ eₜ₋₁ + φₜ, κₜ = ρₜ
        return (t, memory, out) -> out.set(t.gamma() * t.lambda() * t.piPrev(), 1, t.rho());
    }
}
