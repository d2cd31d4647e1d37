package io.emphatic;

import io.emphatic.experience.Names;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * The registry, which tests, tools and documentation read: an algorithm is one file and one line here, or comes from
 * outside by an {@link AlgorithmProvider}. Any number of threads may use it.
 */
public final class Algorithms {
    private static final OutsideAlgorithms KNOWN = OutsideAlgorithms.beside(List.of(
            Td.ALGORITHM,
            InterestTd.ALGORITHM,
            Etd.ALGORITHM,
            EtdBeta.ALGORITHM,
            TruncatedEtd.ALGORITHM,
            PerEtd.ALGORITHM,
            LcEtd.ALGORITHM,
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
            WisGtd.ALGORITHM,
            FhatEtd.ALGORITHM,
            GemEtd.ALGORITHM,
            BoundedTd.ALGORITHM));

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

    /** The algorithms of the registry, those of {@link AlgorithmProvider}s last, and the first fault of these. */
    static final class OutsideAlgorithms {
        private final Map<String, Algorithm> byName = new LinkedHashMap<>();
        private final Map<Class<?>, Algorithm> byConfig = new HashMap<>();
        private IllegalArgumentException fault; // null if there is none

        private OutsideAlgorithms() {}

        /** @param own of the product, which are known to be complete */
        static OutsideAlgorithms beside(List<Algorithm> own) {
            return beside(
                    own, ServiceLoader.load(AlgorithmProvider.class).stream().iterator());
        }

        /** One that cannot be used does not keep the others away. */
        static OutsideAlgorithms beside(
                List<Algorithm> own, Iterator<ServiceLoader.Provider<AlgorithmProvider>> outside) {
            OutsideAlgorithms all = new OutsideAlgorithms();
            own.forEach(all::add);
            try {
                while (outside.hasNext()) {
                    all.addIfUsable(outside.next());
                }
            } catch (LinkageError | ServiceConfigurationError e) {
                all.keep(e, "");
            }
            return all;
        }

        private void addIfUsable(ServiceLoader.Provider<AlgorithmProvider> provider) {
            try {
                addOutside(provider.get());
            } catch (RuntimeException | LinkageError | ServiceConfigurationError e) {
                keep(e, " (" + provider.type().getName() + ")");
            }
        }

        /** Of several faults the first. */
        private void keep(Throwable e, String of) {
            if (fault == null) {
                Throwable cause = e instanceof ServiceConfigurationError && e.getCause() != null ? e.getCause() : e;
                boolean isSaid =
                        cause instanceof IllegalArgumentException || cause instanceof ServiceConfigurationError;
                String said = isSaid ? cause.getMessage() : cause.toString();
                fault = new IllegalArgumentException("an algorithm from outside cannot be used: " + said + of, e);
            }
        }

        Map<String, Algorithm> byName() {
            if (fault != null) {
                throw new IllegalArgumentException(fault.getMessage(), fault.getCause());
            }
            return byName;
        }

        Map<Class<?>, Algorithm> byConfig() {
            return byConfig;
        }

        private void add(Algorithm algorithm) {
            byConfig.put(algorithm.configure(Map.of()).getClass(), algorithm);
            byName.put(algorithm.name(), algorithm);
        }

        /** Refuses what would surprise later: a taken name, an entry with gaps, a record unlike its parameters. */
        void addOutside(AlgorithmProvider provider) {
            Algorithm algorithm = provider.algorithm();
            require(algorithm != null, "it is null");
            String name = algorithm.name();
            require(name.matches("[a-z][a-z0-9-]*"), "its name is not of lower-case letters, digits and -: " + name);
            require(!byName.containsKey(name), "there is an algorithm " + name + " already");
            boolean isDescribed =
                    algorithm.summary() != null && algorithm.source() != null && algorithm.equations() != null;
            require(isDescribed, name + " lacks summary, source or equations");
            Config config = algorithm.configure(Map.of());
            require(config != null, name + " makes no config");
            require(config.getClass().isRecord(), name + " is not configured by a record");
            require(!byConfig.containsKey(config.getClass()), name + " has the record of another algorithm");
            String parameters = algorithm.parameters().stream()
                    .map(Parameter::name)
                    .sorted()
                    .collect(Collectors.joining(", "));
            String components = config.parameters().keySet().stream().sorted().collect(Collectors.joining(", "));
            require(
                    components.equals(parameters),
                    "the components of the record of " + name + " are not its parameters: " + components + "; "
                            + parameters);
            add(algorithm);
        }

        private static void require(boolean holds, String otherwise) {
            if (!holds) {
                throw new IllegalArgumentException(otherwise);
            }
        }
    }
}
