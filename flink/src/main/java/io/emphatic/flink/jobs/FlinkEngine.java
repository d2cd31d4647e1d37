package io.emphatic.flink.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.logs.sql.SpillDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Where jobs run: inside this process, or on a cluster, whose JobManager answers over HTTP. */
public final class FlinkEngine {
    private static final long MEGABYTE = 1 << 20;
    private static final long SORT_BYTES_PER_SLOT = 16 * MEGABYTE;
    private static final long IDLE_SECONDS = 300;
    private static final long BUSY_SECONDS = 30; // other jobs may run for ever
    private static final long POLL_MILLIS = 200;
    private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(1); // a JobManager may be busy
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    private FlinkEngine() {}

    /** @param wanted how many tasks; 0 for the number of processors or free slots */
    public static StreamExecutionEnvironment environment(
            int wanted, String cluster, Configuration configuration, SpillDirectory working) throws IOException {
        if (cluster == null) {
            int parallelism = wanted == 0 ? Runtime.getRuntime().availableProcessors() : wanted;
            JobConfiguration.embed(configuration, working.directory("tmp"), parallelism, freePort());
            return StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
        }
        int slots = freeSlots(wanted, cluster);
        int parallelism = wanted == 0 ? Math.min(slots, JobConfiguration.KEY_GROUPS) : wanted;
        String[] address = cluster.split(":");
        return StreamExecutionEnvironment.createRemoteEnvironment(
                        address[0], Integer.parseInt(address[1]), configuration)
                .setParallelism(parallelism);
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    /** Where the JobManager of an environment listens: HOST:PORT. */
    public static String address(String cluster, Configuration configuration) {
        return cluster != null ? cluster : "127.0.0.1:" + configuration.get(RestOptions.PORT);
    }

    /** Flink sorts in managed memory; a job without any would fail again and again. */
    public static void requireMemoryToSort(String cluster) throws IOException {
        for (JsonNode worker : require(cluster, "/taskmanagers").path("taskmanagers")) {
            long managed = worker.path("hardware").path("managedMemory").asLong();
            if (managed < worker.path("slotsNumber").asLong() * SORT_BYTES_PER_SLOT) {
                throw new IllegalArgumentException(
                        "a TaskManager of the cluster at " + cluster + " has "
                                + managed / MEGABYTE + " MB of managed memory, in which Flink sorts rows"
                                + "\nGive it 64 MB for each slot (taskmanager.memory.managed.size), or use `emphatic evaluate`.");
            }
        }
    }

    /** Flink would wait for minutes before it says so; slots of a job that has just ended are free a moment later. */
    private static int freeSlots(int wanted, String cluster) throws IOException {
        int needed = Math.max(1, wanted);
        long start = System.nanoTime();
        while (true) {
            JsonNode overview = require(cluster, "/overview");
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
            pause();
        }
    }

    public static void pause() throws IOException {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static JsonNode require(String cluster, String path) throws IOException {
        return get(cluster, path).orElseThrow(() -> new IOException("no JobManager answers at " + cluster));
    }

    /** Asks a JobManager at HOST:PORT. Empty if it does not answer, or not with a document. */
    public static Optional<JsonNode> get(String address, String path) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + path))
                .timeout(REQUEST_TIMEOUT)
                .build();
        try {
            HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
            return response.statusCode() == 200 ? Optional.of(JSON.readTree(response.body())) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // it is starting, or has ended
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
