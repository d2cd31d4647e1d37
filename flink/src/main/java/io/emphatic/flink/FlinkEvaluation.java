package io.emphatic.flink;

import io.emphatic.documents.text.Numbers;
import io.emphatic.evaluation.Evaluation;
import io.emphatic.logs.doctor.Finding;
import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.evaluating.Evaluating;
import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.scaleout.ScaleOutEvaluation;
import io.emphatic.logs.scaleout.ScaleOutProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** An evaluation as a sequence of jobs: which streams there are, where they are not in files, then a job per pass. */
final class FlinkEvaluation {
    private final ScaleOutEvaluation job;
    private final PreparedEvaluation prepared;
    private final WorkingDirectory working;
    private final Path parts;
    private final Consumer<ScaleOutProgress> progress;

    private FlinkEvaluation(
            ScaleOutEvaluation job, WorkingDirectory working, Path parts, Consumer<ScaleOutProgress> progress)
            throws IOException {
        this.job = job;
        this.prepared = PreparedEvaluation.of(job, working);
        this.working = working;
        this.parts = parts;
        this.progress = progress;
    }

    static EvaluationReport evaluate(ScaleOutEvaluation job, Consumer<ScaleOutProgress> progress) throws IOException {
        Refusals.check(job);
        if (job.cluster() != null) {
            FlinkScaleOut.requireMemoryToSort(job.cluster());
        }
        try (WorkingDirectory working = new WorkingDirectory()) {
            Path parts = job.parts() == null
                    ? working.directory("parts")
                    : Files.createTempDirectory(
                            Files.createDirectories(job.parts().toAbsolutePath()), "emphatic-parts-");
            try {
                Files.deleteIfExists(job.rejected());
                return new FlinkEvaluation(job, working, parts, progress).run();
            } finally {
                WorkingDirectory.delete(parts);
            }
        }
    }

    private EvaluationReport run() throws IOException {
        try (LiveSpec spec = prepared.description().compile()) {
            StreamRanges ranges = StreamRanges.of(prepared.streams() == null ? sample() : prepared.streams());
            Evaluation evaluation = Evaluation.of(spec.evaluationPlan().settings());
            List<Finding> findings = new ArrayList<>(prepared.findings());
            String before = null;
            while (evaluation.needsAnotherPass()) {
                String directory =
                        parts.resolve(before == null ? "sums" : "terms").toString();
                EvaluationParts pass = new EvaluationParts(directory, before);
                Map<String, Object> counts =
                        run("pass", environment -> EvaluateJob.pass(environment, prepared, ranges, pass, job));
                addLeftOut(counts, findings);
                pass.merge(evaluation);
                before = directory;
            }
            return Evaluating.report(job.source().name(), evaluation.result(), findings);
        }
    }

    /** Some of the streams of a topic. */
    private List<StreamKey> sample() throws IOException {
        Path sample = parts.resolve("streams");
        run("streams", environment -> EvaluateJob.sample(environment, prepared, sample));
        return StreamSample.read(sample);
    }

    private void addLeftOut(Map<String, Object> counts, List<Finding> findings) {
        long malformed = RunningJob.number(counts, RejectFile.MALFORMED);
        long late = RunningJob.number(counts, RejectFile.LATE);
        if (malformed + late > 0) {
            String sentence = "left out are " + Numbers.count(malformed, "malformed line") + " and "
                    + Numbers.count(late, "row") + " with the time of another row of the stream; they are in "
                    + job.rejected();
            findings.add(new Finding(Severity.WARNING, "rejected", "", sentence, List.of(), "", ""));
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
                    FlinkScaleOut.environment(job.parallelism(), job.cluster(), configuration, working);
            graph.build(environment);
            return new RunningJob(environment.executeAsync(), null).await(progress);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("Flink cannot run the job: " + e.getMessage(), e);
        }
    }
}
