package io.emphatic;

import io.emphatic.engine.Engines;
import io.emphatic.engine.GradientRule;
import java.util.Optional;

/** The config of a gradient algorithm: a rule over two weight vectors ({@code docs/ALGORITHMS.md} §2). */
public non-sealed interface GradientTd extends Config {

    /** α. */
    StepSize stepSize();

    /** η, with α_w = η α. */
    double eta();

    /** How far both weight vectors move along which vector. */
    GradientRule rule();

    @Override
    default Learner learner(double[] initialWeights) {
        return new OnlineLearner(
                this, stepSize(), Engines.gradient(rule(), eta(), initialWeights.length), initialWeights);
    }

    @Override
    default Optional<TraceKey> traceKey() {
        return Optional.of(TraceKey.of(this));
    }
}
