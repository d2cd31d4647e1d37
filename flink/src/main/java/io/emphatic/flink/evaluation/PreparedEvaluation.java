package io.emphatic.flink.evaluation;

import io.emphatic.flink.jobs.JobDescription;
import io.emphatic.flink.jobs.PreparedSource;
import io.emphatic.flink.jobs.Refusals;
import io.emphatic.flink.source.KafkaAddress;
import io.emphatic.flink.source.SourceFiles;
import io.emphatic.flink.source.TopicSource;
import io.emphatic.flink.state.Wire.TextLine;
import io.emphatic.logs.doctor.Doctor;
import io.emphatic.logs.doctor.Doctor.Diagnosis;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.live.ColumnTypes;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutEvaluation;
import io.emphatic.logs.spec.EvaluationPlan;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.FeatureMap;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSource;
import io.emphatic.logs.sql.SpillDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.Source;

/** What an evaluation reads, and what is known before; {@code streams} is null where a job has to find them. */
public record PreparedEvaluation(
        Source<TextLine, ?, ?> source, JobDescription description, List<StreamKey> streams, List<Finding> findings) {

    /** @throws IllegalArgumentException if the spec does not fit, or the doctor refuses the log */
    public static PreparedEvaluation of(ScaleOutEvaluation job, SpillDirectory working) throws IOException {
        return KafkaAddress.is(job.source().name()) ? topic(job) : files(job, working);
    }

    private static PreparedEvaluation topic(ScaleOutEvaluation job) throws IOException {
        Map<String, String> types = PreparedSource.declaredTypes(job.spec().spec());
        try (LiveSpec spec = LiveSpec.of(job.spec(), ColumnTypes.fixed(types), null)) {
            Refusals.checkStreams(spec.plan().stream());
            String unseen = "The log doctor has not seen the topic: it judges files.";
            return new PreparedEvaluation(
                    TopicSource.ofWhatIsThere(KafkaAddress.of(job.source().name())),
                    description(job.spec(), types, spec.featureMap(), job.source()),
                    null,
                    List.of(Finding.of(Severity.NOTE, "topic", unseen)));
        }
    }

    private static PreparedEvaluation files(ScaleOutEvaluation job, SpillDirectory working) throws IOException {
        LogSource source = SourceFiles.located(job.source());
        List<Path> files = Log.files(source);
        try (Log log = SourceFiles.open(source, files, working)) {
            EvaluationPlan plan = EvaluationPlan.of(log, job.spec(), null, null);
            Refusals.checkStreams(plan.plan().stream());
            Diagnosis diagnosis =
                    Doctor.examine(plan, Doctor.order(plan.plan())).refuseErrors();
            Map<String, String> types = ColumnTypes.of(log).asMap();
            return new PreparedEvaluation(
                    SourceFiles.of(files),
                    description(job.spec(), types, plan.plan().featureMap(), source),
                    StreamSample.of(log, plan.plan().stream()),
                    diagnosis.findings());
        }
    }

    private static JobDescription description(
            EvaluationSpec spec, Map<String, String> types, FeatureMap features, LogSource source) {
        return new JobDescription(spec.spec(), spec, types, features, source.csv());
    }
}
