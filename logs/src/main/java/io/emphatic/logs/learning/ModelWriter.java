package io.emphatic.logs.learning;

import io.emphatic.Learner;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.file.Checkpoint.Fingerprint;
import io.emphatic.logs.file.LearnerBars;
import io.emphatic.logs.file.SavedState;
import io.emphatic.logs.file.ShownRanges;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.model.Model.LearnedWeights;
import io.emphatic.logs.model.Origin;
import io.emphatic.logs.spec.Plan;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

public final class ModelWriter {
    private static final byte SHARED = 2;

    private ModelWriter() {}

    /** @param from the checksum of the model that learning continued from; null for none */
    static void write(Plan plan, LearningPass pass, LearningReport report, String from, Learning.Options options)
            throws IOException {
        List<String> warnings = Stream.concat(
                        report.findings().stream().map(Finding::message),
                        report.predictions().stream()
                                .flatMap(one -> one.warnings().stream().map(warning -> one.name() + ": " + warning)))
                .toList();
        Origin origin = new Origin(
                options.version(),
                Origin.time(plan.log().files()),
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

    private static LearnedWeights weights(LearningReport.LearnedPrediction learned) {
        Map<String, Double> diagnostics = new LinkedHashMap<>();
        diagnostics.put("mean_prediction", learned.meanPrediction());
        LearningReport.RatioSummary ratio = learned.diagnostics().ratio();
        diagnostics.put("ratio_mean", ratio.mean());
        diagnostics.put("ratio_max", ratio.max());
        diagnostics.put("effective_sample_size", ratio.effectiveSampleSize());
        put("follow_on", learned.diagnostics().followOn(), diagnostics);
        put("emphasis", learned.diagnostics().emphasis(), diagnostics);
        double[] errors = learned.diagnostics().tdError();
        diagnostics.put("td_error_last_tenth", errors[errors.length - 1]);
        OptionalLong diverged = learned.divergedAt();
        return new LearnedWeights(
                learned.name(),
                learned.config().algorithm().name(),
                numbers(learned.config().parameters()),
                learned.stepsBefore() + learned.steps(),
                diverged.isPresent() ? diverged.getAsLong() : null,
                learned.weights(),
                numbers(diagnostics),
                learned.bar());
    }

    /** The model of what was learned from rows as they came, by learners without the traces of a stream. */
    public static Model of(Plan plan, Map<String, Learner> learners, ShownRanges ranges, Origin origin)
            throws IOException {
        List<LearnedWeights> weights = plan.predictions().stream()
                .map(one -> {
                    Learner learner = learners.get(one.name());
                    OptionalLong diverged = learner.divergedAt();
                    return new LearnedWeights(
                            one.name(),
                            one.config().algorithm().name(),
                            numbers(one.config().parameters()),
                            learner.steps(),
                            diverged.isPresent() ? diverged.getAsLong() : null,
                            learner.weights(),
                            Map.of(),
                            LearnerBars.bar(plan.spec().bands(), learner));
                })
                .toList();
        byte[] state = SavedState.written(saved -> exchangeShared(saved, learners, ranges));
        return new Model(origin, plan.featureColumns(), plan.featureMap(), weights, state);
    }

    private static Map<String, Double> numbers(Map<String, Double> all) {
        Map<String, Double> given = new LinkedHashMap<>(all);
        given.values().removeIf(value -> Double.isNaN(value));
        return given;
    }

    private static void put(String name, LearningReport.Spread spread, Map<String, Double> diagnostics) {
        if (spread != null) {
            diagnostics.put(name + "_p99", spread.p99());
            diagnostics.put(name + "_max", spread.max());
        }
    }

    /** The state of learners whose weights streams share, by prediction. */
    static void exchangeShared(SavedState state, Map<String, Learner> learners, ShownRanges ranges) throws IOException {
        state.value(SHARED, (out, kind) -> out.writeByte(kind), DataInputStream::readByte);
        List<String> names = List.copyOf(learners.keySet());
        int count = state.count(names.size());
        for (int k = 0; k < count; k++) {
            Learner learner = learners.get(state.text(state.isRead() ? null : names.get(k)));
            if (learner == null) {
                throw new IOException("its predictions are others");
            }
            state.learner(learner);
        }
        ranges.exchange(state);
    }

    /** Whether the streams of a model share weights, and each has its traces. */
    static boolean isShared(byte[] state) {
        return state.length > 0 && state[0] == SHARED;
    }
}
