package io.emphatic;

import java.util.List;
import java.util.stream.Stream;

/** The config of a one-trace algorithm: a scalar rule over the shared trace engine ({@code docs/ALGORITHMS.md} §1). */
interface OneTrace extends Config {

    /** What all of the family can be given. */
    List<Parameter> PARAMETERS = Stream.concat(StepSize.PARAMETERS.stream(), Limits.PARAMETERS.stream())
            .toList();

    StepSize stepSize();

    Limits limits();

    /** The scalar recursion. */
    TraceRule rule();

    @Override
    default Learner learner(double[] initialWeights) {
        return new OnlineLearner(
                this, stepSize(), new TraceMechanism(rule(), limits(), initialWeights.length), initialWeights);
    }
}
