package io.emphatic.lab.internal.report;

import static io.emphatic.lab.study.ResultTables.text;

import io.emphatic.documents.figure.Figure;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.lab.Estimate;
import io.emphatic.lab.study.Interval;
import io.emphatic.lab.study.Provenance;
import io.emphatic.lab.study.RankedAlgorithm;
import io.emphatic.lab.study.Ranking;
import io.emphatic.lab.study.Result;
import io.emphatic.lab.study.SampledTruth;
import io.emphatic.lab.study.StudyRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Draws a finished study: a page, its figures as PNG and SVG beside it, and what they draw as data. In the data,
 * settings are numbered as in {@code results.csv}; what is undefined is empty.
 *
 * <ul>
 *   <li>{@code comparison.csv}: the curves of the best settings on fresh seeds, {@code algorithm}, {@code setting},
 *       {@code step}, {@code mean}, {@code stderr}
 *   <li>{@code paired.csv}: {@code row} minus {@code column}, run by run on fresh seeds, {@code difference},
 *       {@code stderr}, {@code low}, {@code high}
 *   <li>{@code settings.csv}: every setting of the study with its parameters, {@code mean_error} and
 *       {@code final_error} over the runs with their standard errors, and how many runs diverged or ended huge
 * </ul>
 */
public final class StudyReport {
    private final Ranking ranking;
    private final Map<String, Integer> numbers;

    private StudyReport(Ranking ranking) {
        this.ranking = ranking;
        List<String> settings =
                ranking.study().settings().stream().map(Object::toString).toList();
        this.numbers = IntStream.range(0, settings.size()).boxed().collect(Collectors.toMap(settings::get, k -> k));
    }

    /**
     * Writes the page, which comes first in the result, and the figures with their data into the directory of the
     * study.
     */
    public static List<Path> write(Path directory, Ranking ranking, String version) throws IOException {
        Figure comparison = ComparisonFigure.of(ranking);
        Figure sensitivity = SensitivityFigure.of(ranking);
        StudyPage page = new StudyPage(
                ranking,
                Cautions.of(ranking, SampledTruth.in(directory)),
                StudyRun.sourceIn(directory),
                Provenance.read(directory));
        StudyReport report = new StudyReport(ranking);
        return List.of(
                WholeFile.write(directory.resolve("report.html"), page.html(version)),
                WholeFile.write(directory.resolve("comparison.png"), comparison.png()),
                WholeFile.write(directory.resolve("comparison.svg"), comparison.svg()),
                WholeFile.write(directory.resolve("sensitivity.png"), sensitivity.png()),
                WholeFile.write(directory.resolve("sensitivity.svg"), sensitivity.svg()),
                WholeFile.write(directory.resolve("comparison.csv"), report.comparison()),
                WholeFile.write(directory.resolve("paired.csv"), report.paired()),
                WholeFile.write(directory.resolve("settings.csv"), report.settings()));
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
                    rows.append(ranked.algorithm() + "," + number(curve) + ","
                            + (long) point * ranking.study().every() + "," + text(curve.mean()[point]) + ","
                            + text(stderr[point]) + "\n");
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
