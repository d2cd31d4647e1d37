package io.emphatic.lab.problems;

import io.emphatic.experience.Names;
import io.emphatic.lab.Problem;
import io.emphatic.lab.problems.miner.Miner;
import io.emphatic.lab.problems.rooms.Rooms;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * The registry. Adding a problem is one class and one line here; a problem from outside is a provider of
 * {@link Problem}, found by {@link ServiceLoader} when the registry is first used.
 */
public final class Problems {
    private static final Map<String, Problem> BY_NAME = List.<Problem>of(
                    new TwoState(), //
                    new Baird(),
                    new RandomWalk(),
                    new Boyan(),
                    new Collision(),
                    new Rooms(false),
                    new Rooms(true),
                    new RandomMdp(),
                    new Miner())
            .stream()
            .collect(Collectors.toMap(Problem::name, p -> p, (a, b) -> a, LinkedHashMap::new));

    private static final String FAULT = addOutside(BY_NAME);

    private Problems() {}

    /** Returns why a problem from outside cannot be used; null if all can. */
    private static String addOutside(Map<String, Problem> byName) {
        try {
            for (Problem problem : ServiceLoader.load(Problem.class)) {
                if (byName.putIfAbsent(problem.name(), problem) != null) {
                    return "a problem from outside cannot be used: there is a problem " + problem.name() + " already ("
                            + problem.getClass().getName() + ")";
                }
            }
        } catch (ServiceConfigurationError e) {
            return "a problem from outside cannot be used: " + e.getMessage();
        }
        return null;
    }

    private static Map<String, Problem> byName() {
        if (FAULT != null) {
            throw new IllegalArgumentException(FAULT);
        }
        return BY_NAME;
    }

    /** @throws IllegalArgumentException if one from outside cannot be used; the message says why */
    public static List<Problem> all() {
        return List.copyOf(byName().values());
    }

    /** In the order of the registry; refused as {@link #all} is. */
    public static List<String> names() {
        return List.copyOf(byName().keySet());
    }

    /** @throws IllegalArgumentException if there is none; the message names the nearest */
    public static Problem named(String name) {
        Problem problem = byName().get(name);
        if (problem == null) {
            throw new IllegalArgumentException("there is no problem " + name + Names.didYouMean(name, BY_NAME.keySet())
                    + "\nThere are: " + String.join(", ", BY_NAME.keySet()));
        }
        return problem;
    }
}
