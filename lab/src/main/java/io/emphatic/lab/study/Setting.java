package io.emphatic.lab.study;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.Parameter;
import io.emphatic.lab.PolicyProbabilities;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One algorithm with one value for each parameter of a study, λ among them, in the order of the study file. */
public record Setting(String algorithm, Map<String, Double> parameters) {
    /** λ belongs to the question rather than to the learner; in a study it is swept like any other parameter. */
    public static final String LAMBDA = "lambda";

    public Setting {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /** λ for every state, or NaN where the problem's own is kept. */
    double lambda() {
        return parameters.getOrDefault(LAMBDA, Double.NaN);
    }

    /** The learner's part of it; what is left out has its default. */
    Config config() {
        return config(PolicyProbabilities.UNKNOWN);
    }

    /** The learner's part; the policies of the problem decide ψ₀ and ψ_max where they are left out. */
    Config config(PolicyProbabilities probabilities) {
        Algorithm learner = Algorithms.named(algorithm);
        Map<String, Double> values = new LinkedHashMap<>(parameters);
        values.remove(LAMBDA);
        return learner.configure(probabilities.complete(learner, values));
    }

    /** Equal for settings whose learners can share a trace, and for those of an algorithm that shares none. */
    public Object traceKey() {
        return List.of(config().traceKey().<Object>map(key -> key).orElse(algorithm), lambda());
    }

    /** {@code etd step_size=0.25 lambda=0.9}: equal for equal settings only. */
    @Override
    public String toString() {
        return algorithm
                + parameters.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(entry -> " " + entry.getKey() + "=" + Parameter.text(entry.getValue()))
                        .collect(Collectors.joining());
    }
}
