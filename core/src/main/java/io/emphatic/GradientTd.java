package io.emphatic;

import io.emphatic.engine.Engine;
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
        int size = initialWeights.length;
        Engine engine =
                stepSize().isAuto() ? Engines.autoGradient(rule(), eta(), size) : Engines.gradient(rule(), eta(), size);
        return new OnlineLearner(this, stepSize(), engine, initialWeights);
    }

    @Override
    default Learner sharedLearner(double[] initialWeights) {
        Engine engine = Engines.sharedGradient(rule(), eta(), initialWeights.length);
        return new OnlineLearner(this, stepSize().requireGiven(algorithm()), engine, initialWeights);
    }

    /** Empty where the step size is chosen from the data. */
    @Override
    default Optional<TraceKey> traceKey() {
        return stepSize().isAuto() ? Optional.empty() : Optional.of(TraceKey.of(this));
    }
}
