package io.emphatic.serve.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * A prediction of a service.
 *
 * @param steps how many it has learned from
 * @param weights empty if they were not asked for, or if each stream has its own
 * @param divergedAt the step at which it did; null if it has not
 * @param diagnostics how good it is, as docs/serve.md describes it
 */
public record ServedPrediction(
        String name,
        String algorithm,
        Map<String, Double> parameters,
        long steps,
        List<Double> weights,
        Long divergedAt,
        JsonNode diagnostics) {
    public ServedPrediction {
        weights = weights == null ? List.of() : weights;
    }
}
