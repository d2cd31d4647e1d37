package io.emphatic.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.emphatic.flink.jobs.FlinkEngine;
import io.emphatic.flink.state.SavedJobs;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutJob;
import io.emphatic.logs.scaleout.ScaleOut.ScaleOutReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** A cluster of processes that are killed at random while a job runs on it. */
final class ClusterFaults implements AutoCloseable {
    private static final long MEGABYTE = 1 << 20;
    private static final JsonNode NONE = MissingNode.getInstance();

    private final LoopbackCluster cluster;
    private final int workers;
    private final String address;

    ClusterFaults(Path directory, int workers, int slots) throws IOException {
        this.cluster = new LoopbackCluster(directory);
        this.workers = workers;
        this.address = cluster.start(new LoopbackCluster.ClusterSize(workers, slots, 256))
                .address();
    }

    /** Whether the machine has free memory for processes of tests, in MB. */
    static boolean hasMemory(int megabytes) {
        var system = (com.sun.management.OperatingSystemMXBean)
                java.lang.management.ManagementFactory.getOperatingSystemMXBean();
        return system.getFreeMemorySize() / MEGABYTE >= megabytes;
    }

    String address() {
        return address;
    }

    LoopbackCluster cluster() {
        return cluster;
    }

    /** Starts a job; the result comes when it has ended. */
    static CompletableFuture<ScaleOutReport> start(ScaleOutJob job) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return ScaleOutRuns.run(job);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }

    /**
     * Kills TaskManagers one after another, each when the job has begun again after the last and completed a checkpoint
     * since, and starts another in its place. Stops early if the job ends.
     *
     * @return how many were killed
     */
    int killWorkers(int times, long seed, Path checkpoints, CompletableFuture<?> job) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        int killed = 0;
        Optional<Path> last = Optional.empty();
        while (killed < times && !job.isDone()) {
            Optional<Path> now = SavedJobs.last(checkpoints);
            if (now.isEmpty() || now.equals(last) || !isRunning()) {
                Thread.sleep(20);
                continue;
            }
            last = now;
            long begunAgain = lastRestart();
            String victim = "taskmanager-" + random.nextInt(workers);
            cluster.processes().get(victim).kill();
            killed++;
            cluster.replace(victim);
            while (lastRestart() <= begunAgain && !job.isDone()) {
                Thread.sleep(20);
            }
        }
        return killed;
    }

    /** When a job last gave up tasks to begin them again, in milliseconds; 0 if it never did. */
    private long lastRestart() throws IOException {
        long last = 0;
        for (JsonNode job :
                FlinkEngine.get(address, "/jobs").map(jobs -> jobs.path("jobs")).orElse(NONE)) {
            JsonNode times = FlinkEngine.get(address, "/jobs/" + job.path("id").asText())
                    .map(told -> told.path("timestamps"))
                    .orElse(NONE);
            last = Math.max(last, times.path("RESTARTING").asLong());
        }
        return last;
    }

    /** Whether all tasks of a job run that have something to read: those without files end soon. */
    private boolean isRunning() throws IOException {
        JsonNode jobs = FlinkEngine.get(address, "/jobs/overview").orElse(NONE);
        for (JsonNode job : jobs.path("jobs")) {
            JsonNode tasks = job.path("tasks");
            int running = tasks.path("running").asInt();
            if (running > 0
                    && running + tasks.path("finished").asInt()
                            == tasks.path("total").asInt()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        cluster.stop();
    }
}
