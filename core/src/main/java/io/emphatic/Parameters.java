package io.emphatic;

import java.util.List;
import java.util.stream.Stream;

/** The parameters that all members of a family have. */
final class Parameters {
    static final Parameter ETA = Parameter.of(
            "eta", 1, Range.NON_NEGATIVE, "η, the step size of the second weights as a multiple: α_w = η α");
    static final Parameter RIDGE =
            Parameter.of("ridge", 0, Range.NON_NEGATIVE, "ε of (A + εI)θ = b on the means; 0 means the pseudo-inverse");

    static final List<Parameter> ONE_TRACE = Stream.concat(StepSize.PARAMETERS.stream(), Limits.PARAMETERS.stream())
            .toList();
    static final List<Parameter> GRADIENT =
            Stream.concat(StepSize.PARAMETERS.stream(), Stream.of(ETA)).toList();
    static final List<Parameter> LEAST_SQUARES = List.of(RIDGE);

    private Parameters() {}
}
