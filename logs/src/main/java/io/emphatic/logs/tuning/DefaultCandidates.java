package io.emphatic.logs.tuning;

import io.emphatic.logs.spec.CandidateGrid;
import io.emphatic.logs.spec.FeatureSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is tried for a prediction that names no candidates: 90 settings of four algorithms, for which step sizes fit
 * features of any size. The scale s is the mean of ‖φ‖² over the log, rounded to a power of two.
 */
final class DefaultCandidates {
    private static final List<String> LAMBDAS = List.of("0.0", "0.5", "0.9");

    private DefaultCandidates() {}

    /**
     * @param lambdas empty for 0, 0.5 and 0.9
     * @param meanSquare the mean of ‖φ‖² over the log
     */
    static List<CandidateGrid> of(List<String> lambdas, FeatureSet features, double meanSquare) {
        List<String> tried = lambdas.isEmpty() ? LAMBDAS : lambdas;
        double scale = meanSquare > 0 ? Math.scalb(1.0, (int) Math.round(Math.log(meanSquare) / Math.log(2))) : 1;
        List<Double> stepSizes = new ArrayList<>();
        for (int exponent = -14; exponent <= 0; exponent += 2) {
            stepSizes.add(Math.scalb(1.0, exponent) / scale);
        }
        // usage is a sum of squares of features, and what is forgotten of it per step is in proportion to one
        List<Double> usages = List.of(scale, 8 * scale, 64 * scale);
        List<Double> decays = List.of(0.0, Math.min(0.5, Math.scalb(1.0, -10) / scale));
        List<FeatureSet> seen = List.of(features);
        return List.of(
                new CandidateGrid("etd", Map.of("step_size", stepSizes), tried, seen),
                new CandidateGrid("td", Map.of("step_size", stepSizes), tried, seen),
                new CandidateGrid("gtd", Map.of("step_size", stepSizes), tried, seen),
                new CandidateGrid("wis-etd", usage(decays, usages), tried, seen));
    }

    private static Map<String, List<Double>> usage(List<Double> decays, List<Double> usages) {
        Map<String, List<Double>> values = new LinkedHashMap<>();
        values.put("usage_decay", decays);
        values.put("initial_usage", usages);
        return values;
    }
}
