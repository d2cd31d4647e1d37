package io.emphatic;

import io.emphatic.engine.Engine;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.choice.Engines;
import io.emphatic.engine.internal.plain.TraceEngine;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The config of a one-trace algorithm: a scalar rule over the shared trace engines ({@code docs/ALGORITHMS.md} §1).
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ
 * </pre>
 */
public non-sealed interface OneTrace extends Config {
    /** The parameters that all members have: step size and limits. */
    List<Parameter> PARAMETERS = Stream.concat(StepSize.OPTIONAL_PARAMETERS.stream(), Limits.PARAMETERS.stream())
            .toList();

    @Override
    StepSize stepSize();

    /** Clipping, projection and the bound of the step size. */
    Limits limits();

    /** The scalar recursion. */
    TraceRule rule();

    @Override
    default Engine engine(int size) {
        return Engines.oneTrace(rule(), limits().forSize(size), size);
    }

    @Override
    default Engine sharedEngine(int size) {
        return new TraceEngine(rule(), limits().forSize(size), size);
    }

    /**
     * Empty with clipping or projection, which are not linear in e, so that no trace can be shared, and where the step
     * size is chosen from the data.
     */
    @Override
    default Optional<TraceKey> traceKey() {
        boolean shares = limits().areLinear() && !stepSize().isFromData();
        return shares ? Optional.of(TraceKey.of(this)) : Optional.empty();
    }
}
