package io.emphatic.logs;

import io.emphatic.TraceKey;
import io.emphatic.logs.Slots.Quantity;
import java.util.Optional;

/** What predictions have in common that can share a trace: everything but cumulant and step size. */
record Sharing(
        Optional<TraceKey> trace,
        Quantity target,
        Quantity behaviour,
        Quantity ratio,
        Quantity discount,
        Quantity lambda,
        Quantity interest) {
    static Sharing of(Plan.Target target) {
        return new Sharing(
                target.config().traceKey(),
                target.target(),
                target.behaviour(),
                target.ratio(),
                target.discount(),
                target.lambda(),
                target.interest());
    }
}
