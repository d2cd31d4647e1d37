package io.emphatic;

import io.emphatic.engine.Engine;
import io.emphatic.engine.Engines;
import io.emphatic.engine.TraceRule;
import java.util.Optional;

/**
 * The config of a one-trace algorithm: a scalar rule over the shared trace engines ({@code docs/ALGORITHMS.md} §1).
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ
 * </pre>
 */
public non-sealed interface OneTrace extends Config {

    /** α. */
    StepSize stepSize();

    /** Clipping and projection. */
    Limits limits();

    /** The scalar recursion. */
    TraceRule rule();

    @Override
    default Learner learner(double[] initialWeights) {
        Engine engine = Engines.oneTrace(rule(), limits().clip(), limits().radius(), initialWeights.length);
        return new OnlineLearner(this, stepSize(), engine, initialWeights);
    }

    /** Empty with clipping or projection, which are not linear in e, so that no trace can be shared. */
    @Override
    default Optional<TraceKey> traceKey() {
        return limits().equals(Limits.NONE) ? Optional.of(TraceKey.of(this)) : Optional.empty();
    }
}
