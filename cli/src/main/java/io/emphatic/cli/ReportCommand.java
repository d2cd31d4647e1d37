package io.emphatic.cli;

import io.emphatic.documents.json.Json;
import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import io.emphatic.lab.report.StudyReport;
import io.emphatic.lab.study.Interval;
import io.emphatic.lab.study.Ranking;
import io.emphatic.lab.study.Standing;
import io.emphatic.lab.study.Standing.Winner;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code emphatic report DIR [--json]}. */
@Command(
        name = "report",
        description =
                "Draws a finished study: a page with figures, a ranking on fresh seeds, and where it all comes from.",
        mixinStandardHelpOptions = true)
final class ReportCommand extends Verb {
    @Parameters(paramLabel = "DIR", description = "The --out of a finished study.")
    private Path directory;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = out();
        Ranking ranking = ranking();
        List<Path> files = StudyReport.write(directory, ranking, Emphatic.version());
        if (json()) {
            Json.print(ranking.standings().stream().map(ReportCommand::document).toList(), out);
        } else {
            print(ranking, out);
            out.println();
            files.forEach(file -> out.println(file));
        }
        return Emphatic.DONE;
    }

    private Ranking ranking() throws IOException {
        try (TerminalProgress progress = TerminalProgress.of("fresh seeds", Ranking.rerunsIn(directory))) {
            return Ranking.of(directory, progress::tick);
        }
    }

    private static Map<String, Object> document(Standing standing) {
        Optional<Winner> best = standing.byAuc();
        Map<String, Object> rerun = new LinkedHashMap<>();
        rerun.put("auc", estimate(best.map(Winner::rerunAuc)));
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("algorithm", standing.algorithm());
        document.put(
                "best",
                best.map(winner -> winner.result().setting().parameters()).orElse(null));
        document.put("auc", estimate(best.map(Winner::auc)));
        document.put("final", estimate(best.map(Winner::last)));
        document.put("rerun", rerun);
        document.put("settings", standing.results().size());
        document.put("diverged", standing.diverged());
        return document;
    }

    private static Map<String, Object> estimate(Optional<Interval> interval) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("mean", interval.map(Interval::mean).orElse(Double.NaN));
        document.put("stderr", interval.map(Interval::stderr).orElse(Double.NaN));
        return document;
    }

    private static void print(Ranking ranking, PrintWriter out) {
        out.println(ranking.study().problem().name() + ", "
                + Numbers.count(ranking.study().runs()) + " runs of "
                + Numbers.count(ranking.study().steps())
                + " steps: the best setting of each algorithm, ranked by auc in the study, ± two standard errors");
        out.println();
        TextTable table = new TextTable("rlllll")
                .add("", "", "auc in the study", "auc, fresh seeds", "final, fresh seeds", "setting");
        int rank = 1;
        for (Standing standing : ranking.standings()) {
            String setting = standing.byAuc()
                    .map(winner -> winner.result().setting().parameters().entrySet().stream()
                            .map(entry -> entry.getKey() + " " + entry.getValue())
                            .collect(Collectors.joining(", ")))
                    .orElse("every setting diverged in some run");
            table.add(
                    Integer.toString(rank++),
                    standing.algorithm(),
                    text(standing.byAuc().map(Winner::auc)),
                    text(standing.byAuc().map(Winner::rerunAuc)),
                    text(standing.byAuc().map(Winner::rerunLast)),
                    setting);
        }
        table.print(out);
    }

    private static String text(Optional<Interval> interval) {
        return interval.filter(known -> Double.isFinite(known.mean()))
                .map(known -> Numbers.fixed(known.mean(), 4)
                        + (Double.isNaN(known.stderr()) ? "" : " ± " + Numbers.fixed(2 * known.stderr(), 4)))
                .orElse("diverged");
    }
}
