package io.emphatic;

import java.util.LinkedHashMap;
import java.util.Map;

/** Parameter values by name, checked against an algorithm's parameters, with its defaults for parameters not given. */
public final class Settings {
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
            boolean absent = Double.isNaN(value) && parameter == StepSize.CONSTANT && hasSchedule(given);
            if (!absent) {
                parameter.check(value);
            }
        });
        this.given = Map.copyOf(given);
    }

    /** Beside c1 and c2, step_size is absent, which {@link Config#parameters} writes as NaN. */
    private static boolean hasSchedule(Map<String, Double> given) {
        return !given.getOrDefault("c1", Double.NaN).isNaN()
                && !given.getOrDefault("c2", Double.NaN).isNaN();
    }

    /** Whether a parameter was given. */
    public boolean has(String name) {
        return given.containsKey(name) && !Double.isNaN(given.get(name));
    }

    /** The value of a parameter; its default if it was not given. */
    public double get(String name) {
        return has(name) ? given.get(name) : known.get(name).defaultValue();
    }
}
