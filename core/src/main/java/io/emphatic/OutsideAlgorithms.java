package io.emphatic;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * The algorithms of the registry, those of {@link AlgorithmProvider}s last. What is wrong with one of these is kept.
 */
final class OutsideAlgorithms {
    private final Map<String, Algorithm> byName = new LinkedHashMap<>();
    private final Map<Class<?>, Algorithm> byConfig = new HashMap<>();
    private String fault;

    private OutsideAlgorithms() {}

    /** @param own of the product, which are known to be complete */
    static OutsideAlgorithms beside(List<Algorithm> own) {
        OutsideAlgorithms all = new OutsideAlgorithms();
        own.forEach(all::add);
        try {
            for (AlgorithmProvider provider : ServiceLoader.load(AlgorithmProvider.class)) {
                all.addOutside(provider);
            }
        } catch (ServiceConfigurationError | IllegalArgumentException e) {
            all.fault = "an algorithm from outside cannot be used: " + e.getMessage();
        }
        return all;
    }

    Map<String, Algorithm> byName() {
        if (fault != null) {
            throw new IllegalArgumentException(fault);
        }
        return byName;
    }

    Map<Class<?>, Algorithm> byConfig() {
        return byConfig;
    }

    private void add(Algorithm algorithm) {
        byName.put(algorithm.name(), algorithm);
        byConfig.put(algorithm.configure(Map.of()).getClass(), algorithm);
    }

    /** Refuses what would surprise later: a name that is taken, an entry with gaps, a record unlike its parameters. */
    void addOutside(AlgorithmProvider provider) {
        String of = " (" + provider.getClass().getName() + ")";
        Algorithm algorithm = provider.algorithm();
        require(algorithm != null, "it is null" + of);
        String name = algorithm.name();
        require(name.matches("[a-z][a-z0-9-]*"), "its name is not of lower-case letters, digits and -: " + name + of);
        require(!byName.containsKey(name), "there is an algorithm " + name + " already" + of);
        boolean told = algorithm.summary() != null && algorithm.source() != null && algorithm.equations() != null;
        require(told, name + " lacks summary, source or equations" + of);
        Config config = algorithm.configure(Map.of());
        require(config != null, name + " makes no config" + of);
        require(config.getClass().isRecord(), name + " is not configured by a record" + of);
        require(!byConfig.containsKey(config.getClass()), name + " has the record of another algorithm" + of);
        String parameters =
                algorithm.parameters().stream().map(Parameter::name).sorted().collect(Collectors.joining(", "));
        String components = config.parameters().keySet().stream().sorted().collect(Collectors.joining(", "));
        require(
                components.equals(parameters),
                "the components of the record of " + name + " are not its parameters: " + components + "; " + parameters
                        + of);
        add(algorithm);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
