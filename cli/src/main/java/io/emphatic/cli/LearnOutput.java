package io.emphatic.cli;

import io.emphatic.logs.Doctor;
import io.emphatic.logs.Finding;
import io.emphatic.logs.Report;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What {@code emphatic learn} prints. */
final class LearnOutput {
    private LearnOutput() {}

    static Map<String, Object> document(Report report) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("log", report.log());
        document.put("rows", report.rows());
        document.put("streams", report.streams());
        document.put("terminated", report.terminated());
        document.put("cut_off", report.truncated());
        document.put("features", report.features());
        document.put(
                "predictions",
                report.predictions().stream().map(LearnOutput::document).toList());
        document.put(
                "findings",
                report.findings().stream().map(LearnOutput::document).toList());
        return document;
    }

    private static Map<String, Object> document(Report.Prediction prediction) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", prediction.name());
        document.put("algorithm", prediction.config().algorithm().name());
        document.put("parameters", prediction.config().parameters());
        document.put("steps", prediction.steps());
        document.put("weights", prediction.weights());
        document.put("mean_prediction", prediction.meanPrediction());
        document.put(
                "diverged_at",
                prediction.divergedAt().isPresent() ? prediction.divergedAt().getAsLong() : null);
        Map<String, Object> diagnostics = new LinkedHashMap<>();
        Map<String, Object> ratio = new LinkedHashMap<>();
        ratio.put("min", prediction.ratio().min());
        ratio.put("p50", prediction.ratio().p50());
        ratio.put("mean", prediction.ratio().mean());
        ratio.put("p99", prediction.ratio().p99());
        ratio.put("max", prediction.ratio().max());
        ratio.put("effective_sample_size", prediction.ratio().effectiveSampleSize());
        diagnostics.put("ratio", ratio);
        diagnostics.put("follow_on", document(prediction.followOn()));
        diagnostics.put("emphasis", document(prediction.emphasis()));
        diagnostics.put("td_error", prediction.tdError());
        document.put("diagnostics", diagnostics);
        return document;
    }

    private static Map<String, Object> document(Report.Spread spread) {
        if (spread == null) {
            return null;
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("p50", spread.p50());
        document.put("p99", spread.p99());
        document.put("max", spread.max());
        return document;
    }

    static Map<String, Object> document(Doctor.Checkup checkup) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("log", checkup.log());
        document.put("rows", checkup.rows());
        document.put("streams", checkup.streams());
        document.put(
                "findings",
                checkup.findings().stream().map(LearnOutput::document).toList());
        return document;
    }

    private static Map<String, Object> document(Finding finding) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("severity", finding.severity().name().toLowerCase(Locale.ROOT));
        document.put("check", finding.check());
        document.put("column", finding.column());
        document.put("message", finding.message());
        document.put("rows", finding.rows());
        document.put("why", finding.why());
        document.put("remedy", finding.remedy());
        return document;
    }

    static void print(Doctor.Checkup checkup, PrintWriter out) {
        out.println(checkup.log() + ": " + checkup.rows() + " rows, " + checkup.streams() + " streams");
        print(checkup.findings(), out);
    }

    private static void print(List<Finding> findings, PrintWriter out) {
        findings.forEach(finding -> out.println(finding.text()));
    }

    static void print(Report report, PrintWriter out) {
        out.println(report);
    }
}
