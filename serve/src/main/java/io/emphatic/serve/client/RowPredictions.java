package io.emphatic.serve.client;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was predicted for the state of a row, before anything was learned from it.
 *
 * @param values by the name of the prediction; NaN where there is none
 */
public record RowPredictions(
        String stream,
        long seq,
        @JsonProperty("*") @JsonAnySetter Map<String, Double> values) {
    public RowPredictions {
        values = new LinkedHashMap<>(values);
        values.replaceAll((name, value) -> value == null ? Double.NaN : value);
    }
}
