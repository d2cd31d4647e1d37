package io.emphatic.flink.evaluation;

import io.emphatic.documents.text.Numbers;
import io.emphatic.evaluation.Evaluation;
import io.emphatic.flink.jobs.FlinkEngine;
import io.emphatic.flink.jobs.JobConfiguration;
import io.emphatic.flink.jobs.LearnJob;
import io.emphatic.flink.jobs.LearningOperator;
import io.emphatic.flink.jobs.Refusals;
import io.emphatic.flink.jobs.RejectFile;
import io.emphatic.flink.jobs.RowEvaluator;
import io.emphatic.flink.jobs.RunningJob;
import io.emphatic.flink.state.Wire;
import io.emphatic.flink.state.Wire.KeyedRow;
import io.emphatic.flink.state.Wire.RejectedLine;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.evaluating.Evaluating;
import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutEvaluation;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutProgress;
import io.emphatic.logs.sql.SpillDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** An evaluation as a sequence of jobs: which streams there are, where they are not in files, then a job per pass. */
public final class FlinkEvaluation {
    private final ScaleOutEvaluation job;
    private final PreparedEvaluation prepared;
    private final SpillDirectory working;
    private final Path parts;
    private final Consumer<ScaleOutProgress> progress;

    private FlinkEvaluation(
            ScaleOutEvaluation job, SpillDirectory working, Path parts, Consumer<ScaleOutProgress> progress)
            throws IOException {
        this.job = job;
        this.prepared = PreparedEvaluation.of(job, working);
        this.working = working;
        this.parts = parts;
        this.progress = progress;
    }

    public static EvaluationReport evaluate(ScaleOutEvaluation job, Consumer<ScaleOutProgress> progress)
            throws IOException {
        Refusals.check(job);
        if (job.cluster() != null) {
            FlinkEngine.requireMemoryToSort(job.cluster());
        }
        try (SpillDirectory working = new SpillDirectory()) {
            Path parts = job.parts() == null
                    ? working.directory("parts")
                    : Files.createTempDirectory(
                            Files.createDirectories(job.parts().toAbsolutePath()), "emphatic-parts-");
            try {
                Files.deleteIfExists(job.rejected());
                return new FlinkEvaluation(job, working, parts, progress).run();
            } finally {
                SpillDirectory.delete(parts);
            }
        }
    }

    private EvaluationReport run() throws IOException {
        try (LiveSpec spec = prepared.description().compile()) {
            StreamRanges ranges = StreamRanges.of(
                    prepared.streams() == null ? sample() : prepared.streams(),
                    spec.evaluationPlan().clusterKeys());
            Evaluation evaluation = Evaluation.of(spec.evaluationPlan().settings());
            List<Finding> findings = new ArrayList<>(prepared.findings());
            String before = null;
            while (evaluation.needsAnotherPass()) {
                String directory =
                        parts.resolve(before == null ? "sums" : "terms").toString();
                EvaluationParts pass = new EvaluationParts(directory, before);
                Map<String, Object> counts = run("pass", environment -> pass(environment, prepared, ranges, pass, job));
                addLeftOut(counts, findings);
                pass.merge(evaluation);
                before = directory;
            }
            return Evaluating.report(job.source().name(), evaluation.result(), findings);
        }
    }

    private List<StreamKey> sample() throws IOException {
        Path sample = parts.resolve("streams");
        run("streams", environment -> addSample(environment, prepared, sample));
        return StreamSample.read(sample);
    }

    private void addLeftOut(Map<String, Object> counts, List<Finding> findings) {
        long malformed = RunningJob.number(counts, RejectFile.MALFORMED);
        long late = RunningJob.number(counts, RejectFile.LATE);
        if (malformed + late > 0) {
            String sentence = "left out are " + Numbers.count(malformed, "malformed line") + " and "
                    + Numbers.count(late, "row") + " with the time of another row of the stream; they are in "
                    + job.rejected();
            findings.add(Finding.of(Severity.WARNING, "rejected", sentence));
        }
    }

    @FunctionalInterface
    private interface GraphBuilder {
        void build(StreamExecutionEnvironment environment);
    }

    /** Runs a job until it ends; its accumulators. */
    private Map<String, Object> run(String name, GraphBuilder graph) throws IOException {
        try {
            Configuration configuration =
                    JobConfiguration.sorted("emphatic " + job.source().name() + ", " + name);
            StreamExecutionEnvironment environment =
                    FlinkEngine.environment(job.parallelism(), job.cluster(), configuration, working);
            graph.build(environment);
            return new RunningJob(environment.executeAsync(), null, null).await(progress);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("Flink cannot run the job: " + e.getMessage(), e);
        }
    }

    private static void addSample(StreamExecutionEnvironment environment, PreparedEvaluation prepared, Path directory) {
        LearnJob.rows(environment, prepared.source(), prepared.description())
                .transform("streams", Types.VOID, new StreamSample(directory))
                .uid("streams");
    }

    /** A pass over the sorted rows. The first keeps what was left out. */
    public static void pass(
            StreamExecutionEnvironment environment,
            PreparedEvaluation prepared,
            StreamRanges ranges,
            EvaluationParts parts,
            ScaleOutEvaluation job) {
        SingleOutputStreamOperator<KeyedRow> rows =
                LearnJob.rows(environment, prepared.source(), prepared.description());
        SingleOutputStreamOperator<Void> sums = rows.keyBy(new StreamRanges.Selector(ranges), Wire.ORDERED)
                .transform("sums", Types.VOID, new SumsOperator(prepared.description(), ranges, parts));
        sums.uid("sums");
        if (parts.before() == null) {
            DataStream<RejectedLine> rejected =
                    rows.getSideOutput(RowEvaluator.REJECTED).union(sums.getSideOutput(LearningOperator.LATE));
            RejectFile.add(rejected, job.rejected(), job.tolerated());
        }
    }
}
