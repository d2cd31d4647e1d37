package io.emphatic.cli;

import io.emphatic.cli.evaluating.EvaluationAnswer;
import io.emphatic.cli.evaluating.EvaluationPage;
import io.emphatic.cli.evaluating.EvaluationWords;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.Race;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.evaluating.Evaluating;
import io.emphatic.logs.evaluating.EvaluationReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** What {@code emphatic evaluate} prints, here and on Flink. */
final class EvaluateOutput {
    @Option(names = "--html", paramLabel = "FILE", description = "Also write one self-contained page.")
    Path html; // null for none

    @Option(names = "--all", description = "Print every estimate and note, and not the answer alone.")
    private boolean all;

    /** Prints a report, with the race if that is wanted, and writes its page. */
    int show(EvaluationReport report, boolean anytime, Verb verb) throws IOException {
        verb.printFindings(report.findings());
        if (html != null) {
            EvaluationPage.write(report, Emphatic.version(), html);
        }
        return verb.print(() -> document(report), out -> {
            if (anytime) {
                printRace(report.result(), out);
                out.println();
            }
            print(report, all, out);
            Verb.printPlace("page is", html, out);
        });
    }

    static JsonObject document(EvaluationReport report) {
        EvaluationResult result = report.result();
        return new JsonObject()
                .with("log", report.log())
                .withRecord(result.size(), "lives", "left_over")
                .withRecord(result, "size", "gate")
                .withAll("targets", result.targets(), EvaluateOutput::document)
                .with("findings", report.findings());
    }

    private static JsonObject document(TargetResult target) {
        return new JsonObject()
                .withRecord(target, "more_clusters")
                .with("verdict", target.verdict().words())
                .withAll("estimates", target.estimates(), one -> new JsonObject().withRecord(one, "assumes"));
    }

    /** The answer, one table, why, and what else there is; with {@code all}, that too. */
    private static void print(EvaluationReport report, boolean all, PrintWriter out) {
        EvaluationResult result = report.result();
        EvaluationAnswer answer = new EvaluationAnswer(report);
        answer.lines().forEach(out::println);
        out.println();
        print(answer.table(), out);
        out.println("  " + answer.legend());
        for (TargetResult target : all ? result.targets() : answer.explained()) {
            out.println();
            out.println(target.name() + ": " + target.verdict().words());
            target.reasons().forEach(reason -> out.println("  - " + reason));
            EvaluationWords.more(target, report).ifPresent(more -> out.println("  " + more));
            if (all) {
                print(EvaluationWords.table(target), out);
                print(EvaluationWords.overTime(target), out);
                out.println("  " + EvaluationWords.weights(target));
            }
        }
        out.println();
        out.println(EvaluationWords.size(report));
        List<Finding> shown = report.findings().stream()
                .filter(finding -> all || !finding.check().equals(Evaluating.OF_ESTIMATORS))
                .toList();
        shown.forEach(finding -> out.println(finding.text()));
        if (!all) {
            int notes = report.findings().size() - shown.size();
            out.println("--all prints every estimate, how the weights are shared out and "
                    + Numbers.count(notes, "note") + ".");
        }
    }

    private static void printRace(EvaluationResult result, PrintWriter out) {
        if (result.anytime() == null) {
            out.println("No race: it needs two to " + Race.MOST_POLICIES
                    + " policies, a declared return_range, probabilities that are"
                    + " right, and episodes that are independent, as the guaranteed intervals do.");
            return;
        }
        TextTable table = new TextTable("llll").add("policy", "race", "at least", "at most");
        for (Race.Racer racer : result.anytime()) {
            String state = racer.droppedAt() == null
                    ? "may be the best"
                    : "worse than " + racer.droppedBy() + " since episode " + Numbers.count(racer.droppedAt());
            table.add(racer.name(), state, Numbers.significant(racer.low()), Numbers.significant(racer.high()));
        }
        table.print(out);
        out.println("  With 95 % the best is never dropped, however often the log is looked at while it grows.");
    }

    private static void print(List<List<String>> rows, PrintWriter out) {
        TextTable table = new TextTable("l".repeat(rows.get(0).size()));
        rows.forEach(table::add);
        table.print(out);
    }
}
