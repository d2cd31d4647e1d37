package io.emphatic;

import java.util.LinkedHashMap;
import java.util.Map;

/** Parameter values by name, checked against an algorithm's parameters, with its defaults where nothing was given. */
final class Settings {
    private final Map<String, Double> given;
    private final Map<String, Parameter> known = new LinkedHashMap<>();

    Settings(Algorithm algorithm, Map<String, Double> given) {
        algorithm.parameters().forEach(parameter -> known.put(parameter.name(), parameter));
        given.forEach((name, value) -> {
            Parameter parameter = known.get(name);
            if (parameter == null) {
                throw new IllegalArgumentException(
                        algorithm.name() + " has no parameter " + name + Names.didYouMean(name, known.keySet())
                                + "\nIts parameters are: " + String.join(", ", known.keySet()));
            }
            if (!Double.isNaN(value) || !isGivenAsAbsent(parameter)) {
                parameter.check(value);
            }
        });
        this.given = Map.copyOf(given);
    }

    /** NaN stands for absent in what {@link Config#parameters} returns, and step_size is absent beside c1 and c2. */
    private static boolean isGivenAsAbsent(Parameter parameter) {
        return Double.isNaN(parameter.defaultValue()) || parameter == StepSize.CONSTANT;
    }

    boolean has(String name) {
        return given.containsKey(name) && !Double.isNaN(given.get(name));
    }

    double get(String name) {
        return has(name) ? given.get(name) : known.get(name).defaultValue();
    }
}
