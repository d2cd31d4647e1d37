package io.emphatic.bench;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithms;
import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Problem;
import io.emphatic.lab.Question;
import io.emphatic.lab.study.Setting;
import io.emphatic.lab.study.Study;
import io.emphatic.lab.study.StudyFile;
import io.emphatic.lab.study.TraceGroup;
import io.emphatic.lab.study.TraceGroup.LearningCurves;
import io.emphatic.lab.study.WalkCache;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A study of {@code random-mdp} on many of them, with targets from mild to deterministic: how far each algorithm's best
 * setting is from that of the first algorithm of the study without usages, and how far each pair of usage_decay and
 * initial_usage is from the best of its algorithm. The tables of "Weighted importance sampling" in
 * {@code docs/decisions/studies.md}.
 *
 * <pre>
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.WeightedOnRandomMdps studies/weighted-random-mdp.yaml 200
 * </pre>
 */
public final class WeightedOnRandomMdps {
    /** Target k of an MDP takes its own action with probability (k + 1)/5, and otherwise does as the behaviour. */
    private static final int TARGETS = 5;

    private static final String COMPARED_WITH = "etd";

    private final Study study;
    private final int mdps;

    /** For each algorithm the error of its best setting on each MDP, relative to that of {@link #COMPARED_WITH}. */
    private final Map<String, double[]> relative = new LinkedHashMap<>();

    private final Map<String, Integer> diverged = new LinkedHashMap<>();
    private final Map<String, Integer> wins = new LinkedHashMap<>();

    /** For each algorithm with usages and each pair of them the sum of log errors relative to its best setting. */
    private final Map<String, Map<String, Double>> pairs = new LinkedHashMap<>();

    private WeightedOnRandomMdps(Study study, int mdps) {
        this.study = study;
        this.mdps = mdps;
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("usage: WeightedOnRandomMdps STUDY.yaml MDPS");
            System.exit(2);
        }
        WeightedOnRandomMdps comparison =
                new WeightedOnRandomMdps(StudyFile.read(Path.of(arguments[0])), Integer.parseInt(arguments[1]));
        comparison.run();
        comparison.print();
    }

    private void run() {
        for (int k = 0; k < mdps; k++) {
            Problem problem = new Sharpened(study.problem().with(Map.of("seed", (double) k)), (1 + k % TARGETS) / 5.0);
            Map<Setting, Double> errors = errors(new Study(
                    problem, study.runs(), study.steps(), study.seed(), study.every(), study.grids(), false, 0));
            Map<String, Double> best = new LinkedHashMap<>();
            errors.forEach((setting, error) -> {
                best.merge(setting.algorithm(), error, WeightedOnRandomMdps::smaller);
                diverged.merge(setting.algorithm(), Double.isNaN(error) ? 1 : 0, Integer::sum);
            });
            String winner = best.entrySet().stream()
                    .min(Map.Entry.comparingByValue())
                    .orElseThrow()
                    .getKey();
            wins.merge(winner, 1, Integer::sum);
            int mdp = k;
            best.forEach((algorithm, error) ->
                    relative.computeIfAbsent(algorithm, a -> new double[mdps])[mdp] = error / best.get(COMPARED_WITH));
            addPairs(errors, best);
        }
    }

    /** The mean auc of each setting; NaN if it diverged in some run. */
    private static Map<Setting, Double> errors(Study study) {
        WalkCache walks = new WalkCache(study);
        Map<Setting, Double> errors = new LinkedHashMap<>();
        study.grids().stream()
                .flatMap(grid -> grid.settings().stream())
                .collect(Collectors.groupingBy(Setting::traceKey, LinkedHashMap::new, Collectors.toList()))
                .values()
                .forEach(group -> {
                    TraceGroup learning = new TraceGroup(walks.problem(), study.every(), group);
                    double[] sums = new double[group.size()];
                    for (int run = 0; run < study.runs(); run++) {
                        LearningCurves curves = learning.learn(walks.of(run));
                        for (double[] point : curves.errors()) {
                            for (int s = 0; s < sums.length; s++) {
                                sums[s] += point[s] / curves.errors().length / study.runs();
                            }
                        }
                    }
                    for (int s = 0; s < sums.length; s++) {
                        errors.put(group.get(s), sums[s]);
                    }
                });
        return errors;
    }

    private static double smaller(double x, double y) {
        return Double.isNaN(x) || y < x ? y : x;
    }

    private void addPairs(Map<Setting, Double> errors, Map<String, Double> best) {
        Map<String, Map<String, Double>> bestOfPairs = new LinkedHashMap<>();
        errors.forEach((setting, error) -> {
            if (Algorithms.named(setting.algorithm()).family() == Family.WEIGHTED) {
                String pair = String.format(
                        Locale.ROOT,
                        "usage_decay %s, initial_usage %s",
                        setting.parameters().get("usage_decay"),
                        setting.parameters().get("initial_usage"));
                bestOfPairs
                        .computeIfAbsent(setting.algorithm(), a -> new LinkedHashMap<>())
                        .merge(pair, error, WeightedOnRandomMdps::smaller);
            }
        });
        bestOfPairs.forEach((algorithm, byPair) ->
                byPair.forEach((pair, error) -> pairs.computeIfAbsent(algorithm, a -> new LinkedHashMap<>())
                        .merge(pair, Math.log(error / best.get(algorithm)), Double::sum)));
    }

    private void print() {
        System.out.printf(
                "%d random MDPs, best setting of each algorithm; error relative to %s, geometric means%n%n",
                mdps, COMPARED_WITH);
        System.out.printf("%-10s %7s %7s", "algorithm", "all", "worst");
        for (int target = 1; target <= TARGETS; target++) {
            System.out.printf(Locale.ROOT, " %7s", "π " + target / 5.0);
        }
        System.out.printf(" %6s %9s%n", "first", "diverged");
        relative.forEach((algorithm, ratios) -> {
            System.out.printf(
                    Locale.ROOT,
                    "%-10s %7.3f %7.3f",
                    algorithm,
                    geometricMean(ratios),
                    Arrays.stream(ratios).max().orElseThrow());
            for (int target = 0; target < TARGETS; target++) {
                System.out.printf(Locale.ROOT, " %7.3f", geometricMean(everyFifth(ratios, target)));
            }
            System.out.printf(" %6d %9d%n", wins.getOrDefault(algorithm, 0), diverged.get(algorithm));
        });
        pairs.forEach((algorithm, byPair) -> {
            System.out.printf("%n%s: error relative to its best setting, geometric means%n", algorithm);
            byPair.forEach(
                    (pair, sum) -> System.out.printf(Locale.ROOT, "  %-42s %7.3f%n", pair, Math.exp(sum / mdps)));
        });
    }

    private static double[] everyFifth(double[] ratios, int target) {
        List<Double> chosen = new ArrayList<>();
        for (int k = target; k < ratios.length; k += TARGETS) {
            chosen.add(ratios[k]);
        }
        return chosen.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double geometricMean(double[] ratios) {
        return Math.exp(Arrays.stream(ratios).map(Math::log).average().orElse(Double.NaN));
    }

    /** A problem whose target takes its likeliest action more often: with this probability, else as the behaviour. */
    private record Sharpened(Problem plain, double certainty) implements FiniteProblem {
        @Override
        public String name() {
            return plain.name();
        }

        @Override
        public String summary() {
            return plain.summary();
        }

        @Override
        public String documentation() {
            return plain.documentation();
        }

        @Override
        public Mdp mdp() {
            Mdp mdp = plain.mdp();
            Question question = mdp.questions().get(0);
            double[][] policy = new double[mdp.behaviour().length][];
            for (int s = 0; s < policy.length; s++) {
                double[] target = question.policy()[s];
                int likeliest = 0;
                policy[s] = mdp.behaviour()[s].clone();
                for (int a = 0; a < target.length; a++) {
                    likeliest = target[a] > target[likeliest] ? a : likeliest;
                    policy[s][a] *= 1 - certainty;
                }
                policy[s][likeliest] += certainty;
            }
            Question sharpened = new Question(
                    question.name(),
                    policy,
                    question.discount(),
                    question.lambda(),
                    question.interest(),
                    question.cumulant());
            return new Mdp(
                    mdp.name(),
                    mdp.states(),
                    mdp.actions(),
                    mdp.outcomes(),
                    mdp.behaviour(),
                    List.of(sharpened),
                    mdp.featureNames(),
                    mdp.features(),
                    mdp.start());
        }
    }
}
