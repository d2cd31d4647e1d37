package io.emphatic;

import java.util.Map;

/**
 * Everything that the trace of a learner depends on beside the steps: learners with equal keys that learn from the same
 * steps have equal traces and scalar memory, and can share them.
 *
 * @param algorithm the name of the algorithm
 * @param parameters all but the step sizes: α, its schedule and η
 */
public record TraceKey(String algorithm, Map<String, Double> parameters) {

    public TraceKey {
        parameters = Map.copyOf(parameters);
    }

    static TraceKey of(Config config) {
        Map<String, Double> parameters = config.parameters();
        StepSize.PARAMETERS.forEach(parameter -> parameters.remove(parameter.name()));
        parameters.remove(Parameters.ETA.name());
        return new TraceKey(config.algorithm().name(), parameters);
    }
}
