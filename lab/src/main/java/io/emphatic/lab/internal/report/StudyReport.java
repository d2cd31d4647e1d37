package io.emphatic.lab.internal.report;

import static io.emphatic.lab.study.ResultTables.text;

import io.emphatic.documents.figure.Figure;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.lab.Estimate;
import io.emphatic.lab.study.Interval;
import io.emphatic.lab.study.Provenance;
import io.emphatic.lab.study.RankedAlgorithm;
import io.emphatic.lab.study.RankedAlgorithm.Winner;
import io.emphatic.lab.study.Ranking;
import io.emphatic.lab.study.Result;
import io.emphatic.lab.study.SampledTruth;
import io.emphatic.lab.study.StudyFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Draws a finished study: a page, figures and panels, what they draw as data (docs/studies.md), methods as text. */
public final class StudyReport {
    private final Ranking ranking;
    private final Map<String, Integer> numbers;

    private StudyReport(Ranking ranking) {
        this.ranking = ranking;
        List<String> settings =
                ranking.study().settings().stream().map(Object::toString).toList();
        this.numbers = IntStream.range(0, settings.size()).boxed().collect(Collectors.toMap(settings::get, k -> k));
    }

    /** Writes into the directory of the study; the page comes first in the result. */
    public static List<Path> write(Path directory, Ranking ranking, String version) throws IOException {
        Map<String, Figure> figures = new LinkedHashMap<>();
        figures.put("comparison", ComparisonFigure.of(ranking));
        figures.put("sensitivity", SensitivityFigure.of(ranking));
        figures.put("panels/curves", ComparisonFigure.panels(ranking).get(0));
        figures.put("panels/ranking", ComparisonFigure.panels(ranking).get(1));
        ranking.algorithms()
                .forEach(one -> figures.put(
                        "panels/sensitivity-" + one.algorithm(), SensitivityFigure.of(ranking, List.of(one))));
        StudyPage page = new StudyPage(
                ranking,
                Cautions.of(ranking, SampledTruth.in(directory)),
                StudyFile.sourceIn(directory),
                Provenance.read(directory));
        StudyReport report = new StudyReport(ranking);
        List<Path> files = new ArrayList<>(List.of(
                WholeFile.write(directory.resolve("report.html"), page.html(version)),
                WholeFile.write(directory.resolve("methods.md"), page.methods()),
                WholeFile.write(directory.resolve("comparison.csv"), report.comparison()),
                WholeFile.write(directory.resolve("paired.csv"), report.paired()),
                WholeFile.write(directory.resolve("settings.csv"), report.settings())));
        for (Map.Entry<String, Figure> figure : figures.entrySet()) {
            files.addAll(WholeFile.write(directory, figure.getValue().files(figure.getKey())));
        }
        return files;
    }

    /** Who wins, by how much and how sure that is: a few sentences. */
    public static List<String> answer(Ranking ranking) {
        List<RankedAlgorithm> successful = ranking.algorithms().stream()
                .filter(ranked -> ranked.byAuc().isPresent())
                .toList();
        if (successful.isEmpty()) {
            return List.of("Every setting of every algorithm diverged in some run: there is nothing to rank.");
        }
        RankedAlgorithm first = successful.get(0);
        Winner winner = first.byAuc().orElseThrow();
        String setting = Words.setting(winner.result().setting());
        List<String> sentences = new ArrayList<>();
        sentences.add("Best on " + ranking.study().problem().name() + ": " + first.algorithm()
                + (setting.isEmpty() ? "" : " with " + setting) + ", mean error over the run "
                + Words.interval(winner.rerunAuc()) + " on fresh seeds.");
        List<String> tied = new ArrayList<>();
        List<String> behind = new ArrayList<>();
        for (RankedAlgorithm ranked : successful.subList(1, successful.size())) {
            Interval difference = ranking.compare(ranked, first).orElseThrow();
            if (difference.sign() > 0) {
                behind.add(ranked.algorithm() + " by " + Words.number(difference.mean()));
            } else if (!Double.isNaN(difference.low())) { // a single run gives no interval to compare by
                tied.add(ranked.algorithm());
            }
        }
        if (!tied.isEmpty()) {
            sentences.add("As good as it, or better, on fresh seeds: " + String.join(", ", tied) + ".");
        }
        if (!behind.isEmpty()) {
            sentences.add("Behind it, paired by run, with a 95 % interval above 0: " + String.join(", ", behind) + ".");
        }
        List<String> failed = ranking.algorithms().stream()
                .filter(ranked -> ranked.byAuc().isEmpty())
                .map(RankedAlgorithm::algorithm)
                .toList();
        if (!failed.isEmpty()) {
            sentences.add("Every setting diverged in some run: " + String.join(", ", failed) + ".");
        }
        return sentences;
    }

    private int number(Result result) {
        return numbers.get(result.setting().toString());
    }

    private String comparison() {
        StringBuilder rows = new StringBuilder("algorithm,setting,step,mean,stderr\n");
        for (RankedAlgorithm ranked : ranking.algorithms()) {
            ranked.byAuc().ifPresent(winner -> {
                Result curve = winner.rerun();
                double[] stderr = curve.stderr();
                for (int point = 0; point < stderr.length; point++) {
                    long step = (long) point * ranking.study().every();
                    rows.append(ranked.algorithm() + "," + number(curve) + "," + step + "," + text(curve.mean()[point])
                            + "," + text(stderr[point]) + "\n");
                }
            });
        }
        return rows.toString();
    }

    private String paired() {
        StringBuilder rows = new StringBuilder("row,column,difference,stderr,low,high\n");
        for (RankedAlgorithm row : ranking.algorithms()) {
            for (RankedAlgorithm column : ranking.algorithms()) {
                if (row != column) {
                    ranking.compare(row, column)
                            .ifPresent(interval -> rows.append(
                                    row.algorithm() + "," + column.algorithm() + "," + cells(interval) + "\n"));
                }
            }
        }
        return rows.toString();
    }

    private static String cells(Interval interval) {
        return text(interval.mean()) + "," + text(interval.stderr()) + "," + text(interval.low()) + ","
                + text(interval.high());
    }

    private String settings() {
        List<String> parameters = ranking.study().parameterNames();
        StringBuilder rows = new StringBuilder("setting,algorithm,"
                + parameters.stream().map(name -> name + ",").collect(Collectors.joining())
                + "mean_error,mean_error_stderr,final_error,final_error_stderr,diverged_runs,huge_runs\n");
        ranking.algorithms().stream()
                .flatMap(ranked -> ranked.results().stream())
                .sorted((one, other) -> Integer.compare(number(one), number(other)))
                .forEach(result -> rows.append(number(result) + ","
                        + result.setting().algorithm() + ","
                        + parameters.stream()
                                .map(name -> text(result.setting().parameters().getOrDefault(name, Double.NaN)) + ",")
                                .collect(Collectors.joining())
                        + cells(result.auc()) + "," + cells(result.last()) + ","
                        + Arrays.stream(result.divergedAt())
                                .filter(step -> step >= 0)
                                .count()
                        + "," + result.hugeRuns() + "\n"));
        return rows.toString();
    }

    private static String cells(double[] byRun) {
        Estimate estimate = Estimate.of(byRun);
        return text(estimate.mean()) + "," + text(estimate.stderr());
    }
}
