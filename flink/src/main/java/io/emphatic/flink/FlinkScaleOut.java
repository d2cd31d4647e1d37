package io.emphatic.flink;

import io.emphatic.flink.evaluation.FlinkEvaluation;
import io.emphatic.flink.jobs.FlinkEngine;
import io.emphatic.flink.jobs.JobConfiguration;
import io.emphatic.flink.jobs.JobInput;
import io.emphatic.flink.jobs.LearnJob;
import io.emphatic.flink.jobs.Refusals;
import io.emphatic.flink.jobs.RejectFile;
import io.emphatic.flink.jobs.RunningJob;
import io.emphatic.flink.source.SavedInput;
import io.emphatic.flink.state.MergedStreams;
import io.emphatic.flink.state.ModelParts;
import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.model.Origin;
import io.emphatic.logs.scaleout.ScaleOut;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutEvaluation;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutProgress;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutReport;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutReport.MergedModel;
import io.emphatic.logs.sql.SpillDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public final class FlinkScaleOut implements ScaleOut {
    @Override
    public ScaleOutReport learn(ScaleOutJob job, Consumer<ScaleOutProgress> progress) throws IOException {
        Refusals.check(job);
        try (SpillDirectory working = new SpillDirectory()) {
            JobInput input = JobInput.of(job, working);
            Path parts = job.checkpoint() == null ? working.directory("models") : parts(job);
            Path from = saved(job);
            if (from == null) {
                SpillDirectory.delete(parts);
                Files.deleteIfExists(job.outputs().rejected());
                SavedInput.write(parts, job.source(), input.files());
            } else {
                SavedInput.check(parts, job.source(), input.files());
            }
            return run(job, input, from, parts, working, progress);
        }
    }

    @Override
    public Path saved(ScaleOutJob job) throws IOException {
        return job.resume() ? SavedInput.lastOf(parts(job), job.checkpoint()) : null;
    }

    /** What streams have learned, below the checkpoints. */
    private static Path parts(ScaleOutJob job) {
        return job.checkpoint().toAbsolutePath().resolve("models");
    }

    private static ScaleOutReport run(
            ScaleOutJob job,
            JobInput input,
            Path from,
            Path parts,
            SpillDirectory working,
            Consumer<ScaleOutProgress> progress)
            throws IOException {
        long start = System.nanoTime();
        Configuration configuration = JobConfiguration.of(job, from);
        StreamExecutionEnvironment environment =
                FlinkEngine.environment(job.parallelism(), job.cluster(), configuration, working);
        LearnJob.build(environment, input, job, parts);
        RunningJob running =
                new RunningJob(environment, job.checkpoint(), FlinkEngine.address(job.cluster(), configuration));
        ModelParts.AtCheckpoints interval = new ModelParts.AtCheckpoints(parts, job.outputs());
        Map<String, Object> accumulators = running.await(now -> {
            interval.write(now.lastCheckpoint());
            progress.accept(now);
        });
        interval.clear();
        ModelParts.StreamCounts counts = ModelParts.count(parts);
        if (job.outputs().models() != null) {
            ModelParts.merge(parts, job.outputs().models());
        }
        return new ScaleOutReport(
                job.source().name(),
                counts.rows(),
                RunningJob.number(accumulators, RejectFile.MALFORMED),
                counts.late(),
                counts.streams(),
                running.restarts(),
                (System.nanoTime() - start) / 1e9,
                from == null ? null : from.toString(),
                job.spec().perStream() ? List.of() : merged(job, input, parts, counts.rows()));
    }

    /** The one model of all streams, which is written where that is wanted. */
    private static List<MergedModel> merged(ScaleOutJob job, JobInput input, Path parts, long rows) throws IOException {
        try (LiveSpec spec = input.description().compile()) {
            MergedStreams merged = ModelParts.mergedSums(parts, spec);
            if (job.outputs().model() != null) {
                String time = Origin.time(input.files());
                merged.model(job.version(), time, job.source().name(), rows)
                        .write(job.outputs().model());
            }
            return merged.predictions().stream()
                    .map(name -> new MergedModel(name, merged.stepsLearned(name), merged.weights(name)))
                    .toList();
        }
    }

    @Override
    public EvaluationReport evaluate(ScaleOutEvaluation evaluation, Consumer<ScaleOutProgress> progress)
            throws IOException {
        return FlinkEvaluation.evaluate(evaluation, progress);
    }
}
