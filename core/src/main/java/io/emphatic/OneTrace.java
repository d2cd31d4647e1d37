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
        int size = initialWeights.length;
        boolean plain = isLimited() || size <= ChosenMechanism.SMALL || size > FactoredVectors.LARGEST_SIZE;
        Mechanism mechanism = plain
                ? new TraceMechanism(rule(), limits(), size)
                : new ChosenMechanism(
                        () -> new FactoredMechanism(rule(), size), () -> new DenseMechanism(rule(), size));
        return new OnlineLearner(this, stepSize(), mechanism, initialWeights);
    }

    /** Whether increments are clipped or weights projected. */
    default boolean isLimited() {
        return !limits().equals(Limits.NONE);
    }
}
