package io.emphatic.logs.scaleout;

import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Learns from many streams on an engine that keeps state, checkpoints and rescales. A service of the class path. */
public interface ScaleOut {
    /**
     * Refuses what the engine cannot run before anything starts, then runs until all rows have come.
     *
     * @param progress called every half second or so
     * @throws IllegalArgumentException if the spec, the log or an option cannot be used; the message says why
     * @throws IOException if the job failed
     */
    ScaleOutReport learn(ScaleOutJob job, Consumer<ScaleOutProgress> progress) throws IOException;

    /** The checkpoint from which a job would resume; null where there is none. */
    Path saved(ScaleOutJob job) throws IOException;

    /**
     * Evaluates policies on all streams at once: sums of ranges of streams, added in the order of the streams.
     *
     * @param progress called every half second or so, of each of several jobs
     * @throws IllegalArgumentException if the spec, the log or an option cannot be used; the message says why
     * @throws IOException if a job failed
     */
    EvaluationReport evaluate(ScaleOutEvaluation evaluation, Consumer<ScaleOutProgress> progress) throws IOException;

    /**
     * How far a job is. After a restart the counts begin anew at the last checkpoint.
     *
     * @param state in the engine's words: RUNNING, RESTARTING
     * @param rows read so far
     * @param lastCheckpoint the number of the last complete one; 0 for none
     * @param failures a sentence for each checkpoint that failed since the last call
     */
    public record ScaleOutProgress(
            String state,
            long rows,
            double rowsPerSecond,
            long streams,
            long lastCheckpoint,
            List<String> failures,
            int restarts) {}

    /**
     * What a job did.
     *
     * @param rows learned from
     * @param malformed lines that were not
     * @param late rows that were not, since their time went backwards within their stream
     * @param resumedFrom the checkpoint; null for none
     * @param models of all streams together; empty where each has its own
     */
    public record ScaleOutReport(
            String log,
            long rows,
            long malformed,
            long late,
            long streams,
            int restarts,
            double seconds,
            String resumedFrom,
            List<MergedModel> models) {

        /** One model from all streams. */
        public record MergedModel(String prediction, long steps, double[] weights) {}
    }

    /**
     * Which policies are evaluated on what, and how it runs.
     *
     * @param source files, a directory, or {@code kafka://HOST:PORT/TOPIC}, which is read to where it ends now
     * @param rejected for lines and rows that are left out
     * @param tolerated how many malformed lines may come
     * @param parallelism 0 for as many as there are processors
     * @param cluster HOST:PORT of a JobManager; null for this process
     * @param parts a directory for partial sums, which a cluster has to see; null for a temporary one
     */
    public record ScaleOutEvaluation(
            EvaluationSpec spec,
            LogSource source,
            Path rejected,
            long tolerated,
            int parallelism,
            String cluster,
            Path parts) {
        public ScaleOutEvaluation {
            ScaleOutJob.requireCounts(parallelism, tolerated);
        }
    }
}
