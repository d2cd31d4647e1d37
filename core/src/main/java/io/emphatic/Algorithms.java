package io.emphatic;

import java.util.List;
import java.util.Map;

/**
 * The registry, which tests, tools and documentation read: an algorithm is one file and one line here, or comes from
 * outside by an {@link AlgorithmProvider}.
 */
public final class Algorithms {
    private static final OutsideAlgorithms KNOWN = OutsideAlgorithms.beside(List.of(
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
            WisGtd.ALGORITHM));

    private Algorithms() {}

    /**
     * All algorithms, by family; those from outside come last.
     *
     * @throws IllegalArgumentException if one from outside cannot be used; the message says why
     */
    public static List<Algorithm> all() {
        return List.copyOf(KNOWN.byName().values());
    }

    static Algorithm of(Class<? extends Config> config) {
        return KNOWN.byConfig().get(config);
    }

    /**
     * The algorithm of this name.
     *
     * @throws IllegalArgumentException if there is none; the message names the nearest
     */
    public static Algorithm named(String name) {
        Map<String, Algorithm> byName = KNOWN.byName();
        Algorithm algorithm = byName.get(name);
        if (algorithm == null) {
            throw new IllegalArgumentException("there is no algorithm " + name + Names.didYouMean(name, byName.keySet())
                    + "\nThere are: " + String.join(", ", byName.keySet()));
        }
        return algorithm;
    }
}
