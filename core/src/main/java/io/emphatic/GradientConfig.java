package io.emphatic;

import java.util.List;
import java.util.stream.Stream;

/** The config of a gradient algorithm: a rule over two weight vectors ({@code docs/ALGORITHMS.md} §2). */
interface GradientConfig extends Config {
    Parameter ETA = Parameter.of(
            "eta", 1, Range.NON_NEGATIVE, "η, the step size of the second weights as a multiple: α_w = η α");

    /** What all of the family can be given. */
    List<Parameter> PARAMETERS =
            Stream.concat(StepSize.PARAMETERS.stream(), Stream.of(ETA)).toList();

    StepSize stepSize();

    double eta();

    GradientRule rule();

    @Override
    default Learner learner(double[] initialWeights) {
        int size = initialWeights.length;
        boolean plain = size <= ChosenMechanism.SMALL || size > FactoredGradientMechanism.LARGEST_SIZE;
        Mechanism mechanism = plain
                ? new GradientMechanism(rule(), eta(), size)
                : new ChosenMechanism(
                        () -> new FactoredGradientMechanism(rule(), eta(), size),
                        () -> new GradientMechanism(rule(), eta(), size));
        return new OnlineLearner(this, stepSize(), mechanism, initialWeights);
    }
}
