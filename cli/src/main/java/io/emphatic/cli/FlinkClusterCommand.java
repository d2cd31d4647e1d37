package io.emphatic.cli;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.scaleout.ScaleOut;
import io.emphatic.logs.scaleout.ScaleOut.ClusterSize;
import io.emphatic.logs.scaleout.ScaleOut.ClusterStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code emphatic flink cluster start|stop|status}. */
@Command(
        name = "cluster",
        description = "A Flink of several processes on this machine, reachable from this machine only: for trying, and"
                + " as the example of how to deploy.",
        sortOptions = false)
final class FlinkClusterCommand extends Verb {
    /** What to do with the cluster. */
    enum ClusterAction {
        START,
        STOP,
        STATUS
    }

    @Parameters(paramLabel = "start|stop|status", description = "What to do.")
    private ClusterAction action;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Its configuration, logs and temporary files (default: emphatic-cluster in the system's"
                    + " temporary directory).")
    private Path directory = Path.of(System.getProperty("java.io.tmpdir"), "emphatic-cluster");

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8081",
            description = "Of the JobManager, for --cluster; 0 for any (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--task-managers",
            paramLabel = "N",
            defaultValue = "2",
            description = "How many TaskManagers (default: ${DEFAULT-VALUE}).")
    private int workers;

    @Option(
            names = "--slots",
            paramLabel = "N",
            defaultValue = "2",
            description = "Slots of each TaskManager (default: ${DEFAULT-VALUE}).")
    private int slots;

    @Option(
            names = "--heap",
            paramLabel = "MB",
            defaultValue = "512",
            description = "Memory of each TaskManager for learners (default: ${DEFAULT-VALUE}).")
    private int heap;

    @Override
    public Integer call() throws IOException {
        ScaleOut engine = FlinkCommand.engine();
        ClusterSize size = typed(() -> new ClusterSize(port, workers, slots, heap));
        return switch (action) {
            case START -> show(engine.startCluster(directory, size));
            case STATUS -> show(engine.cluster(directory));
            case STOP -> {
                boolean stopped = engine.stopCluster(directory);
                yield print(
                        () -> stopped, out -> out.println(stopped ? "The cluster is stopped." : "No cluster runs."));
            }
        };
    }

    private int show(ClusterStatus status) {
        print(() -> status, out -> print(status, out));
        return status.address() == null ? Emphatic.FAILED : Emphatic.DONE;
    }

    private void print(ClusterStatus status, PrintWriter out) {
        if (status.address() == null) {
            out.println("No cluster runs.");
            return;
        }
        out.println("A cluster runs at " + status.address() + ": "
                + Numbers.count(status.workers(), "TaskManager") + ", " + status.freeSlots() + " of "
                + Numbers.count(status.slots(), "slot") + " free, " + Numbers.count(status.jobs(), "job") + " running");
        out.println("Its configuration and logs are in " + directory);
    }
}
