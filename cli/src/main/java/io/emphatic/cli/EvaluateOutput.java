package io.emphatic.cli;

import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.text.TextTable;
import io.emphatic.evaluation.result.EvaluationResult;
import io.emphatic.evaluation.result.PolicyComparison;
import io.emphatic.evaluation.result.PolicyEstimate;
import io.emphatic.evaluation.result.TargetResult;
import io.emphatic.logs.evaluating.EvaluationPage;
import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.evaluating.EvaluationWords;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;

/** What {@code emphatic evaluate} prints. */
final class EvaluateOutput {
    private EvaluateOutput() {}

    /**
     * Prints a report, and writes its page.
     *
     * @param html null for no page
     */
    static int show(EvaluationReport report, Path html, Verb verb) throws IOException {
        verb.printFindings(report.findings());
        if (html != null) {
            EvaluationPage.write(report, Emphatic.version(), html);
        }
        return verb.print(() -> document(report), out -> {
            print(report, out);
            Verb.printPlace("page is", html, out);
        });
    }

    static JsonObject document(EvaluationReport report) {
        EvaluationResult result = report.result();
        return new JsonObject()
                .with("log", report.log())
                .with("episodes", result.episodes())
                .with("effective_episodes", result.effectiveEpisodes())
                .with("clusters", result.clusters())
                .with("steps", result.steps())
                .with("ended", result.ended())
                .with("cut", result.cut())
                .with("behaviour_estimated", result.behaviourEstimated())
                .withAll("targets", result.targets(), EvaluateOutput::document)
                .with("comparisons", result.comparisons())
                .with("findings", report.findings());
    }

    private static JsonObject document(TargetResult target) {
        return new JsonObject()
                .with("name", target.name())
                .with("verdict", target.verdict().words())
                .with("reasons", target.reasons())
                .withAll("estimates", target.estimates(), EvaluateOutput::document)
                .with("recommended", target.recommended())
                .with("effective_sample_size", target.effectiveSampleSize())
                .with("mean_weight", target.meanWeight())
                .with("pareto_k", target.paretoK())
                .with("terms_pareto_k", target.tailOfTerms())
                .with("largest_share", target.largestShare())
                .with("top_percent_share", target.topPercentShare())
                .with("by_lambda", target.byLambda());
    }

    private static JsonObject document(PolicyEstimate estimate) {
        return new JsonObject()
                .with("name", estimate.name())
                .with("value", estimate.value())
                .with("stderr", estimate.stderr())
                .with("low", estimate.low())
                .with("high", estimate.high())
                .with("guaranteed_low", estimate.guaranteedLow())
                .with("guaranteed_high", estimate.guaranteedHigh());
    }

    static void print(EvaluationReport report, PrintWriter out) {
        EvaluationResult result = report.result();
        out.println(EvaluationWords.size(report));
        report.findings().forEach(finding -> out.println(finding.text()));
        result.targets().forEach(target -> print(target, result, out));
        if (!result.comparisons().isEmpty()) {
            out.println();
            out.println("compared on the same episodes" + EvaluationWords.estimated(result));
            TextTable table = new TextTable("lrrll").add("", "difference", "stderr", "95 % interval", "");
            for (PolicyComparison pair : result.comparisons()) {
                table.add(EvaluationWords.row(pair, result));
            }
            table.print(out);
        }
    }

    private static void print(TargetResult target, EvaluationResult result, PrintWriter out) {
        out.println();
        out.println(target.name() + ": " + EvaluationWords.verdict(target, result));
        target.reasons().forEach(reason -> out.println("  - " + reason));
        boolean guaranteed = EvaluationWords.isGuaranteed(target);
        TextTable table = new TextTable(guaranteed ? "lrrlll" : "lrrll");
        EvaluationWords.table(target, guaranteed).forEach(table::add);
        table.print(out);
        EvaluationWords.more(target).ifPresent(more -> out.println("  " + more));
        out.println("  " + EvaluationWords.weights(target));
    }
}
