package io.emphatic.bench;

import io.emphatic.Parameter;
import io.emphatic.lab.Problem;
import io.emphatic.lab.Threads;
import io.emphatic.lab.problems.Problems;
import io.emphatic.lab.study.Setting;
import io.emphatic.lab.study.Study;
import io.emphatic.lab.study.TraceGroup;
import io.emphatic.lab.study.TraceGroup.LearningCurves;
import io.emphatic.lab.study.Walk;
import io.emphatic.lab.study.WalkCache;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What it costs to leave the step size to {@code auto}: the root mean squared value error over the run, divided by that
 * of the best fixed step size of the grid 2⁻¹⁸ … 2⁰ (divided by the mean of ‖φ‖²) in hindsight.
 *
 * <pre>
 *   bench/choosing [--quick] [--overshoot] [PROBLEM …]
 * </pre>
 *
 * A row for each problem, algorithm and λ, as it is known, then one for each problem: how many runs; the mean and the
 * largest error, divided by the mean error of the one fixed step size that is best over all runs of the same problem,
 * algorithm and λ; the mean and the largest ratio to the step size that is best in that very run; and how many runs
 * diverged. The same numbers on any number of threads.
 *
 * <p>With {@code --overshoot} what the bound does to fixed step sizes: the error over the run and at its end of the
 * best of them with c = 1 and c = 0.3, divided by that of the best without, and how many are within 1.5 times the best
 * without.
 */
public final class Choosing {
    private static final int GRID = 19;
    private static final double GOOD = 1.5;
    private static final int POINTS = 200;
    private static final int SEED = 13; // of no walk that the rule was chosen on
    private static final int RANDOM_MDPS = 200;
    private static final List<String> ALGORITHMS = List.of("etd", "td", "gtd");
    private static final double[] LAMBDAS = {0, 0.5, 0.9};
    private static final List<String> NAMED =
            List.of("collision", "rooms", "rooms-high-variance", "boyan", "random-walk", "baird", "miner", "random");

    private static final List<String> BOUNDED = List.of(
            "collision",
            "rooms",
            "rooms-high-variance",
            "miner",
            "boyan",
            "random-walk",
            "baird",
            "two-state",
            "random");
    private static final double[] BOUNDS = {Double.POSITIVE_INFINITY, 1, 0.3};

    private final boolean quick;
    private final Threads threads;

    private Choosing(boolean quick, Threads threads) {
        this.quick = quick;
        this.threads = threads;
    }

    public static void main(String[] arguments) {
        List<String> words = new ArrayList<>(List.of(arguments));
        boolean quick = words.remove("--quick");
        boolean overshoot = words.remove("--overshoot");
        try (Threads threads = new Threads(Integer.getInteger("threads", 1))) {
            Choosing choosing = new Choosing(quick, threads);
            if (overshoot) {
                print(
                        "problem",
                        "algorithm",
                        "λ",
                        "c = 1",
                        "at the end",
                        "c = 0.3",
                        "at the end",
                        "step sizes that do");
                (words.isEmpty() ? BOUNDED : words).forEach(choosing::measureBounds);
                return;
            }
            print("problem", "algorithm", "λ", "runs", "mean", "largest", "mean by run", "largest by run", "diverged");
            (words.isEmpty() ? NAMED : words).forEach(choosing::measure);
        }
    }

    private static void print(Object... cells) {
        StringBuilder row = new StringBuilder("|");
        for (Object cell : cells) {
            row.append(' ')
                    .append(cell instanceof Double number ? String.format(Locale.ROOT, "%.2f", number) : cell)
                    .append(" |");
        }
        System.out.println(row);
    }

    private void measure(String name) {
        List<Fixed> ofProblem = new ArrayList<>();
        for (String algorithm : ALGORITHMS) {
            for (double lambda : LAMBDAS) {
                List<Fixed> measured =
                        name.equals("random") ? random(algorithm, lambda) : List.of(named(name, algorithm, lambda));
                print(name, algorithm, lambda, measured);
                ofProblem.addAll(measured);
            }
        }
        print("**" + name + "**", "", "", ofProblem);
    }

    private static void print(String problem, String algorithm, Object lambda, List<Fixed> measured) {
        List<Run> runs = measured.stream().flatMap(fixed -> fixed.runs.stream()).toList();
        double[] ratios = runs.stream().mapToDouble(Run::ratio).sorted().toArray();
        print(
                problem,
                algorithm,
                lambda,
                runs.size(),
                measured.stream().mapToDouble(Fixed::ratio).average().orElse(Double.NaN),
                measured.stream().mapToDouble(Fixed::largest).max().orElse(Double.NaN),
                Arrays.stream(ratios).average().orElse(Double.NaN),
                ratios[ratios.length - 1],
                runs.stream().filter(run -> Double.isNaN(run.auto)).count());
    }

    /** The runs for which one step size would have to be fixed: of one problem, algorithm and λ. */
    private record Fixed(List<Run> runs) {
        double ratio() {
            return runs.stream().mapToDouble(run -> run.auto).average().orElse(Double.NaN) / best();
        }

        double largest() {
            return runs.stream().mapToDouble(run -> run.auto).max().orElse(Double.NaN) / best();
        }

        /** The mean error of the step size that is best over all runs. */
        private double best() {
            double[] means = new double[GRID];
            runs.forEach(run -> Arrays.setAll(means, k -> means[k] + run.fixed[k] / runs.size()));
            return smallest(means);
        }
    }

    /** The errors of one run, NaN where the learner diverged. */
    private record Run(double auto, double[] fixed) {
        double ratio() {
            return auto / smallest(fixed);
        }
    }

    private static double smallest(double[] errors) {
        return Arrays.stream(errors).filter(Double::isFinite).min().orElse(Double.NaN);
    }

    private Fixed named(String name, String algorithm, double lambda) {
        int steps = name.startsWith("rooms") ? 50_000 : 20_000;
        int runs = name.startsWith("rooms") ? 3 : 10;
        WalkCache walks = walks(Problems.named(name), quick ? steps / 4 : steps, quick ? 2 : runs);
        return new Fixed(threads.map(IntStream.range(0, quick ? 2 : runs), run -> run(walks, run, algorithm, lambda)));
    }

    /** Short runs, but many. */
    private List<Fixed> random(String algorithm, double lambda) {
        int runs = quick ? 1 : 6;
        return threads.map(IntStream.range(0, quick ? RANDOM_MDPS / 10 : RANDOM_MDPS), seed -> {
            WalkCache walks = walks(new GradedMdp(seed), 3_000, runs);
            return new Fixed(IntStream.range(0, runs)
                    .mapToObj(run -> run(walks, run, algorithm, lambda))
                    .toList());
        });
    }

    /** The error of each step size over the run and at its end, by bound. */
    private record Bounded(double[][] area, double[][] end) {
        static Bounded mean(List<Bounded> runs) {
            Bounded sum = new Bounded(new double[BOUNDS.length][GRID], new double[BOUNDS.length][GRID]);
            for (Bounded run : runs) {
                for (int c = 0; c < BOUNDS.length; c++) {
                    for (int k = 0; k < GRID; k++) {
                        sum.area[c][k] += run.area[c][k] / runs.size();
                        sum.end[c][k] += run.end[c][k] / runs.size();
                    }
                }
            }
            return sum;
        }
    }

    private void measureBounds(String name) {
        for (String algorithm : List.of("etd", "td")) {
            for (double lambda : LAMBDAS) {
                boolean random = name.equals("random");
                int steps = random ? 3_000 : name.startsWith("rooms") ? 50_000 : 20_000;
                int runs = quick ? 2 : random ? 1 : name.startsWith("rooms") ? 3 : 10;
                List<Bounded> all =
                        threads.map(IntStream.range(0, random ? RANDOM_MDPS / (quick ? 10 : 1) : 1), seed -> {
                            Problem problem = random ? new GradedMdp(seed) : Problems.named(name);
                            WalkCache walks = walks(problem, quick ? steps / 4 : steps, runs);
                            return Bounded.mean(IntStream.range(0, runs)
                                    .mapToObj(run -> bounded(walks, run, algorithm, lambda))
                                    .toList());
                        });
                print(
                        name,
                        algorithm,
                        lambda,
                        geometricMean(all, run -> smallest(run.area[1]) / smallest(run.area[0])),
                        geometricMean(all, run -> smallest(run.end[1]) / smallest(run.end[0])),
                        geometricMean(all, run -> smallest(run.area[2]) / smallest(run.area[0])),
                        geometricMean(all, run -> smallest(run.end[2]) / smallest(run.end[0])),
                        String.format(Locale.ROOT, "%.1f, %.1f, %.1f", good(all, 0), good(all, 1), good(all, 2)));
            }
        }
    }

    private static double geometricMean(List<Bounded> runs, ToDoubleFunction<Bounded> ratio) {
        return Math.exp(runs.stream()
                .mapToDouble(run -> Math.log(ratio.applyAsDouble(run)))
                .average()
                .orElse(0));
    }

    /** How many step sizes are good enough with this bound. */
    private static double good(List<Bounded> runs, int bound) {
        return runs.stream()
                .mapToLong(run -> Arrays.stream(run.area[bound])
                        .filter(error -> error <= GOOD * smallest(run.area[0]))
                        .count())
                .average()
                .orElse(0);
    }

    private static Bounded bounded(WalkCache walks, int run, String algorithm, double lambda) {
        Walk walk = walks.of(run);
        int every = walk.steps() / POINTS;
        double mean = walks.problem().meanSquare(walk);
        Bounded bounded = new Bounded(new double[BOUNDS.length][], new double[BOUNDS.length][]);
        for (int c = 0; c < BOUNDS.length; c++) {
            double bound = BOUNDS[c];
            List<Setting> settings = IntStream.range(0, GRID)
                    .mapToObj(k -> setting(algorithm, Math.scalb(1.0, k + 1 - GRID) / mean, lambda, bound))
                    .toList();
            LearningCurves curves = new TraceGroup(walks.problem(), every, settings).learn(walk);
            bounded.area[c] = areas(curves, GRID);
            bounded.end[c] = curves.errors()[curves.errors().length - 1];
        }
        return bounded;
    }

    private static WalkCache walks(Problem problem, int steps, int runs) {
        return new WalkCache(new Study(problem, runs, steps, SEED, steps / POINTS, List.of(), false, 0));
    }

    private static Run run(WalkCache walks, int run, String algorithm, double lambda) {
        Walk walk = walks.of(run);
        int every = walk.steps() / POINTS;
        double mean = walks.problem().meanSquare(walk);
        List<Setting> fixed = IntStream.range(0, GRID)
                .mapToObj(k -> setting(algorithm, Math.scalb(1.0, k + 1 - GRID) / mean, lambda))
                .toList();
        List<Setting> auto = List.of(setting(algorithm, Parameter.AUTO, lambda));
        LearningCurves ofFixed = new TraceGroup(walks.problem(), every, fixed).learn(walk);
        LearningCurves ofAuto = new TraceGroup(walks.problem(), every, auto).learn(walk);
        return new Run(areas(ofAuto, 1)[0], areas(ofFixed, GRID));
    }

    private static Setting setting(String algorithm, double stepSize, double lambda, double overshoot) {
        Setting plain = setting(algorithm, stepSize, lambda);
        Map<String, Double> parameters = new LinkedHashMap<>(plain.parameters());
        parameters.put("overshoot", overshoot);
        return new Setting(algorithm, parameters);
    }

    private static Setting setting(String algorithm, double stepSize, double lambda) {
        Map<String, Double> parameters = new LinkedHashMap<>();
        parameters.put("step_size", stepSize);
        parameters.put(Setting.LAMBDA, lambda);
        return new Setting(algorithm, parameters);
    }

    /** The mean error over the run of each learner. */
    private static double[] areas(LearningCurves curves, int learners) {
        double[] areas = new double[learners];
        for (double[] errors : curves.errors()) {
            for (int k = 0; k < learners; k++) {
                areas[k] += errors[k] / curves.errors().length;
            }
        }
        return areas;
    }
}
