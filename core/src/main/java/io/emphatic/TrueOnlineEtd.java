package io.emphatic;

import io.emphatic.engine.TraceRule;

/**
 * True online emphatic TD(λ): Sutton (2015), "True Online Emphatic TD(λ): Quick Reference and Implementation Guide";
 * {@code docs/ALGORITHMS.md} §3.
 *
 * <pre>
 *   Fₜ = iₜ + γₜ ρₜ₋₁ Fₜ₋₁      Mₜ = λₜ iₜ + (1 − λₜ) Fₜ
 *   eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
 *   θ ← θ + δₜ eₜ + (eₜ − ρₜ α Mₜ φₜ)(θₜ − θₜ₋₁)ᵀφₜ
 * </pre>
 *
 * The emphasis is that of {@link Etd}.
 */
public record TrueOnlineEtd(StepSize stepSize) implements TrueOnline {

    static final Algorithm ALGORITHM = Algorithm.named("true-online-etd", Family.TRUE_ONLINE)
            .summary("true online emphatic TD(λ)")
            .source("Sutton (2015)")
            .equations("""
                    Fₜ = iₜ + γₜ ρₜ₋₁ Fₜ₋₁      Mₜ = λₜ iₜ + (1 − λₜ) Fₜ
                    eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
                    θ ← θ + δₜ eₜ + (eₜ − ρₜ α Mₜ φₜ)(θₜ − θₜ₋₁)ᵀφₜ
                    """)
            .fixedPoint(FixedPoint.EMPHASIS)
            .parameters(StepSize.PARAMETERS)
            .configuredBy(s -> new TrueOnlineEtd(StepSize.from(s)));

    /** A constant step size. */
    public TrueOnlineEtd(double stepSize) {
        this(StepSize.constant(stepSize));
    }

    @Override
    public TraceRule rule() {
        return new Etd.Rule();
    }
}
