package io.emphatic.serve.client;

import java.util.Map;

/**
 * What was predicted for the state of a row, before anything was learned from it.
 *
 * @param values by the name of the prediction; NaN where there is none
 */
public record RowPredictions(String stream, long seq, Map<String, Double> values) {}
