package io.emphatic;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The registry, which tests, tools and documentation read: an algorithm is one file and one line here. */
public final class Algorithms {
    private static final Map<String, Algorithm> BY_NAME = List.of(
                    Td.ALGORITHM,
                    InterestTd.ALGORITHM,
                    Etd.ALGORITHM,
                    EtdBeta.ALGORITHM,
                    TruncatedEtd.ALGORITHM,
                    TreeBackup.ALGORITHM,
                    Vtrace.ALGORITHM,
                    Abtd.ALGORITHM,
                    Gtd.ALGORITHM,
                    Gtd2.ALGORITHM,
                    Tdrc.ALGORITHM,
                    Htd.ALGORITHM,
                    Pgtd2.ALGORITHM,
                    TrueOnlineTd.ALGORITHM,
                    TrueOnlineEtd.ALGORITHM,
                    Lstd.ALGORITHM,
                    Elstd.ALGORITHM,
                    WisTd.ALGORITHM,
                    WisEtd.ALGORITHM,
                    WisGtd.ALGORITHM)
            .stream()
            .collect(Collectors.toMap(Algorithm::name, a -> a, (a, b) -> a, LinkedHashMap::new));

    private static final Map<Class<?>, Algorithm> BY_CONFIG = BY_NAME.values().stream()
            .collect(Collectors.toMap(algorithm -> algorithm.configure(Map.of()).getClass(), algorithm -> algorithm));

    private Algorithms() {}

    /** All algorithms, by family. */
    public static List<Algorithm> all() {
        return List.copyOf(BY_NAME.values());
    }

    static Algorithm of(Class<? extends Config> config) {
        return BY_CONFIG.get(config);
    }

    /**
     * The algorithm of this name.
     *
     * @throws IllegalArgumentException if there is none; the message names the nearest
     */
    public static Algorithm named(String name) {
        Algorithm algorithm = BY_NAME.get(name);
        if (algorithm == null) {
            throw new IllegalArgumentException("there is no algorithm " + name
                    + Names.didYouMean(name, BY_NAME.keySet()) + "\nThere are: " + String.join(", ", BY_NAME.keySet()));
        }
        return algorithm;
    }
}
