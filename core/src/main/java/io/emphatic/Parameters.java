package io.emphatic;

import java.util.List;
import java.util.stream.Stream;

/** The parameters that all members of a family have. */
public final class Parameters {
    static final Parameter ETA = Parameter.of(
            "eta", 1, Range.NON_NEGATIVE, "η, the step size of the second weights as a multiple: α_w = η α");
    static final Parameter RIDGE =
            Parameter.of("ridge", 0, Range.NON_NEGATIVE, "ε of (A + εI)θ = b on the means; 0 means the pseudo-inverse");
    static final Parameter USAGE_DECAY = Parameter.of(
            "usage_decay",
            0.001,
            Range.UNIT_BELOW_ONE,
            "η, how fast usage is forgotten; 0: never, steps shrink like 1/t");
    static final Parameter INITIAL_USAGE = Parameter.of(
            "initial_usage", 10, Range.NON_NEGATIVE, "d₀, the usage at the start: the larger, the more cautious");

    /** Step size and limits. */
    public static final List<Parameter> ONE_TRACE = Stream.concat(
                    StepSize.PARAMETERS.stream(), Limits.PARAMETERS.stream())
            .toList();
    /** Step size and η. */
    public static final List<Parameter> GRADIENT =
            Stream.concat(StepSize.PARAMETERS.stream(), Stream.of(ETA)).toList();

    static final List<Parameter> LEAST_SQUARES = List.of(RIDGE);
    static final List<Parameter> WEIGHTED = List.of(USAGE_DECAY, INITIAL_USAGE);

    private Parameters() {}
}
