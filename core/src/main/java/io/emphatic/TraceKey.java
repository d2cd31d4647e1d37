package io.emphatic;

import java.util.Map;

/**
 * What decides the trace of a learner beside the steps it sees: learners with equal keys that see the same steps have
 * the same traces and scalar memory, and can share them.
 *
 * @param algorithm its name
 * @param parameters all but those of the step size
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
