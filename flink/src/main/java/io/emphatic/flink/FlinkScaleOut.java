package io.emphatic.flink;

import com.fasterxml.jackson.databind.JsonNode;
import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.live.LiveSpec;
import io.emphatic.logs.live.MergedStreams;
import io.emphatic.logs.model.Origin;
import io.emphatic.logs.scaleout.ScaleOut;
import io.emphatic.logs.scaleout.ScaleOutEvaluation;
import io.emphatic.logs.scaleout.ScaleOutJob;
import io.emphatic.logs.scaleout.ScaleOutProgress;
import io.emphatic.logs.scaleout.ScaleOutReport;
import io.emphatic.logs.scaleout.ScaleOutReport.MergedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Learning on Apache Flink, inside this process or on a cluster. */
public final class FlinkScaleOut implements ScaleOut {
    private static final long MEGABYTE = 1 << 20;
    private static final long LEAST_TO_SORT = 16 * MEGABYTE; // per slot
    private static final long IDLE_SECONDS = 300;
    private static final long BUSY_SECONDS = 30; // other jobs may run for ever

    @Override
    public ScaleOutReport learn(ScaleOutJob job, Consumer<ScaleOutProgress> progress) throws IOException {
        Refusals.check(job);
        try (WorkingDirectory working = new WorkingDirectory()) {
            PreparedSource prepared = PreparedSource.of(job, working);
            Path parts = job.checkpoint() == null ? working.directory("models") : parts(job);
            Path from = saved(job);
            if (from == null) {
                WorkingDirectory.delete(parts);
                Files.deleteIfExists(job.outputs().rejected());
                SavedInput.write(parts, job.source(), prepared.files());
            } else {
                SavedInput.check(parts, job.source(), prepared.files());
            }
            return run(job, prepared, from, parts, working, progress);
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
            PreparedSource prepared,
            Path from,
            Path parts,
            WorkingDirectory working,
            Consumer<ScaleOutProgress> progress)
            throws IOException {
        long start = System.nanoTime();
        try {
            StreamExecutionEnvironment environment =
                    environment(job.parallelism(), job.cluster(), JobConfiguration.of(job, from), working);
            LearnJob.build(environment, prepared.source(), prepared.description(), job, parts);
            JobClient client = environment.executeAsync();
            RunningJob running = new RunningJob(client, job.checkpoint());
            IntervalModels interval = new IntervalModels(parts, job.outputs());
            Map<String, Object> accumulators = running.await(told -> {
                interval.write(told.lastCheckpoint());
                progress.accept(told);
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
                    job.spec().perStream() ? List.of() : merged(job, prepared, parts, counts.rows()));
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("Flink cannot run the job: " + e.getMessage(), e);
        }
    }

    /** The one model of all streams, which is written where that is wanted. */
    private static List<MergedModel> merged(ScaleOutJob job, PreparedSource prepared, Path parts, long rows)
            throws IOException {
        try (LiveSpec spec = prepared.description().compile()) {
            MergedStreams merged = MergedModels.read(parts, spec);
            if (job.outputs().model() != null) {
                String time = Origin.time(prepared.files());
                merged.model(job.version(), time, job.source().name(), rows)
                        .write(job.outputs().model());
            }
            return merged.predictions().stream()
                    .map(name -> new MergedModel(name, merged.stepsLearned(name), merged.weights(name)))
                    .toList();
        }
    }

    /**
     * Where jobs run: inside this process, or on a cluster.
     *
     * @param wanted how many tasks side by side; 0 for as many as there are processors or slots
     * @param cluster HOST:PORT; null for this process
     */
    static StreamExecutionEnvironment environment(
            int wanted, String cluster, Configuration configuration, WorkingDirectory working) throws IOException {
        if (cluster == null) {
            int parallelism = wanted == 0 ? Runtime.getRuntime().availableProcessors() : wanted;
            JobConfiguration.embed(configuration, working.directory("tmp"), parallelism);
            return StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
        }
        int slots = freeSlots(wanted, cluster);
        int parallelism = wanted == 0 ? Math.min(slots, JobConfiguration.KEY_GROUPS) : wanted;
        String[] address = cluster.split(":");
        return StreamExecutionEnvironment.createRemoteEnvironment(
                        address[0], Integer.parseInt(address[1]), configuration)
                .setParallelism(parallelism);
    }

    /** Flink sorts in managed memory; a job without any would fail again and again. */
    static void requireMemoryToSort(String cluster) throws IOException {
        JsonNode workers = new RestInterface(cluster)
                .get("/taskmanagers")
                .orElseThrow(() -> new IOException("no JobManager answers at " + cluster));
        for (JsonNode worker : workers.path("taskmanagers")) {
            long managed = worker.path("hardware").path("managedMemory").asLong();
            if (managed < worker.path("slotsNumber").asLong() * LEAST_TO_SORT) {
                throw new IllegalArgumentException(
                        "a TaskManager of the cluster at " + cluster + " has "
                                + managed / MEGABYTE + " MB of managed memory, in which Flink sorts rows"
                                + "\nGive it 64 MB for each slot (taskmanager.memory.managed.size), or use `emphatic evaluate`.");
            }
        }
    }

    /**
     * Flink would wait for slots for minutes before it says so. Those of a job that has just ended are free a moment
     * later, and a JobManager that has just started knows no TaskManager yet.
     */
    private static int freeSlots(int wanted, String cluster) throws IOException {
        int needed = Math.max(1, wanted);
        long start = System.nanoTime();
        while (true) {
            JsonNode overview = new RestInterface(cluster)
                    .get("/overview")
                    .orElseThrow(() -> new IOException("no JobManager answers at " + cluster));
            int free = overview.path("slots-available").asInt();
            if (free >= needed) {
                return free;
            }
            int slots = overview.path("slots-total").asInt();
            boolean idle = overview.path("jobs-running").asInt() == 0 && slots > 0;
            long waited = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            if (slots > 0 && slots < needed || waited > (idle ? IDLE_SECONDS : BUSY_SECONDS)) {
                throw new IllegalArgumentException("the cluster at " + cluster + " has " + free
                        + " free slots, and the job needs " + needed + "\nAdd TaskManagers, or lower --parallelism.");
            }
            LoopbackCluster.pause();
        }
    }

    @Override
    public EvaluationReport evaluate(ScaleOutEvaluation evaluation, Consumer<ScaleOutProgress> progress)
            throws IOException {
        return FlinkEvaluation.evaluate(evaluation, progress);
    }

    @Override
    public ClusterStatus startCluster(Path directory, ClusterSize size) throws IOException {
        return new LoopbackCluster(directory).start(size);
    }

    @Override
    public boolean stopCluster(Path directory) throws IOException {
        return new LoopbackCluster(directory).stop();
    }

    @Override
    public ClusterStatus cluster(Path directory) throws IOException {
        return new LoopbackCluster(directory).status();
    }
}
