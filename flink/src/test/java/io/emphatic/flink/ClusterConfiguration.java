package io.emphatic.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.emphatic.flink.LoopbackCluster.ClusterSize;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The configuration of a loopback cluster. Without Flink's scripts, nothing computes how the memory of a TaskManager is
 * divided: every part has to be said.
 */
record ClusterConfiguration(Path directory, int rpcPort, int restPort, ClusterSize size) {
    private static final int FRAMEWORK_HEAP = 128; // MB, as are all below
    private static final int FRAMEWORK_OFF_HEAP = 128;
    private static final int TASK_OFF_HEAP = 512; // DuckDB's
    private static final int MANAGED_PER_SLOT = 64; // where rows are sorted
    private static final int LEAST_NETWORK = 64;
    private static final int BUFFERS_PER_NETWORK_MB = 32;
    private static final int SORTED_BUFFERS = 64; // for each output of a task that sorts; Flink's 512 are 16 MB
    private static final int METASPACE = 256;
    private static final int OVERHEAD = 192;
    private static final int JOB_MANAGER_HEAP = 512;

    /** Modules of Flink and what they use; of its connectors none. */
    private static final String DIST = "flink-(?!connector).*|commons-(cli|collections|compress|io|lang3|math3|text)"
            + "|slf4j-api|log4j-.*|kryo|minlog|objenesis|reflectasm|javassist|snappy-java|lz4-java|RoaringBitmap"
            + "|async-profiler|jsr305|snakeyaml-engine";

    /** The text of {@code conf/config.yaml}, which is the name that Flink looks for. */
    String yaml() {
        return """
                jobmanager.rpc.address: 127.0.0.1
                jobmanager.rpc.port: %d
                jobmanager.bind-host: 127.0.0.1
                rest.address: 127.0.0.1
                rest.bind-address: 127.0.0.1
                rest.port: %d
                rest.bind-port: "%d"
                taskmanager.host: 127.0.0.1
                taskmanager.bind-host: 127.0.0.1
                taskmanager.numberOfTaskSlots: %d
                taskmanager.cpu.cores: %d
                taskmanager.memory.task.heap.size: %dm
                taskmanager.memory.task.off-heap.size: %dm
                taskmanager.memory.framework.heap.size: %dm
                taskmanager.memory.framework.off-heap.size: %dm
                taskmanager.memory.network.min: %dm
                taskmanager.memory.network.max: %dm
                taskmanager.network.sort-shuffle.min-buffers: %d
                taskmanager.memory.managed.size: %dm
                taskmanager.memory.jvm-metaspace.size: %dm
                taskmanager.memory.jvm-overhead.min: %dm
                taskmanager.memory.jvm-overhead.max: %dm
                io.tmp.dirs: %s
                heartbeat.interval: 1 s
                heartbeat.timeout: 60 s
                """.formatted(
                        rpcPort,
                        restPort,
                        restPort,
                        size.slots(),
                        size.slots(),
                        size.heapMegabytes(),
                        TASK_OFF_HEAP,
                        FRAMEWORK_HEAP,
                        FRAMEWORK_OFF_HEAP,
                        network(),
                        network(),
                        SORTED_BUFFERS,
                        size.slots() * MANAGED_PER_SLOT,
                        METASPACE,
                        OVERHEAD,
                        OVERHEAD,
                        directory.resolve("tmp"));
    }

    /** Megabytes for the buffers of any job that Flink can spread over such TaskManagers. */
    private int network() {
        int buffers = 390 * size.slots() + 514; // of 128 tasks of each kind in all
        return Math.max(LEAST_NETWORK, (buffers + BUFFERS_PER_NETWORK_MB - 1) / BUFFERS_PER_NETWORK_MB);
    }

    /** As it was written by {@link #yaml}. */
    static ClusterConfiguration read(Path directory) throws IOException {
        JsonNode yaml = new YAMLMapper()
                .readTree(directory.resolve("conf").resolve("config.yaml").toFile());
        int heap = Integer.parseInt(
                yaml.path("taskmanager.memory.task.heap.size").asText().replace("m", ""));
        int slots = yaml.path("taskmanager.numberOfTaskSlots").asInt();
        int rest = yaml.path("rest.port").asInt();
        return new ClusterConfiguration(
                directory, yaml.path("jobmanager.rpc.port").asInt(), rest, new ClusterSize(1, slots, heap));
    }

    List<String> jobManager() throws IOException {
        return command(
                "jobmanager",
                JOB_MANAGER_HEAP,
                0,
                "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint");
    }

    List<String> taskManager(String name) throws IOException {
        int direct = FRAMEWORK_OFF_HEAP + TASK_OFF_HEAP + network();
        int heap = FRAMEWORK_HEAP + size.heapMegabytes();
        return command(name, heap, direct, "org.apache.flink.runtime.taskexecutor.TaskManagerRunner");
    }

    /**
     * What is on the class path of an installed Flink, out of that of this process: what {@code flink-dist} consists
     * of, and what {@code flink/install} adds to it.
     */
    private static String classPath() throws IOException {
        String added = Files.readString(Path.of("pom.xml"))
                .replaceFirst("(?s).*<cluster.artifacts>(.*)</cluster.artifacts>.*", "$1")
                .replaceAll("\\s", "")
                .replace(",", "|");
        Pattern known = Pattern.compile(".*/(classes|(" + added + "|" + DIST + ")-[0-9][^/]*[.]jar)");
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .filter(entry -> known.matcher(entry).matches())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private List<String> command(String name, int heap, int direct, String main) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + heap + "m");
        if (direct > 0) {
            command.add("-XX:MaxDirectMemorySize=" + direct + "m");
        }
        command.add("-XX:MaxMetaspaceSize=" + METASPACE + "m");
        command.add("-XX:+UseSerialGC");
        command.add("-Djava.io.tmpdir=" + directory.resolve("tmp"));
        command.add("-Demphatic.flink.log=" + directory.resolve("log").resolve(name + ".log"));
        command.add(
                "-Dslf4j.provider=org.apache.logging.slf4j.SLF4JServiceProvider"); // the command line brings another
        command.add("-cp");
        command.add(classPath());
        command.add(main);
        command.add("--configDir");
        command.add(directory.resolve("conf").toString());
        return command;
    }
}
