package io.emphatic;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithm.FixedPoint;
import io.emphatic.engine.Engine;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.choice.Engines;
import io.emphatic.engine.internal.plain.TrueOnlineEngine;

/**
 * True online TD(λ), off-policy: van Seijen et al. (2016) with ratios; {@code docs/ALGORITHMS.md} §3 with Mₜ = 1.
 *
 * <pre>
 *   eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
 *   θ ← θ + δₜ eₜ + (eₜ − ρₜ α φₜ)(θₜ − θₜ₋₁)ᵀφₜ
 * </pre>
 *
 * The interest is ignored.
 */
public record TrueOnlineTd(StepSize stepSize) implements OwnEngine {
    static final Algorithm ALGORITHM = Algorithm.named("true-online-td", Family.TRUE_ONLINE)
            .summary("true online TD(λ), off-policy form; ignores interest")
            .source("van Seijen et al. (2016), with ratios")
            .equations("""
                    eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
                    θ ← θ + δₜ eₜ + (eₜ − ρₜ α φₜ)(θₜ − θₜ₋₁)ᵀφₜ
                    """)
            .fixedPoint(FixedPoint.VISITS)
            .parameters(StepSize.PARAMETERS)
            .configuredBy(s -> new TrueOnlineTd(StepSize.from(s)));

    @Override
    public TraceRule rule() {
        return Td.RULE;
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
