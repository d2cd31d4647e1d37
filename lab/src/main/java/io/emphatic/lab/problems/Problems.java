package io.emphatic.lab.problems;

import io.emphatic.Names;
import io.emphatic.lab.Problem;
import io.emphatic.lab.problems.baird.Baird;
import io.emphatic.lab.problems.boyan.Boyan;
import io.emphatic.lab.problems.collision.Collision;
import io.emphatic.lab.problems.miner.Miner;
import io.emphatic.lab.problems.randommdp.RandomMdp;
import io.emphatic.lab.problems.randomwalk.RandomWalk;
import io.emphatic.lab.problems.rooms.Rooms;
import io.emphatic.lab.problems.twostate.TwoState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The registry. Adding a problem is one package and one line here. */
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

    private Problems() {}

    public static List<Problem> all() {
        return List.copyOf(BY_NAME.values());
    }

    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    /** @throws IllegalArgumentException if there is none; the message names the nearest */
    public static Problem named(String name) {
        Problem problem = BY_NAME.get(name);
        if (problem == null) {
            throw new IllegalArgumentException("there is no problem " + name + Names.didYouMean(name, BY_NAME.keySet())
                    + "\nThere are: " + String.join(", ", BY_NAME.keySet()));
        }
        return problem;
    }
}
