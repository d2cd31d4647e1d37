package io.emphatic.cli;

import io.emphatic.Parameter;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import io.emphatic.lab.Estimate;
import io.emphatic.lab.internal.report.Cautions;
import io.emphatic.lab.internal.report.StudyReport;
import io.emphatic.lab.study.Interval;
import io.emphatic.lab.study.RankedAlgorithm;
import io.emphatic.lab.study.RankedAlgorithm.Winner;
import io.emphatic.lab.study.Ranking;
import io.emphatic.lab.study.SampledTruth;
import io.emphatic.logs.tuning.CandidateWords;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code emphatic report DIR [--algorithms NAME,…] [--json]}. */
@Command(
        name = "report",
        description =
                "Draws a finished study: a page with figures, the ranking on fresh seeds, and where it all comes from.",
        footer = {
            "%nExample: emphatic report results/quick --algorithms td,etd",
            "docs/studies.md says how to read it, and describes the fields of --json."
        })
final class ReportCommand extends Verb {
    @Parameters(paramLabel = "DIR", description = "The --out of a finished study.")
    private Path directory;

    @Option(names = "--algorithms", paramLabel = "NAME", split = ",", description = "Only these (default: all).")
    private List<String> algorithms;

    @Override
    public Integer call() throws Exception {
        Ranking all = Ranking.of(directory);
        Ranking ranking = algorithms == null ? all : typed(() -> all.only(algorithms));
        List<Path> files = StudyReport.write(directory, ranking, Emphatic.version());
        List<String> cautions = Cautions.of(ranking, SampledTruth.in(directory));
        List<RankedAlgorithm> ranked = ranking.algorithms();
        return print(() -> ranked.stream().map(ReportCommand::document).toList(), out -> {
            StudyReport.answer(ranking).forEach(out::println);
            out.println();
            print(ranking, out);
            out.println();
            cautions.forEach(caution -> out.println("• " + caution));
            printPlace("page is", files.get(0), out);
            out.println("Beside it: methods.md; figures, and each panel alone in panels/, as SVG (and PNG and PDF where"
                    + " Java has fonts); data as CSV.");
        });
    }

    private static JsonObject document(RankedAlgorithm ranked) {
        Optional<Winner> best = ranked.byAuc();
        Optional<?> parameters = best.map(
                winner -> Parameter.documented(winner.result().setting().parameters()));
        return new JsonObject()
                .with("algorithm", ranked.algorithm())
                .with("best", parameters.orElse(null))
                .with("auc", estimate(best.map(Winner::auc)))
                .with("final", estimate(best.map(Winner::last)))
                .with("rerun", new JsonObject().with("auc", estimate(best.map(Winner::rerunAuc))))
                .with("settings", ranked.results().size())
                .with("diverged", ranked.diverged());
    }

    private static Estimate estimate(Optional<Interval> interval) {
        return interval.map(known -> new Estimate(known.mean(), known.stderr()))
                .orElse(new Estimate(Double.NaN, Double.NaN));
    }

    private static void print(Ranking ranking, PrintWriter out) {
        out.println(
                ranking.study().problem().name() + ", "
                        + Numbers.count(ranking.study().runs(), "run") + " of "
                        + Numbers.count(ranking.study().steps(), "step")
                        + ": the best setting of each algorithm, ranked by mean error over the run in the study, ± two standard errors");
        out.println();
        TextTable table = new TextTable("rlllll")
                .add("", "", "mean error in the study", "on fresh seeds", "final, fresh seeds", "setting");
        int rank = 1;
        for (RankedAlgorithm ranked : ranking.algorithms()) {
            String setting = ranked.byAuc()
                    .map(winner ->
                            CandidateWords.parameters(winner.result().setting().parameters()))
                    .orElse("every setting diverged in some run");
            String auc = text(ranked.byAuc().map(Winner::auc));
            String rerunAuc = text(ranked.byAuc().map(Winner::rerunAuc));
            String rerunLast = text(ranked.byAuc().map(Winner::rerunLast));
            table.add(Integer.toString(rank++), ranked.algorithm(), auc, rerunAuc, rerunLast, setting);
        }
        table.print(out);
    }

    private static String text(Optional<Interval> interval) {
        return interval.filter(known -> Double.isFinite(known.mean()))
                .map(known -> Numbers.decimals(known.mean(), 4)
                        + (Double.isNaN(known.stderr())
                                ? ""
                                : " ± "
                                        + (known.mean() < 1e3
                                                ? Numbers.fixed(2 * known.stderr(), 4)
                                                : Numbers.decimals(2 * known.stderr(), 4))))
                .orElse("diverged");
    }
}
