package io.emphatic.logs.scaleout;

import io.emphatic.logs.evaluating.EvaluationReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Learns from many streams on an engine that keeps state, checkpoints and rescales. A service of the class path. */
public interface ScaleOut {
    /**
     * Refuses what the engine cannot run before anything starts, then runs until all rows have come.
     *
     * @param progress told every half second or so
     * @throws IllegalArgumentException if the spec, the log or an option cannot be used; the message says why
     * @throws IOException if the job failed
     */
    ScaleOutReport learn(ScaleOutJob job, Consumer<ScaleOutProgress> progress) throws IOException;

    /** The checkpoint that a job which resumes would go on from; null where there is none. */
    Path saved(ScaleOutJob job) throws IOException;

    /**
     * Evaluates policies on all streams at once: sums of ranges of streams, added in the order of the streams.
     *
     * @param progress told every half second or so, of each of several jobs
     * @throws IllegalArgumentException if the spec, the log or an option cannot be used; the message says why
     * @throws IOException if a job failed
     */
    EvaluationReport evaluate(ScaleOutEvaluation evaluation, Consumer<ScaleOutProgress> progress) throws IOException;

    /** Starts a cluster of processes on this machine, and waits until all are there. */
    ClusterStatus startCluster(Path directory, ClusterSize size) throws IOException;

    /** Stops the cluster of a directory; false if there is none. */
    boolean stopCluster(Path directory) throws IOException;

    /** What runs of the cluster of a directory. */
    ClusterStatus cluster(Path directory) throws IOException;

    /**
     * How large a cluster is.
     *
     * @param port of the JobManager's REST interface; 0 for any
     * @param workers how many TaskManagers
     * @param slots of each
     * @param heapMegabytes of each, for learners
     */
    record ClusterSize(int port, int workers, int slots, int heapMegabytes) {
        public ClusterSize {
            if (workers < 1 || slots < 1) {
                throw new IllegalArgumentException(
                        "a cluster has at least one TaskManager with one slot: " + workers + " with " + slots);
            }
            if (heapMegabytes < 64) {
                throw new IllegalArgumentException(
                        "a TaskManager needs a heap of at least 64 MB: " + heapMegabytes + " MB");
            }
        }
    }

    /**
     * @param address of the REST interface, HOST:PORT; null if no cluster runs
     * @param workers how many TaskManagers are registered
     * @param jobs how many run
     */
    record ClusterStatus(String address, int workers, int slots, int freeSlots, int jobs) {}
}
