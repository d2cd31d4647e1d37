package io.emphatic.cli;

import io.emphatic.Parameter;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import io.emphatic.logs.doctor.Doctor.Diagnosis;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.learning.LearningReport.LearnedPrediction;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What {@code emphatic learn} prints. */
final class LearnOutput {
    private static final int MOST_WEIGHTS = 20;
    private static final int DIGITS = 5;
    private static final int NAME_WIDTH = 29;
    private static final double OFTEN = 0.1; // of the steps

    private LearnOutput() {}

    static JsonObject document(LearningReport report) {
        return new JsonObject()
                .with("log", report.log())
                .with("rows", report.rows())
                .with("streams", report.streams())
                .with("terminated", report.terminated())
                .with("cut_off", report.truncated())
                .with("kept_open", report.keptOpen())
                .with("features", report.features())
                .with("beyond", report.beyond())
                .with("ranges", report.ranges())
                .withAll("predictions", report.predictions(), LearnOutput::document)
                .with("findings", report.findings());
    }

    private static JsonObject document(LearnedPrediction prediction) {
        OptionalLong divergedAt = prediction.divergedAt();
        LearningReport.RatioSummary ratio = prediction.ratio();
        JsonObject ratios = new JsonObject()
                .with("min", ratio.min())
                .with("p50", ratio.p50())
                .with("mean", ratio.mean())
                .with("p99", ratio.p99())
                .with("max", ratio.max())
                .with("effective_sample_size", ratio.effectiveSampleSize());
        LearningReport.ConvergenceVerdict convergence = prediction.convergence();
        JsonObject converged = new JsonObject()
                .with("converged", convergence.verdict().orElse(null))
                .with("half_mean_prediction", convergence.halfMean())
                .with("least_squares_mean_prediction", convergence.solutionMean())
                .with("distance", convergence.distance());
        JsonObject diagnostics = new JsonObject()
                .with("ratio", ratios)
                .with("lives", prediction.lives().count())
                .with("effective_lives", prediction.lives().effective())
                .with("follow_on", prediction.followOn())
                .with("emphasis", prediction.emphasis())
                .with("td_error", prediction.tdError())
                .with("step_size", prediction.stepSizes().last())
                .with("bounded_steps", prediction.stepSizes().bounded())
                .with("convergence", converged);
        JsonObject document = new JsonObject()
                .with("name", prediction.name())
                .with("algorithm", prediction.config().algorithm().name())
                .with("parameters", Parameter.documented(prediction.config().parameters()))
                .with("steps", prediction.steps())
                .with("steps_before", prediction.stepsBefore())
                .with("weights", prediction.weights())
                .with("mean_prediction", prediction.meanPrediction())
                .with("diverged_at", divergedAt.isPresent() ? divergedAt.getAsLong() : null)
                .with("diagnostics", diagnostics)
                .with("warnings", prediction.warnings());
        LearningReport.StreamSummary streams = prediction.streams();
        return streams == null
                ? document
                : document.with(
                        "streams",
                        new JsonObject()
                                .with("count", streams.count())
                                .with("diverged", streams.diverged())
                                .with("first_diverged", streams.firstDiverged()));
    }

    static void print(Diagnosis diagnosis, PrintWriter out) {
        out.println(size(diagnosis.log(), diagnosis.rows(), diagnosis.streams()));
        diagnosis.findings().forEach(finding -> out.println(finding.text()));
        String accepted = diagnosis.findings().isEmpty() ? "Nothing to complain about." : "It can be learned from.";
        out.println(diagnosis.hasErrors() ? "Learning from it would be refused." : accepted);
    }

    private static String size(String log, long rows, long streams) {
        return log + ": " + Numbers.count(rows, "row") + " in " + Numbers.count(streams, "stream");
    }

    static void print(LearningReport report, PrintWriter out) {
        out.println(size(report.log(), report.rows(), report.streams()) + " (" + Numbers.count(report.terminated())
                + " ended, " + Numbers.count(report.truncated()) + " cut off"
                + (report.keptOpen() > 0 ? ", " + Numbers.count(report.keptOpen()) + " kept open" : "") + ")");
        report.findings().forEach(finding -> out.println(finding.text()));
        report.predictions().forEach(prediction -> print(prediction, report.features(), out));
    }

    private static void print(LearnedPrediction prediction, List<String> features, PrintWriter out) {
        out.println();
        out.println(prediction.name() + ": " + algorithm(prediction) + ", " + Numbers.count(prediction.steps(), "step")
                + " learned"
                + (prediction.stepsBefore() > 0
                        ? ", after " + Numbers.count(prediction.stepsBefore()) + " of the model it continues from"
                        : ""));
        prediction.warnings().forEach(warning -> out.println("  WARNING: " + warning));
        if (prediction.divergedAt().isPresent()) {
            out.println(
                    "  A smaller step_size helps, or features that are not larger than about 1, or a clip, or an algorithm with less "
                            + "variance (vtrace, tree-backup, tdrc) or without step size (elstd).");
        }
        if (prediction.streams() == null) {
            line(out, "mean prediction over the log", number(prediction.meanPrediction()));
            out.println("  weights, largest first");
            printWeights(prediction.weights(), features, out);
        } else {
            line(
                    out,
                    "learners",
                    Numbers.count(prediction.streams().count()) + ", one for each stream; --models has"
                            + " their weights");
        }
        LearningReport.RatioSummary ratio = prediction.ratio();
        String ratios = "min " + number(ratio.min()) + ", median " + number(ratio.p50()) + ", mean "
                + number(ratio.mean()) + ", 99 % up to " + number(ratio.p99()) + ", max " + number(ratio.max());
        line(out, "importance ratios", ratios);
        String steps = effective(ratio.effectiveSampleSize(), prediction.steps());
        line(out, "effective sample size", steps + lives(prediction.lives()));
        print("follow-on F", prediction.followOn(), out);
        print("emphasis M", prediction.emphasis(), out);
        print(prediction, prediction.stepSizes(), out);
        if (Arrays.stream(prediction.tdError()).anyMatch(Double::isFinite)) {
            Stream<String> errors = Arrays.stream(prediction.tdError()).mapToObj(LearnOutput::number);
            line(out, "mean |δ| by tenth of the log", errors.collect(Collectors.joining("  ")));
        }
        if (prediction.warnings().isEmpty()
                && prediction.convergence().verdict().orElse(false)) { // otherwise it is a warning
            line(out, "converged", prediction.convergence().text());
        }
    }

    private static void print(LearnedPrediction prediction, LearningReport.StepSizes sizes, PrintWriter out) {
        double given = prediction.config().parameters().getOrDefault("step_size", Double.NaN);
        long steps = prediction.stepsBefore() + prediction.steps();
        if (Double.isFinite(sizes.last()) && !Double.isFinite(given)) {
            line(out, "step size at the end", number(sizes.last()));
        }
        if (sizes.bounded() > 0) {
            String percent = Numbers.fixed(100.0 * sizes.bounded() / steps, 1);
            String hint = sizes.bounded() > OFTEN * steps ? ": often, a smaller step size may be better" : "";
            line(out, "bounded by overshoot", Numbers.count(sizes.bounded(), "step") + " (" + percent + " %)" + hint);
        }
    }

    private static String lives(LearningReport.WholeLives lives) {
        return lives.count() < 2 || lives.effective() == 0
                ? ""
                : ", " + Numbers.grouped(lives.effective(), 1) + " of " + Numbers.count(lives.count()) + " whole lives";
    }

    private static String effective(double size, long steps) {
        String percent = Numbers.fixed(100 * size / steps, 1);
        return Double.isFinite(size)
                ? Numbers.grouped(size, 1) + " of " + Numbers.count(steps, "step") + " (" + percent + " %)"
                : "–";
    }

    /** With the parameters that are not off. */
    private static String algorithm(LearnedPrediction prediction) {
        return prediction.config().algorithm() + " ("
                + prediction.config().parameters().entrySet().stream()
                        .filter(parameter ->
                                parameter.getValue() == Parameter.AUTO || Double.isFinite(parameter.getValue()))
                        .map(LearnOutput::parameter)
                        .collect(Collectors.joining(", "))
                + ")";
    }

    /** {@code step_size 0.01}, {@code step_size auto}. */
    static String parameter(Map.Entry<String, Double> parameter) {
        double value = parameter.getValue();
        return parameter.getKey() + " " + (value == Parameter.AUTO ? Parameter.AUTO_WORD : Numbers.parameter(value));
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
            String upper = ", 99 % up to " + number(spread.p99()) + ", max " + number(spread.max());
            line(out, name, "median " + number(spread.p50()) + upper);
        }
    }

    private static void line(PrintWriter out, String name, String value) {
        out.println("  " + name + " ".repeat(NAME_WIDTH - name.length()) + " " + value);
    }

    private static String number(double value) {
        return Numbers.significant(value, DIGITS);
    }
}
