package io.emphatic;

import io.emphatic.engine.TraceRule;
import java.util.List;

/**
 * The config of an algorithm with an engine of its own: the door for all that is not one trace or two weight vectors.
 * The engine, an {@link io.emphatic.engine.ArrayEngine} as a rule, learns from one step; counting, checks, snapshots,
 * studies and serving come with it. {@code examples/own-algorithm} has SwiftTD.
 */
public non-sealed interface OwnEngine extends Config {
    /** The parameters of a step size: constant, relative, decaying or chosen from the data. */
    List<Parameter> PARAMETERS = StepSize.PARAMETERS;

    /** The scalar recursion of its trace aₜ e + bₜ φ, or of one that is no smaller; null if nothing is known of it. */
    default TraceRule rule() {
        return null;
    }
}
