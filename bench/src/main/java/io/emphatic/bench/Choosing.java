package io.emphatic.bench;

import io.emphatic.Parameter;
import io.emphatic.batch.Batch;
import io.emphatic.lab.Problem;
import io.emphatic.lab.Threads;
import io.emphatic.lab.problems.Problems;
import io.emphatic.lab.study.LearningCurves;
import io.emphatic.lab.study.Setting;
import io.emphatic.lab.study.Study;
import io.emphatic.lab.study.TraceGroup;
import io.emphatic.lab.study.Walk;
import io.emphatic.lab.study.WalkCache;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What it costs to leave the step size to {@code auto}: the root mean squared value error over the run, divided by that
 * of the best fixed step size of the grid 2⁻¹⁸ … 2⁰ (divided by the mean of ‖φ‖²) in hindsight.
 *
 * <pre>
 *   bench/choosing [--quick] [PROBLEM …]
 * </pre>
 *
 * A row for each problem, algorithm and λ, as it is known, then one for each problem: the mean over runs of the ratio
 * to the step size that is best in that run, its 90 % quantile and largest value, the ratio of mean errors to the one
 * fixed step size that is best over all runs, and how many runs diverged. The same numbers on any number of threads.
 */
public final class Choosing {
    private static final int GRID = 19;
    private static final int POINTS = 200;
    private static final List<String> ALGORITHMS = List.of("etd", "td", "gtd");
    private static final double[] LAMBDAS = {0, 0.5, 0.9};
    private static final List<String> NAMED =
            List.of("collision", "rooms", "rooms-high-variance", "boyan", "random-walk", "baird", "miner", "random");

    private final boolean quick;
    private final Threads threads;

    private Choosing(boolean quick, Threads threads) {
        this.quick = quick;
        this.threads = threads;
    }

    public static void main(String[] arguments) {
        List<String> words = new ArrayList<>(List.of(arguments));
        boolean quick = words.remove("--quick");
        try (Threads threads = new Threads(Integer.getInteger("threads", 1))) {
            Choosing choosing = new Choosing(quick, threads);
            print("problem", "algorithm", "λ", "mean", "90 %", "largest", "of the best fixed", "diverged");
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
        List<Run> ofProblem = new ArrayList<>();
        for (String algorithm : ALGORITHMS) {
            for (double lambda : LAMBDAS) {
                List<Run> runs = name.equals("random") ? random(algorithm, lambda) : named(name, algorithm, lambda);
                print(name, algorithm, lambda, runs);
                ofProblem.addAll(runs);
            }
        }
        print("**" + name + "**", "", "", ofProblem);
    }

    private static void print(String problem, String algorithm, Object lambda, List<Run> runs) {
        double[] ratios = runs.stream().mapToDouble(Run::ratio).sorted().toArray();
        double[] fixed = new double[GRID];
        for (Run run : runs) {
            for (int k = 0; k < GRID; k++) {
                fixed[k] += run.fixed[k];
            }
        }
        double best = Arrays.stream(fixed).filter(Double::isFinite).min().orElse(Double.NaN);
        double auto = runs.stream().mapToDouble(run -> run.auto).sum();
        print(
                problem,
                algorithm,
                lambda,
                Arrays.stream(ratios).average().orElse(Double.NaN),
                ratios[ratios.length * 9 / 10],
                ratios[ratios.length - 1],
                algorithm.isEmpty() ? "" : (Object) (auto / best),
                runs.stream().filter(run -> Double.isNaN(run.auto)).count());
    }

    /** The errors of one run, NaN where the learner diverged. */
    private record Run(double auto, double[] fixed) {
        double ratio() {
            return auto / Arrays.stream(fixed).filter(Double::isFinite).min().orElse(Double.NaN);
        }
    }

    private List<Run> named(String name, String algorithm, double lambda) {
        int steps = name.startsWith("rooms") ? 50_000 : 20_000;
        int runs = name.startsWith("rooms") ? 6 : 30;
        return runs(Problems.named(name), quick ? steps / 4 : steps, quick ? 2 : runs, algorithm, lambda);
    }

    /** One run on each. */
    private List<Run> random(String algorithm, double lambda) {
        return threads
                .map(
                        IntStream.range(0, quick ? 20 : 200),
                        seed -> run(study(new GradedMdp(seed), quick ? 5_000 : 20_000, 1), 0, algorithm, lambda))
                .stream()
                .toList();
    }

    private List<Run> runs(Problem problem, int steps, int runs, String algorithm, double lambda) {
        WalkCache walks = study(problem, steps, runs);
        return threads.map(IntStream.range(0, runs), run -> run(walks, run, algorithm, lambda));
    }

    private static WalkCache study(Problem problem, int steps, int runs) {
        return new WalkCache(new Study(problem, runs, steps, 1, steps / POINTS, List.of()));
    }

    private static Run run(WalkCache walks, int run, String algorithm, double lambda) {
        Walk walk = walks.of(run);
        int every = walk.edges().length / POINTS;
        double mean = walks.problem().meanSquare(walk);
        List<Setting> fixed = IntStream.range(0, GRID)
                .mapToObj(k -> setting(algorithm, Math.scalb(1.0, k + 1 - GRID) / mean, lambda))
                .toList();
        List<Setting> auto = List.of(setting(algorithm, Parameter.AUTO, lambda));
        LearningCurves ofFixed = new TraceGroup(walks.problem(), every, fixed, Batch::of).learn(walk);
        LearningCurves ofAuto = new TraceGroup(walks.problem(), every, auto, Batch::of).learn(walk);
        return new Run(areas(ofAuto, 1)[0], areas(ofFixed, GRID));
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
