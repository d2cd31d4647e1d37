package io.emphatic.cli;

import io.emphatic.lab.report.StudyReport;
import io.emphatic.lab.study.Interval;
import io.emphatic.lab.study.RankedAlgorithm;
import io.emphatic.lab.study.RankedAlgorithm.Winner;
import io.emphatic.lab.study.Ranking;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code emphatic report DIR [--json]}. */
@Command(
        name = "report",
        description =
                "Draws a finished study: a page with figures, the ranking on fresh seeds, and where it all comes from.",
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "The --out of a finished study.")
    private Path directory;

    @Option(names = "--json", description = "Print the ranking as one JSON document instead.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Ranking ranking = Ranking.of(directory);
        List<Path> files = StudyReport.write(directory, ranking, Emphatic.version());
        if (json) {
            Json.print(
                    ranking.algorithms().stream().map(ReportCommand::document).toList(), out);
        } else {
            print(ranking, out);
            out.println();
            files.forEach(file -> out.println(file));
        }
        return Emphatic.DONE;
    }

    private static Map<String, Object> document(RankedAlgorithm ranked) {
        Optional<Winner> best = ranked.byAuc();
        Map<String, Object> rerun = new LinkedHashMap<>();
        rerun.put("auc", estimate(best.map(Winner::rerunAuc)));
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("algorithm", ranked.algorithm());
        document.put(
                "best",
                best.map(winner -> winner.result().setting().parameters()).orElse(null));
        document.put("auc", estimate(best.map(Winner::auc)));
        document.put("final", estimate(best.map(Winner::last)));
        document.put("rerun", rerun);
        document.put("settings", ranked.results().size());
        document.put("diverged", ranked.diverged());
        return document;
    }

    private static Map<String, Object> estimate(Optional<Interval> interval) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("mean", interval.map(Interval::mean).orElse(Double.NaN));
        document.put("stderr", interval.map(Interval::stderr).orElse(Double.NaN));
        return document;
    }

    private static void print(Ranking ranking, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%s, %,d runs of %,d steps: the best setting of each algorithm, ranked by auc in the study, ± two standard errors%n%n",
                ranking.study().problemName(),
                ranking.study().runs(),
                ranking.study().steps());
        out.printf(
                "    %-15s %-18s %-18s %-18s %s%n",
                "", "auc in the study", "auc, fresh seeds", "final, fresh seeds", "setting");
        int rank = 1;
        for (RankedAlgorithm ranked : ranking.algorithms()) {
            String setting = ranked.byAuc()
                    .map(winner -> winner.result().setting().parameters().entrySet().stream()
                            .map(entry -> entry.getKey() + " " + entry.getValue())
                            .collect(Collectors.joining(", ")))
                    .orElse("every setting diverged in some run");
            out.printf(
                    "%2d  %-15s %-18s %-18s %-18s %s%n",
                    rank++,
                    ranked.algorithm(),
                    text(ranked.byAuc().map(Winner::auc)),
                    text(ranked.byAuc().map(Winner::rerunAuc)),
                    text(ranked.byAuc().map(Winner::rerunLast)),
                    setting);
        }
    }

    private static String text(Optional<Interval> interval) {
        return interval.filter(known -> Double.isFinite(known.mean()))
                .map(known -> Double.isNaN(known.stderr())
                        ? String.format(Locale.ROOT, "%.4f", known.mean())
                        : String.format(Locale.ROOT, "%.4f ± %.4f", known.mean(), 2 * known.stderr()))
                .orElse("diverged");
    }
}
