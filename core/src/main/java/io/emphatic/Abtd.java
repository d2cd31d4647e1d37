package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Parameter.Range;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Check;

/**
 * ABTD(ζ): TD whose bootstrapping depends on the action, so that no ratio is needed in the trace. Mahmood, Yu &amp;
 * Sutton (2017), "Multi-step Off-policy Learning Without Importance Sampling Ratios".
 *
 * <pre>
 *   ψ = 2ζψ₀ + max(0, 2ζ − 1)(ψ_max − 2ψ₀)   νₜ = min(ψ, 1/max(πₜ, μₜ))
 *   eₜ = γₜ νₜ₋₁ πₜ₋₁ eₜ₋₁ + φₜ   θ ← θ + α ρₜ δₜ eₜ
 * </pre>
 *
 * ζ takes the place of λ, which is ignored. ψ₀ = 1/max max(π, μ) and ψ_max = 1/min max(π, μ), over the states and
 * actions with max(π, μ) &gt; 0, depend on the two policies only.
 *
 * @param zeta ζ
 * @param psi0 ψ₀
 * @param psiMax ψ_max
 */
public record Abtd(StepSize stepSize, Limits limits, double zeta, double psi0, double psiMax) implements OneTrace {
    private static final Parameter ZETA =
            Parameter.of("zeta", 0.5, Range.UNIT, "ζ, the amount of bootstrapping: what λ is elsewhere");
    private static final Parameter PSI0 =
            Parameter.of("psi0", 1, Range.POSITIVE, "ψ₀ = 1/max of max(π, μ) over states and actions");
    private static final Parameter PSI_MAX = Parameter.of(
            "psi_max", 2, Range.POSITIVE, "ψ_max = 1/min of max(π, μ) over states and actions, at least ψ₀");

    static final Algorithm ALGORITHM = Algorithm.named("abtd", Family.ONE_TRACE)
            .summary("ABTD(ζ): action-dependent bootstrapping instead of λ and ratios; needs π and μ")
            .source("Mahmood, Yu & Sutton (2017)")
            .needsProbabilities()
            .equations("""
                    ψ = 2ζψ₀ + max(0, 2ζ − 1)(ψ_max − 2ψ₀)
                    νₜ = min(ψ, 1/max(πₜ, μₜ))
                    eₜ = γₜ νₜ₋₁ πₜ₋₁ eₜ₋₁ + φₜ
                    θ ← θ + α ρₜ δₜ eₜ
                    """)
            .parameters(OneTrace.PARAMETERS, ZETA, PSI0, PSI_MAX)
            .configuredBy(
                    s -> new Abtd(StepSize.from(s), Limits.from(s), s.get("zeta"), s.get("psi0"), s.get("psi_max")));

    public Abtd {
        ZETA.check(zeta);
        PSI0.check(psi0);
        PSI_MAX.check(psiMax);
        if (psiMax < psi0) {
            throw new IllegalArgumentException("psi_max is smaller than psi0: " + psiMax + " < " + psi0);
        }
        Check.finite("ψ of zeta, psi0 and psi_max", psi(zeta, psi0, psiMax));
    }

    @Override
    public TraceRule rule() {
        double psi = psi(zeta, psi0, psiMax);
        return (t, memory, out) -> {
            // νₜ₋₁ = min(ψ, 1/max(πₜ₋₁, μₜ₋₁))
            double nuPrev = Math.min(psi, 1 / Math.max(t.piPrev(), t.muPrev()));
            // eₜ = γₜ νₜ₋₁ πₜ₋₁ eₜ₋₁ + φₜ, κₜ = ρₜ
            out.set(t.gamma() * nuPrev * t.piPrev(), 1, t.rho());
        };
    }

    /** ψ = 2ζψ₀ + max(0, 2ζ − 1)(ψ_max − 2ψ₀). */
    private static double psi(double zeta, double psi0, double psiMax) {
        return 2 * zeta * psi0 + Math.max(0, 2 * zeta - 1) * (psiMax - 2 * psi0);
    }
}
