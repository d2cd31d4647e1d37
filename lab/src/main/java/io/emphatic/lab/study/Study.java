package io.emphatic.lab.study;

import io.emphatic.lab.problems.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A parameter study: what a study file says.
 *
 * @param problem with its parameters
 * @param runs how many independent runs
 * @param steps of each run
 * @param seed of all randomness
 * @param every how many steps lie between two points of the learning curve
 * @param grids the algorithms, each with the values to sweep
 */
public record Study(Problem problem, int runs, int steps, long seed, int every, List<Grid> grids) {

    /**
     * One algorithm and the values of its parameters; every combination is a setting.
     *
     * @param algorithm by name
     * @param values by parameter
     */
    public record Grid(String algorithm, Map<String, List<Double>> values) {

        /** Every combination; the first parameter varies slowest. */
        List<Setting> settings() {
            List<Map<String, Double>> combinations = new ArrayList<>(List.of(Map.of()));
            for (Map.Entry<String, List<Double>> parameter : values.entrySet()) {
                List<Map<String, Double>> longer = new ArrayList<>();
                for (Map<String, Double> combination : combinations) {
                    for (double value : parameter.getValue()) {
                        Map<String, Double> with = new LinkedHashMap<>(combination);
                        with.put(parameter.getKey(), value);
                        longer.add(with);
                    }
                }
                combinations = longer;
            }
            return combinations.stream()
                    .map(combination -> new Setting(algorithm, combination))
                    .toList();
        }
    }

    public Study {
        atLeastOne("runs", runs);
        atLeastOne("steps", steps);
        atLeastOne("every", every);
        if (every > steps) {
            throw new IllegalArgumentException("every is not in the interval [1, steps = " + steps + "]: " + every);
        }
        grids = List.copyOf(grids);
    }

    private static void atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " is not at least 1: " + value);
        }
    }

    /** Every setting of every algorithm, in the order of the file. */
    public List<Setting> settings() {
        return grids.stream().flatMap(grid -> grid.settings().stream()).toList();
    }

    /** Every parameter that any algorithm sweeps, in the order in which they first appear. */
    public List<String> parameterNames() {
        return grids.stream()
                .flatMap(grid -> grid.values().keySet().stream())
                .distinct()
                .toList();
    }

    /** How many points a learning curve has: one before the first step, then one after every {@code every} steps. */
    public int points() {
        return 1 + steps / every;
    }

    /** The first point of the last hundredth of a run; the last point if none lies there. */
    int firstFinalPoint() {
        int first = points() - 1;
        while (first > 0 && 100L * every * (first - 1) > 99L * steps) {
            first--;
        }
        return first;
    }

    /** Settings × runs × steps. */
    public long settingSteps() {
        return (long) settings().size() * runs * steps;
    }

    /** Everything but the grid: two studies of one world have results in common wherever their grids overlap. */
    String world() {
        return "problem=" + problem.name() + new TreeMap<>(problem.parameters()) + " runs=" + runs + " steps=" + steps
                + " seed=" + seed + " every=" + every;
    }
}
