package io.emphatic;

import io.emphatic.Parameter.Range;
import io.emphatic.engine.Engine;
import io.emphatic.engine.GradientRule;
import io.emphatic.engine.internal.choice.Engines;
import io.emphatic.engine.internal.plain.GradientEngine;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The config of a gradient algorithm: a rule over two weight vectors ({@code docs/ALGORITHMS.md} §2). */
public non-sealed interface GradientTd extends Config {
    /** The parameter η. */
    Parameter ETA = Parameter.of(
            "eta", 1, Range.NON_NEGATIVE, "η, the step size of the second weights as a multiple: α_w = η α");

    /** The parameters that all members have: step size and η. */
    List<Parameter> PARAMETERS =
            Stream.concat(StepSize.PARAMETERS.stream(), Stream.of(ETA)).toList();

    @Override
    StepSize stepSize();

    /** η, with α_w = η α. */
    double eta();

    /** How far both weight vectors move along which vector. */
    GradientRule rule();

    @Override
    default Engine engine(int size) {
        return Engines.gradient(rule(), eta(), size);
    }

    @Override
    default Engine sharedEngine(int size) {
        return new GradientEngine(rule(), eta(), size);
    }

    /** Empty where the step size is chosen from the data. */
    @Override
    default Optional<TraceKey> traceKey() {
        return stepSize().isFromData() ? Optional.empty() : Optional.of(TraceKey.of(this));
    }
}
