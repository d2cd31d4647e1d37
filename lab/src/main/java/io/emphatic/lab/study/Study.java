package io.emphatic.lab.study;

import io.emphatic.documents.source.Sweep;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.Problem;
import java.util.List;
import java.util.Map;

/**
 * A parameter study: what a study file says.
 *
 * @param every how many steps lie between two points of the learning curve
 * @param runs how many, the first of which is {@code firstRun}, counted from 0: a part of a study that others continue
 * @param keepsRuns whether the learning curve of every single run is kept, beside their mean
 */
public record Study(
        Problem problem, int runs, int steps, long seed, int every, List<Grid> grids, boolean keepsRuns, int firstRun) {
    /** Gets the next number with a change that makes any number of an unchanged study differ by more than rounding. */
    static final String RESULTS_FORMAT = "results=7 ";

    private static final int MOST_RUNS = 100_000;
    private static final int MOST_STEPS = 1 << 26;
    private static final int MOST_SETTINGS = 1_000_000;

    private static final double MOST_NUMBERS = 3e7; // settings × (runs + points), each of 24 bytes: 720 MB

    /** One algorithm and the values of its parameters; every combination is a setting. */
    public record Grid(String algorithm, Map<String, List<Double>> values) {
        /** How many settings there are; a double, because it may be beyond all whole numbers. */
        double size() {
            return Sweep.size(values);
        }

        /** Every combination; the first parameter varies slowest. */
        public List<Setting> settings() {
            return Sweep.combinations(values).stream()
                    .map(combination -> new Setting(algorithm, combination))
                    .toList();
        }
    }

    public Study {
        requireRuns(firstRun + runs);
        requireSteps(steps);
        requireEvery(every, steps);
        grids = List.copyOf(grids);
        double settings = grids.stream().mapToDouble(Grid::size).sum();
        requireFewSettings(settings);
        double points = 1 + steps / every;
        if (settings * (keepsRuns ? runs * points : runs + points) > MOST_NUMBERS) {
            throw new IllegalArgumentException(Numbers.plain(settings) + " settings of " + Numbers.count(runs)
                    + " runs and " + Numbers.plain(points) + " points of the learning curve are too many to keep:"
                    + " settings × " + (keepsRuns ? "runs × points" : "(runs + points)") + " is not at most "
                    + Numbers.plain(MOST_NUMBERS) + "\nTake a larger `every`, fewer runs or a smaller grid"
                    + (keepsRuns ? ", or leave `curves: runs` out." : "."));
        }
    }

    static int requireRuns(int runs) {
        return inRange("runs", runs, MOST_RUNS);
    }

    static int requireSteps(int steps) {
        return inRange("steps", steps, MOST_STEPS);
    }

    static int requireEvery(int every, int steps) {
        if (every < 1 || every > steps) {
            throw new IllegalArgumentException("every is not in the interval [1, steps = " + steps + "]: " + every);
        }
        return every;
    }

    private static int inRange(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(
                    name + " is not in the interval [1, " + Numbers.count(most) + "]: " + value);
        }
        return value;
    }

    /** Refuses a grid that is too large, before it is enumerated. */
    static void requireFewSettings(double settings) {
        if (settings > MOST_SETTINGS) {
            throw new IllegalArgumentException(
                    Numbers.plain(settings) + " settings are more than " + Numbers.count(MOST_SETTINGS));
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

    /** Everything but the grid and the number of runs: studies of one world share results. */
    String world() {
        return RESULTS_FORMAT + "problem=" + problem.identity() + " steps=" + steps + " seed=" + seed + " every="
                + every + (firstRun == 0 ? "" : " from=" + firstRun);
    }
}
