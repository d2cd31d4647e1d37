package io.emphatic.cli;

import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import io.emphatic.logs.doctor.Diagnosis;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.learning.LearningReport.LearnedPrediction;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What {@code emphatic learn} prints. */
final class LearnOutput {
    private static final int MOST_WEIGHTS = 20;
    private static final int DIGITS = 5;
    private static final int NAME_WIDTH = 29;

    private LearnOutput() {}

    static Map<String, Object> document(LearningReport report) {
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

    private static Map<String, Object> document(LearnedPrediction prediction) {
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
        document.put("warnings", prediction.warnings());
        return document;
    }

    private static Map<String, Object> document(LearningReport.Spread spread) {
        if (spread == null) {
            return null;
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("p50", spread.p50());
        document.put("p99", spread.p99());
        document.put("max", spread.max());
        return document;
    }

    static Map<String, Object> document(Diagnosis diagnosis) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("log", diagnosis.log());
        document.put("rows", diagnosis.rows());
        document.put("streams", diagnosis.streams());
        document.put(
                "findings",
                diagnosis.findings().stream().map(LearnOutput::document).toList());
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

    static void print(Diagnosis diagnosis, PrintWriter out) {
        out.println(size(diagnosis.log(), diagnosis.rows(), diagnosis.streams()));
        print(diagnosis.findings(), out);
        out.println(
                diagnosis.hasErrors()
                        ? "Learning from it would be refused."
                        : diagnosis.findings().isEmpty() ? "Nothing to complain about." : "It can be learned from.");
    }

    private static String size(String log, long rows, long streams) {
        return log + ": " + Numbers.count(rows) + " rows in " + Numbers.count(streams, "stream");
    }

    private static void print(List<Finding> findings, PrintWriter out) {
        findings.forEach(finding -> out.println(finding.text()));
    }

    static void print(LearningReport report, PrintWriter out) {
        out.println(size(report.log(), report.rows(), report.streams()) + " (" + Numbers.count(report.terminated())
                + " ended, " + Numbers.count(report.truncated()) + " cut off)");
        print(report.findings(), out);
        report.predictions().forEach(prediction -> print(prediction, report.features(), out));
    }

    private static void print(LearnedPrediction prediction, List<String> features, PrintWriter out) {
        out.println();
        out.println(prediction.name() + ": " + algorithm(prediction) + ", " + Numbers.count(prediction.steps())
                + " steps learned");
        prediction.warnings().forEach(warning -> out.println("  WARNING: " + warning));
        if (prediction.divergedAt().isPresent()) {
            out.println(
                    "  A smaller step_size helps, or features that are not larger than about 1, or a clip, or an algorithm with less "
                            + "variance (vtrace, tree-backup, tdrc) or without step size (elstd).");
        }
        line(out, "mean prediction over the log", number(prediction.meanPrediction()));
        out.println("  weights, largest first");
        printWeights(prediction.weights(), features, out);
        LearningReport.RatioSummary ratio = prediction.ratio();
        line(
                out,
                "importance ratios",
                "min " + number(ratio.min()) + ", median " + number(ratio.p50()) + ", mean " + number(ratio.mean())
                        + ", 99 % up to " + number(ratio.p99()) + ", max " + number(ratio.max()));
        line(
                out,
                "effective sample size",
                Double.isFinite(ratio.effectiveSampleSize())
                        ? effective(ratio.effectiveSampleSize(), prediction.steps())
                        : "–");
        print("follow-on F", prediction.followOn(), out);
        print("emphasis M", prediction.emphasis(), out);
        if (Arrays.stream(prediction.tdError()).anyMatch(Double::isFinite)) {
            line(
                    out,
                    "mean |δ| by tenth of the log",
                    Arrays.stream(prediction.tdError())
                            .mapToObj(LearnOutput::number)
                            .collect(Collectors.joining("  ")));
        }
    }

    private static String effective(double size, long steps) {
        return Numbers.grouped(size, 1) + " of " + Numbers.count(steps) + " steps ("
                + Numbers.fixed(100 * size / steps, 1) + " %)";
    }

    /** With the parameters that are not off. */
    private static String algorithm(LearnedPrediction prediction) {
        return prediction.config().algorithm() + " ("
                + prediction.config().parameters().entrySet().stream()
                        .filter(parameter -> Double.isFinite(parameter.getValue()))
                        .map(parameter -> parameter.getKey() + " " + Numbers.exact(parameter.getValue()))
                        .collect(Collectors.joining(", "))
                + ")";
    }

    private static void printWeights(double[] weights, List<String> features, PrintWriter out) {
        List<Integer> largestFirst = IntStream.range(0, weights.length)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> -Math.abs(weights[j])))
                .limit(MOST_WEIGHTS)
                .toList();
        TextTable table = new TextTable("ll");
        largestFirst.forEach(j -> table.add(features.get(j), number(weights[j])));
        table.print("    ", out);
        if (weights.length > MOST_WEIGHTS) {
            out.println("    … and " + Numbers.count(weights.length - MOST_WEIGHTS) + " more, all of them with --json");
        }
    }

    private static void print(String name, LearningReport.Spread spread, PrintWriter out) {
        if (spread != null) {
            line(
                    out,
                    name,
                    "median " + number(spread.p50()) + ", 99 % up to " + number(spread.p99()) + ", max "
                            + number(spread.max()));
        }
    }

    private static void line(PrintWriter out, String name, String value) {
        out.println("  " + name + " ".repeat(NAME_WIDTH - name.length()) + " " + value);
    }

    private static String number(double value) {
        return Numbers.significant(value, DIGITS);
    }
}
