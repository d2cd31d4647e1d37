package io.emphatic.lab.internal.report;

import io.emphatic.Algorithm.Family;
import io.emphatic.Algorithms;
import io.emphatic.Parameter;
import io.emphatic.documents.figure.Figure;
import io.emphatic.documents.figure.SensitivityPanels;
import io.emphatic.documents.figure.SensitivityPanels.AlgorithmPanel;
import io.emphatic.documents.figure.SensitivityPanels.SettingLine;
import io.emphatic.lab.study.RankedAlgorithm;
import io.emphatic.lab.study.Ranking;
import io.emphatic.lab.study.Result;
import io.emphatic.lab.study.Setting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Error against step size: a line for each λ (or ζ), all other parameters as in the best setting. */
final class SensitivityFigure {
    private SensitivityFigure() {}

    static Figure of(Ranking ranking) {
        return of(ranking, ranking.algorithms());
    }

    /** Some of the algorithms, on the axes of all. */
    static Figure of(Ranking ranking, List<RankedAlgorithm> shown) {
        double untaught = untaught(ranking.algorithms());
        return new SensitivityPanels(
                        "mean error (log)",
                        lowest(panels(ranking.algorithms()), untaught),
                        untaught,
                        "error before learning",
                        has(ranking, "zeta") ? "λ (abtd: ζ)" : "λ",
                        "diverged in some run",
                        has(ranking, "initial_usage") ? "step size α (wis: 1/d₀)" : "step size α",
                        panels(shown))
                .figure("Error against step size, one panel for each algorithm");
    }

    private static List<AlgorithmPanel> panels(List<RankedAlgorithm> algorithms) {
        return algorithms.stream().map(SensitivityFigure::panel).toList();
    }

    /** Where axes, logarithmic as that of the curves, begin: a little below the least error that is no rounding. */
    private static double lowest(List<AlgorithmPanel> panels, double untaught) {
        double least = panels.stream()
                .flatMap(panel -> panel.lines().stream())
                .flatMapToDouble(line -> Arrays.stream(line.errors()))
                .filter(Double::isFinite)
                .map(error -> Math.max(error, ComparisonFigure.LEAST_PART * untaught))
                .min()
                .orElse(untaught);
        return least < untaught ? least * Math.pow(least / untaught, 0.1) : untaught / 10;
    }

    private static boolean has(Ranking ranking, String parameter) {
        return ranking.algorithms().stream()
                .flatMap(ranked -> ranked.results().stream())
                .anyMatch(result -> result.setting().parameters().containsKey(parameter));
    }

    /** The largest error before the first step, which differs between learners whose first weights differ; or 1. */
    private static double untaught(List<RankedAlgorithm> algorithms) {
        return algorithms.stream()
                .flatMap(ranked -> ranked.results().stream())
                .mapToDouble(result -> result.mean()[0])
                .filter(error -> error > 0 && Double.isFinite(error))
                .max()
                .orElse(1);
    }

    private static AlgorithmPanel panel(RankedAlgorithm ranked) {
        List<SettingLine> lines = new ArrayList<>();
        byLine(ranked)
                .forEach((line, results) -> lines.add(new SettingLine(
                        Double.isNaN(line) ? "the problem's" : Words.value(line),
                        line,
                        results.stream()
                                .mapToDouble(result -> stepSize(result.setting()))
                                .toArray(),
                        results.stream()
                                .mapToDouble(result -> result.isDiverged() ? Double.NaN : result.meanAuc())
                                .toArray())));
        double[] best = ranked.byAuc()
                .map(winner -> new double[] {
                    stepSize(winner.result().setting()), winner.auc().mean()
                })
                .orElse(null);
        return new AlgorithmPanel(ranked.algorithm(), others(ranked), lines, best);
    }

    /** NaN for one chosen from the data and for least squares; 1/d₀ where usages take its place; or 1. */
    private static double stepSize(Setting setting) {
        Map<String, Double> parameters = setting.parameters();
        if (Algorithms.named(setting.algorithm()).family() == Family.LEAST_SQUARES) {
            return Double.NaN;
        }
        double usage = parameters.getOrDefault("initial_usage", 1.0);
        double stepSize = parameters.getOrDefault("step_size", parameters.getOrDefault("c1", 1 / usage));
        return stepSize == Parameter.AUTO || usage == 0 ? Double.NaN : stepSize;
    }

    /** NaN where the setting leaves λ to the problem, which may have one for each state. */
    private static double line(Setting setting) {
        Map<String, Double> parameters = setting.parameters();
        return parameters.getOrDefault("lambda", parameters.getOrDefault("zeta", Double.NaN));
    }

    private static String others(RankedAlgorithm ranked) {
        return ranked.byAuc().map(winner -> others(winner.result().setting())).orElse("");
    }

    private static String others(Setting setting) {
        Map<String, Double> rest = new TreeMap<>(setting.parameters());
        rest.keySet().removeAll(List.of("step_size", "initial_usage", "lambda", "zeta"));
        return Words.setting(new Setting("", rest));
    }

    /** The results that a panel shows, line by line in order of step size. */
    private static TreeMap<Double, List<Result>> byLine(RankedAlgorithm ranked) {
        String shown = others(ranked);
        TreeMap<Double, List<Result>> byLine = new TreeMap<>();
        for (Result result : ranked.results()) {
            if (ranked.byAuc().isEmpty() || others(result.setting()).equals(shown)) {
                byLine.computeIfAbsent(line(result.setting()), key -> new ArrayList<>())
                        .add(result);
            }
        }
        byLine.values()
                .forEach(results -> results.sort(Comparator.comparingDouble(result -> stepSize(result.setting()))));
        return byLine;
    }
}
