package io.emphatic.logs.learning;

import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.file.Fingerprint;
import io.emphatic.logs.learning.LearningReport.LearnedPrediction;
import io.emphatic.logs.learning.LearningReport.RatioSummary;
import io.emphatic.logs.learning.LearningReport.Spread;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.model.Model.LearnedWeights;
import io.emphatic.logs.model.Origin;
import io.emphatic.logs.spec.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Makes a model of what a pass has learned. */
final class ModelWriter {
    private ModelWriter() {}

    /** @param from the checksum of the model that learning went on from; null for none */
    static void write(Plan plan, LearningPass pass, LearningReport report, String from, Learning.Options options)
            throws IOException {
        List<String> warnings = Stream.concat(
                        report.findings().stream().map(Finding::message),
                        report.predictions().stream()
                                .flatMap(one -> one.warnings().stream().map(warning -> one.name() + ": " + warning)))
                .toList();
        Origin origin = new Origin(
                options.version(),
                time(plan.log().files()),
                plan.log().name(),
                Fingerprint.ofFiles(plan.log().files()),
                from,
                report.rows(),
                report.streams(),
                plan.spec(),
                warnings);
        List<LearnedWeights> weights =
                report.predictions().stream().map(ModelWriter::weights).toList();
        new Model(origin, plan.featureColumns(), plan.featureMap(), weights, pass.state()).write(options.model());
    }

    /** The same log gives the same time, whenever it is learned from. */
    private static String time(List<Path> files) throws IOException {
        String given = System.getenv("SOURCE_DATE_EPOCH");
        if (given != null && given.matches("\\d{1,11}")) {
            return Instant.ofEpochSecond(Long.parseLong(given)).toString();
        }
        Instant newest = Instant.EPOCH;
        for (Path file : files) {
            Instant changed = Files.getLastModifiedTime(file).toInstant();
            newest = changed.isAfter(newest) ? changed : newest;
        }
        return newest.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static LearnedWeights weights(LearnedPrediction learned) {
        OptionalLong diverged = learned.divergedAt();
        Map<String, Double> diagnostics = new LinkedHashMap<>();
        diagnostics.put("mean_prediction", learned.meanPrediction());
        RatioSummary ratio = learned.ratio();
        diagnostics.put("ratio_mean", ratio.mean());
        diagnostics.put("ratio_max", ratio.max());
        diagnostics.put("effective_sample_size", ratio.effectiveSampleSize());
        put("follow_on", learned.followOn(), diagnostics);
        put("emphasis", learned.emphasis(), diagnostics);
        double[] errors = learned.tdError();
        diagnostics.put("td_error_last_tenth", errors[errors.length - 1]);
        return new LearnedWeights(
                learned.name(),
                learned.config().algorithm().name(),
                numbers(learned.config().parameters()),
                learned.stepsBefore() + learned.steps(),
                diverged.isPresent() ? diverged.getAsLong() : null,
                learned.weights(),
                numbers(diagnostics));
    }

    /** Without those that are not given. */
    private static Map<String, Double> numbers(Map<String, Double> all) {
        Map<String, Double> given = new LinkedHashMap<>(all);
        given.values().removeIf(value -> Double.isNaN(value));
        return given;
    }

    private static void put(String name, Spread spread, Map<String, Double> diagnostics) {
        if (spread != null) {
            diagnostics.put(name + "_p99", spread.p99());
            diagnostics.put(name + "_max", spread.max());
        }
    }
}
