package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.engine.Engine;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.choice.Engines;
import io.emphatic.engine.internal.plain.TrueOnlineEngine;

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
public record TrueOnlineEtd(StepSize stepSize) implements OwnEngine {
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

    @Override
    public TraceRule rule() {
        return Etd.RULE;
    }

    @Override
    public Engine engine(int size) {
        return Engines.trueOnline(rule(), size);
    }

    @Override
    public Engine sharedEngine(int size) {
        return new TrueOnlineEngine(rule(), size);
    }
}
