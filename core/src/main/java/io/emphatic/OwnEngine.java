package io.emphatic;

import io.emphatic.engine.Engine;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.choice.Engines;
import java.util.List;

/**
 * The config of an algorithm with an engine of its own: the door for all that is not one trace or two weight vectors.
 * The engine, an {@link io.emphatic.engine.ArrayEngine} as a rule, learns from one step; counting, checks, snapshots,
 * studies and serving come with it. {@code examples/own-algorithm} has SwiftTD.
 */
public non-sealed interface OwnEngine extends Config {
    /** The parameters of a step size: constant, relative, decaying or chosen from the data. */
    List<Parameter> PARAMETERS = StepSize.PARAMETERS;

    /** α; null for an algorithm without. */
    default StepSize stepSize() {
        return null;
    }

    /** A new engine for this many features. */
    Engine engine(int size);

    /** An engine that keeps e as it stands, so that each of many streams can have its own: {@link Engine#park}. */
    default Engine sharedEngine(int size) {
        return engine(size);
    }

    /** The scalar recursion of its trace aₜ e + bₜ φ, or of one that is no smaller; null if nothing is known of it. */
    default TraceRule rule() {
        return null;
    }

    @Override
    default Learner learner(double[] initialWeights) {
        int size = initialWeights.length;
        boolean auto = stepSize() != null && stepSize().isAuto();
        return new OnlineLearner(this, stepSize(), Engines.of(auto, () -> engine(size)), initialWeights);
    }

    @Override
    default Learner sharedLearner(double[] initialWeights) {
        if (stepSize() != null) {
            stepSize().requireGiven(algorithm());
        }
        return new OnlineLearner(this, stepSize(), sharedEngine(initialWeights.length), initialWeights);
    }
}
