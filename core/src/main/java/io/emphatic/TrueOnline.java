package io.emphatic;

import io.emphatic.engine.Engine;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.choice.Engines;

/**
 * The config of a true online algorithm: the scalar rule of the conventional one over a dutch trace
 * ({@code docs/ALGORITHMS.md} §3), which depends on the step size and so is never shared.
 */
public non-sealed interface TrueOnline extends Config {

    /** α. */
    StepSize stepSize();

    /** The scalar recursion of aₜ = ρₜγₜλₜ and bₜ = ρₜMₜ. */
    TraceRule rule();

    @Override
    default Learner learner(double[] initialWeights) {
        int size = initialWeights.length;
        Engine engine = stepSize().isAuto()
                ? Engines.auto(() -> Engines.trueOnline(rule(), size))
                : Engines.trueOnline(rule(), size);
        return new OnlineLearner(this, stepSize(), engine, initialWeights);
    }

    @Override
    default Learner sharedLearner(double[] initialWeights) {
        Engine engine = Engines.sharedTrueOnline(rule(), initialWeights.length);
        return new OnlineLearner(this, stepSize().requireGiven(algorithm()), engine, initialWeights);
    }
}
