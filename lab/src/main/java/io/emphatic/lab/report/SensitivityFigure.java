package io.emphatic.lab.report;

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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the error depends on the step size: a panel for each algorithm, a line for each λ (or ζ), all other parameters as
 * in the algorithm's best setting. Settings that diverged in some run have no error. A step size chosen from the data
 * has no place on the axis.
 */
final class SensitivityFigure {
    private SensitivityFigure() {}

    static Figure of(Ranking ranking) {
        List<AlgorithmPanel> panels =
                ranking.algorithms().stream().map(SensitivityFigure::panel).toList();
        return new SensitivityPanels(
                        "mean error",
                        0,
                        untaught(ranking.algorithms()),
                        "error before learning",
                        "λ (abtd: ζ)",
                        "diverged in some run",
                        panels)
                .figure("Error against step size, one panel for each algorithm");
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
                        Words.value(line),
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

    /** NaN for one chosen from the data; that of the start, 1/d₀ but at most 1, where usages take its place; or 1. */
    private static double stepSize(Setting setting) {
        Map<String, Double> parameters = setting.parameters();
        double initialUsage = parameters.getOrDefault("initial_usage", 1.0);
        double stepSize =
                parameters.getOrDefault("step_size", parameters.getOrDefault("c1", 1 / Math.max(1, initialUsage)));
        return stepSize == Parameter.AUTO ? Double.NaN : stepSize;
    }

    private static double line(Setting setting) {
        Map<String, Double> parameters = setting.parameters();
        return parameters.getOrDefault("lambda", parameters.getOrDefault("zeta", 0.0));
    }

    /** What the panel holds fixed: {@code η = 16}. */
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
