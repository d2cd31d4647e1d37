package io.emphatic.flink.jobs;

import io.emphatic.flink.source.KafkaAddress;
import io.emphatic.flink.source.SourceFiles;
import io.emphatic.flink.source.TopicSource;
import io.emphatic.flink.state.Wire.TextLine;
import io.emphatic.logs.doctor.Doctor;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.live.ColumnTypes;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutEvaluation;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob;
import io.emphatic.logs.spec.EvaluationPlan;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.FeatureMap;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSource;
import io.emphatic.logs.sql.SpillDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.Source;

/** What a job reads, and what is known of it before it starts: types of columns, features, findings. */
public record JobInput(
        Source<TextLine, ?, ?> source,
        List<Path> files, // none of a topic
        JobDescription description,
        List<Finding> findings) {
    /** @throws IllegalArgumentException if the spec does not fit */
    public static JobInput of(ScaleOutJob job, SpillDirectory working) throws IOException {
        LogSource source = job.source();
        if (!KafkaAddress.is(source.name())) {
            return files(job.spec(), null, source, working);
        }
        KafkaAddress address = KafkaAddress.of(source.name());
        JobDescription description = ofTopic(job.spec(), null, source);
        return new JobInput(TopicSource.of(address, job.untilEnd()), List.of(), description, List.of());
    }

    /** @throws IllegalArgumentException if the spec does not fit, or the doctor refuses the log */
    public static JobInput of(ScaleOutEvaluation job, SpillDirectory working) throws IOException {
        LogSource source = job.source();
        if (!KafkaAddress.is(source.name())) {
            return files(job.spec().spec(), job.spec(), source, working);
        }
        JobDescription description = ofTopic(job.spec().spec(), job.spec(), source);
        String unseen = "The log doctor has not seen the topic: it judges files.";
        return new JobInput(
                TopicSource.ofWhatIsThere(KafkaAddress.of(source.name())),
                List.of(),
                description,
                List.of(Finding.of(Severity.NOTE, "topic", unseen)));
    }

    private static JobDescription ofTopic(Spec spec, EvaluationSpec evaluation, LogSource source) throws IOException {
        Map<String, String> types = spec.shape().types();
        if (types.isEmpty()) {
            throw new IllegalArgumentException("a topic does not say what types its columns have"
                    + "\nName them in the spec, as columns: {pump: VARCHAR, t: BIGINT, heat: DOUBLE}.");
        }
        JobDescription withoutFeatures = new JobDescription(spec, evaluation, types, null, source.csv());
        try (LiveSpec live = withoutFeatures.compile()) {
            if (evaluation != null) {
                Refusals.checkStreams(live.plan().stream());
            }
            return new JobDescription(spec, evaluation, types, live.featureMap(), source.csv());
        }
    }

    private static JobInput files(Spec spec, EvaluationSpec evaluation, LogSource named, SpillDirectory working)
            throws IOException {
        LogSource source = SourceFiles.located(named);
        List<Path> files = Log.files(source);
        try (Log log = SourceFiles.open(source, files, working)) {
            List<Finding> findings = List.of();
            FeatureMap features;
            if (evaluation == null) {
                log.declare(spec.shape().types());
                features = features(log, spec);
            } else {
                EvaluationPlan plan = EvaluationPlan.of(log, evaluation, null, null);
                Refusals.checkStreams(plan.plan().stream());
                findings = Doctor.examine(plan, Doctor.order(plan.plan()))
                        .refuseErrors()
                        .findings();
                features = plan.plan().featureMap();
            }
            Map<String, String> types = ColumnTypes.of(log).asMap();
            JobDescription description = new JobDescription(spec, evaluation, types, features, source.csv());
            return new JobInput(SourceFiles.of(files), files, description, findings);
        }
    }

    /** As {@code learn} has them; without a look at the rows where some of them cannot be read. */
    private static FeatureMap features(Log log, Spec spec) throws IOException {
        try {
            return Plan.of(log, spec).featureMap();
        } catch (IOException | IllegalArgumentException e) {
            try (LiveSpec live = LiveSpec.of(spec, ColumnTypes.of(log), null)) {
                return live.featureMap();
            } catch (IOException | IllegalArgumentException again) {
                e.addSuppressed(again);
                throw e;
            }
        }
    }
}
