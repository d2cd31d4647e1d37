package io.emphatic.flink;

import com.fasterxml.jackson.databind.JsonNode;
import io.emphatic.documents.file.WholeFile;
import io.emphatic.flink.jobs.FlinkEngine;
import io.emphatic.logs.sql.SpillDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A Flink of several processes on this machine, reachable from this machine only: a JobManager and TaskManagers, from
 * the class path of this process. Its directory holds the configuration, the logs and the numbers of the processes.
 */
final class LoopbackCluster {
    private static final String JOB_MANAGER = "jobmanager";
    private static final String TASK_MANAGER = "taskmanager-";
    private static final long PATIENCE_SECONDS = 300;

    private final Path directory;

    /**
     * How large a cluster is.
     *
     * @param workers how many TaskManagers
     * @param slots of each
     * @param heapMegabytes of each, for learners
     */
    record ClusterSize(int workers, int slots, int heapMegabytes) {}

    /**
     * @param address of the REST interface, HOST:PORT; null if no cluster runs
     * @param workers how many TaskManagers are registered
     * @param jobs how many run
     */
    record ClusterStatus(String address, int workers, int slots, int freeSlots, int jobs) {}

    LoopbackCluster(Path directory) {
        this.directory = directory.toAbsolutePath();
    }

    /** Starts all processes, and returns when the JobManager knows every TaskManager and its slots. */
    ClusterStatus start(ClusterSize size) throws IOException {
        if (processes().values().stream().anyMatch(ClusterProcess::isAlive)) {
            throw new IOException("a cluster runs already: its directory is " + directory);
        }
        SpillDirectory.delete(directory.resolve("pids"));
        SpillDirectory.delete(directory.resolve("tmp")); // what killed processes left
        Files.createDirectories(directory.resolve("tmp"));
        Files.createDirectories(directory.resolve("log"));
        ClusterConfiguration configuration =
                new ClusterConfiguration(directory, FreePort.find(), FreePort.find(), size);
        WholeFile.write(directory.resolve("conf").resolve("config.yaml"), configuration.yaml());
        launch(JOB_MANAGER, configuration.jobManager());
        for (int k = 0; k < size.workers(); k++) {
            launch(TASK_MANAGER + k, configuration.taskManager(TASK_MANAGER + k));
        }
        return awaitSlots(size.workers() * size.slots());
    }

    private void launch(String name, List<String> command) throws IOException {
        ClusterProcess.launch(directory, name, command);
    }

    private ClusterStatus awaitSlots(int slots) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (System.nanoTime() < deadline) {
            ClusterStatus status = status();
            if (status.address() == null) {
                break;
            }
            if (status.slots() >= slots) { // a TaskManager is known before its slots are
                return status;
            }
            FlinkEngine.pause();
        }
        throw new IOException("the cluster did not start; its logs are in " + directory.resolve("log"));
    }

    /** Starts a TaskManager in the place of one that is gone. */
    void replace(String name) throws IOException {
        launch(name, ClusterConfiguration.read(directory).taskManager(name));
    }

    /**
     * Starts a JobManager in the place of one that is gone, and returns when the TaskManagers have found it. Jobs that
     * the other one had are lost.
     */
    void replaceJobManager() throws IOException {
        ClusterConfiguration configuration = ClusterConfiguration.read(directory);
        launch(JOB_MANAGER, configuration.jobManager());
        long workers = processes().values().stream()
                .filter(process -> process.name().startsWith(TASK_MANAGER) && process.isAlive())
                .count();
        awaitSlots((int) workers * configuration.size().slots());
    }

    /** The processes that were started, by name. */
    Map<String, ClusterProcess> processes() throws IOException {
        Map<String, ClusterProcess> found = new TreeMap<>();
        for (ClusterProcess process : ClusterProcess.in(directory)) {
            found.put(process.name(), process);
        }
        return found;
    }

    /** Stops all processes, the TaskManagers first; false if none ran. */
    boolean stop() throws IOException {
        List<ClusterProcess> running = new ArrayList<>(processes().values());
        running.removeIf(process -> !process.isAlive());
        running.sort((a, b) -> b.name().compareTo(a.name()));
        for (ClusterProcess process : running) {
            process.stop();
        }
        SpillDirectory.delete(directory.resolve("pids"));
        SpillDirectory.delete(directory.resolve("tmp"));
        return !running.isEmpty();
    }

    /** What the JobManager says; zeros while it does not answer. */
    ClusterStatus status() throws IOException {
        ClusterProcess manager = processes().get(JOB_MANAGER);
        if (manager == null || !manager.isAlive()) {
            return new ClusterStatus(null, 0, 0, 0, 0);
        }
        String address = "127.0.0.1:" + ClusterConfiguration.read(directory).restPort();
        JsonNode overview = FlinkEngine.get(address, "/overview").orElse(null);
        return overview == null
                ? new ClusterStatus(address, 0, 0, 0, 0)
                : new ClusterStatus(
                        address,
                        overview.path("taskmanagers").asInt(),
                        overview.path("slots-total").asInt(),
                        overview.path("slots-available").asInt(),
                        overview.path("jobs-running").asInt());
    }
}
