package io.emphatic.flink;

import com.fasterxml.jackson.databind.JsonNode;
import io.emphatic.logs.scaleout.ScaleOut.ClusterSize;
import io.emphatic.logs.scaleout.ScaleOutJob;
import io.emphatic.logs.scaleout.ScaleOutReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** A cluster of processes that are killed at random while a job runs on it. */
final class ClusterFaults implements AutoCloseable {
    private static final long MEGABYTE = 1 << 20;

    private final LoopbackCluster cluster;
    private final int workers;
    private final String address;

    ClusterFaults(Path directory, int workers, int slots) throws IOException {
        this.cluster = new LoopbackCluster(directory);
        this.workers = workers;
        this.address = cluster.start(new ClusterSize(0, workers, slots, 256)).address();
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
     * Kills TaskManagers one after another, each when a checkpoint has been completed since the last, and starts
     * another in its place. Stops early if the job ends.
     *
     * @return how many were killed
     */
    int killWorkers(int times, long seed, Path checkpoints, CompletableFuture<?> job) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        int killed = 0;
        Optional<Path> last = Optional.empty();
        while (killed < times && !job.isDone()) {
            Optional<Path> now = SavedJobs.last(checkpoints);
            if (now.equals(last) || !isRunning()) {
                Thread.sleep(20);
                continue;
            }
            last = now;
            String victim = "taskmanager-" + random.nextInt(workers);
            cluster.processes().get(victim).kill();
            killed++;
            cluster.replace(victim);
        }
        return killed;
    }

    /** Whether all tasks of a job run that have something to read: those without files end soon. */
    private boolean isRunning() throws IOException {
        JsonNode jobs = new RestInterface(address).get("/jobs/overview").orElse(null);
        for (JsonNode job : jobs == null ? List.<JsonNode>of() : jobs.path("jobs")) {
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
