package io.emphatic;

import io.emphatic.Parameter.Range;
import io.emphatic.engine.Engine;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.plain.LeastSquaresEngine;
import java.util.List;

/** The config of least squares: sums along the trace of a scalar rule ({@code docs/ALGORITHMS.md} §4). No step size. */
public interface LeastSquares extends OwnEngine {
    /** The parameter ε. */
    Parameter RIDGE =
            Parameter.of("ridge", 0, Range.NON_NEGATIVE, "ε of (A + εI)θ = b on the means; 0 means the pseudo-inverse");

    /** The parameters that all members have. */
    List<Parameter> PARAMETERS = List.of(RIDGE);

    /** ε of (A + εI)θ = b; 0 means the pseudo-inverse. */
    double ridge();

    /** The scalar recursion of the trace. */
    @Override
    TraceRule rule();

    @Override
    default Engine engine(int size) {
        return new LeastSquaresEngine(rule(), ridge(), size);
    }
}
