package io.emphatic.cli;

import io.emphatic.Parameter;
import io.emphatic.documents.json.Json;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.text.Numbers;
import io.emphatic.documents.text.TextTable;
import io.emphatic.logs.doctor.Doctor.Diagnosis;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.learning.LearningReport.LearnedPrediction;
import io.emphatic.logs.tuning.CandidateWords;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** What {@code emphatic learn} prints. */
final class LearnOutput {
    private static final int MOST_WEIGHTS = 20; // and predictions
    private static final int DIGITS = 5;

    private LearnOutput() {}

    static JsonObject document(LearningReport report) {
        return new JsonObject().withRecord(report).withAll("predictions", report.predictions(), LearnOutput::document);
    }

    private static JsonObject document(LearnedPrediction prediction) {
        OptionalLong divergedAt = prediction.divergedAt();
        JsonObject document = new JsonObject()
                .with("name", prediction.name())
                .with("algorithm", prediction.config().algorithm().name())
                .with("parameters", Parameter.documented(prediction.config().parameters()))
                .with("steps", prediction.steps())
                .with("steps_before", prediction.stepsBefore())
                .with("weights", prediction.weights())
                .with("mean_prediction", prediction.meanPrediction())
                .with("bar", prediction.bar() == null ? null : bar(prediction))
                .with("diverged_at", divergedAt.isPresent() ? divergedAt.getAsLong() : null)
                .with("diagnostics", diagnostics(prediction))
                .with("warnings", prediction.warnings());
        return prediction.streams() == null
                ? document
                : document.with("streams", new JsonObject().withRecord(prediction.streams(), "steps", "steps_before"));
    }

    /** The ends of the error bar of the mean prediction, or why there is none. */
    private static JsonObject bar(LearnedPrediction prediction) {
        return new JsonObject()
                .with("low", prediction.meanPrediction() - prediction.meanHalfWidth())
                .with("high", prediction.meanPrediction() + prediction.meanHalfWidth())
                .with("refusal", prediction.bar().refusal());
    }

    private static JsonObject diagnostics(LearnedPrediction prediction) {
        LearningReport.ConvergenceVerdict convergence = prediction.convergence();
        return new JsonObject()
                .with("ratio", prediction.diagnostics().ratio())
                .with("episodes", prediction.diagnostics().episodes().count())
                .with("effective_episodes", prediction.diagnostics().episodes().effective())
                .with("follow_on", prediction.diagnostics().followOn())
                .with("emphasis", prediction.diagnostics().emphasis())
                .with("td_error", prediction.diagnostics().tdError())
                .with("step_size", prediction.stepSizes().last())
                .with("bounded_steps", prediction.stepSizes().bounded())
                .with(
                        "convergence",
                        new JsonObject()
                                .with("converged", convergence.verdict().orElse(null))
                                .with("half_mean_prediction", convergence.halfMean())
                                .with("least_squares_mean_prediction", convergence.solutionMean())
                                .with("distance", convergence.distance()));
    }

    static void print(Diagnosis diagnosis, PrintWriter out) {
        out.println(size(diagnosis.log(), diagnosis.rows(), diagnosis.streams()));
        diagnosis.findings().forEach(finding -> out.println(finding.text()));
        String accepted = diagnosis.findings().isEmpty() ? "Nothing to complain about." : "It can be learned from.";
        out.println(diagnosis.hasErrors() ? "Learning from it would be refused." : accepted);
    }

    static String size(String log, long rows, long streams) {
        return log + ": " + Numbers.count(rows, "row") + " in " + Numbers.count(streams, "stream");
    }

    /** What was learned from how much, what speaks against it and what to do next; one table; then the rest. */
    static void print(LearningReport report, boolean all, PrintWriter out) {
        List<LearnedPrediction> predictions = report.predictions();
        LearnedPrediction first = predictions.get(0);
        long steps =
                predictions.stream().mapToLong(LearnedPrediction::steps).max().orElse(0);
        boolean one = predictions.size() == 1 && first.streams() == null;
        out.println("Learned " + Numbers.count(predictions.size(), "prediction") + " from "
                + Numbers.count(steps, "step")
                + " of " + Numbers.count(first.diagnostics().episodes().count(), "episode")
                + (one ? ": " + Numbers.significant(first.meanPrediction()) + " on average over the log." : "."));
        List<String> warnings = new ArrayList<>();
        predictions.forEach(each -> each.warnings().forEach(warning -> warnings.add(each.name() + ": " + warning)));
        warnings.forEach(warning -> out.println("WARNING: " + warning));
        out.println("Next: " + next(predictions));
        out.println();
        TextTable table = new TextTable("lllllll");
        table.add(
                ("prediction|algorithm|predicts|steps|episodes' worth|mean abs. TD error: first, last|off least squares"
                        .split("\\|")));
        predictions.stream().limit(all ? Long.MAX_VALUE : MOST_WEIGHTS).forEach(each -> table.add(row(each)));
        table.print(out);
        if (all || predictions.size() == 1) {
            predictions.forEach(prediction -> print(prediction, report.features(), all, out));
        }
        out.println();
        out.println(size(report.log(), report.rows(), report.streams()) + " (" + Numbers.count(report.terminated())
                + " ended, " + Numbers.count(report.cutOff()) + " cut off"
                + (report.keptOpen() > 0 ? ", " + Numbers.count(report.keptOpen()) + " kept open" : "") + ")"
                + (all ? "" : "; --all prints ratios, effective sample sizes and emphasis"));
        report.findings().forEach(finding -> out.println(finding.text()));
    }

    private static String next(List<LearnedPrediction> predictions) {
        if (predictions.stream().anyMatch(one -> one.divergedAt().isPresent())) {
            return "a smaller step_size, features that are not larger than about 1, a clip, or an algorithm with less variance"
                    + " (vtrace, tree-backup, tdrc) or without a step size (elstd).";
        }
        return predictions.stream().anyMatch(one -> !one.warnings().isEmpty())
                ? "elstd, wis-etd or other step sizes, which `emphatic tune` compares; or more rows."
                : "--model FILE keeps it for `emphatic predict`; `emphatic tune` says whether other settings predict better.";
    }

    private static List<String> row(LearnedPrediction one) {
        double[] errors = Arrays.stream(one.diagnostics().tdError())
                .filter(Double::isFinite)
                .toArray();
        double distance = one.convergence().distance();
        return List.of(
                one.name(),
                algorithm(one),
                one.streams() == null
                        ? Numbers.significant(one.meanPrediction())
                                + (Double.isNaN(one.meanHalfWidth())
                                        ? ""
                                        : " ± " + Numbers.significant(one.meanHalfWidth()))
                        : "by stream",
                Numbers.count(one.steps())
                        + (one.stepsBefore() > 0 ? ", after " + Numbers.count(one.stepsBefore()) + " before" : ""),
                Numbers.significant(one.diagnostics().episodes().effective()),
                errors.length == 0
                        ? "–"
                        : Numbers.significant(errors[0]) + ", " + Numbers.significant(errors[errors.length - 1]),
                Double.isFinite(distance) ? Numbers.significant(100 * distance) + " %" : "–");
    }

    private static void print(LearnedPrediction prediction, List<String> features, boolean all, PrintWriter out) {
        out.println();
        if (prediction.streams() == null) {
            out.println(prediction.name() + ": weights, largest first");
            printWeights(prediction.weights(), features, out);
        } else {
            out.println(prediction.name() + ": "
                    + Numbers.count(prediction.streams().count(), "learner")
                    + ", one for each stream; --models has their weights");
        }
        if (all) {
            out.print(("diagnostics " + Json.text(diagnostics(prediction))).indent(2));
        }
    }

    private static String algorithm(LearnedPrediction prediction) {
        return prediction.config().algorithm() + " ("
                + CandidateWords.parameters(prediction.config().parameters()) + ")";
    }

    private static void printWeights(double[] weights, List<String> features, PrintWriter out) {
        List<Integer> largestFirst = IntStream.range(0, weights.length)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> -Math.abs(weights[j])))
                .limit(MOST_WEIGHTS)
                .toList();
        TextTable table = new TextTable("ll");
        largestFirst.forEach(j -> table.add(features.get(j), Numbers.significant(weights[j], DIGITS)));
        table.print("    ", out);
        if (weights.length > MOST_WEIGHTS) {
            out.println("    … and " + Numbers.count(weights.length - MOST_WEIGHTS) + " more, all of them with --json");
        }
    }
}
