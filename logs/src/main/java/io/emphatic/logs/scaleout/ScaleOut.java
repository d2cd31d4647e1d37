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
    /** Refuses what cannot run, then runs until all rows have come; tells how far it is every half second. */
    ScaleOutReport learn(ScaleOutJob job, Consumer<ScaleOutProgress> progress) throws IOException;

    /** The checkpoint from which a job would resume; null where there is none. */
    Path saved(ScaleOutJob job) throws IOException;

    /** Evaluates policies on all streams at once; tells how far it is every half second. */
    EvaluationReport evaluate(ScaleOutEvaluation evaluation, Consumer<ScaleOutProgress> progress) throws IOException;

    /** How far a job is, with a sentence for each checkpoint that failed. After a restart counts begin anew. */
    public record ScaleOutProgress(
            String state,
            long rows,
            double rowsPerSecond,
            long streams,
            long lastCheckpoint,
            List<String> failures,
            int restarts) {}

    /** What a job did; {@code models} is empty where each stream has its own. */
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

        public record MergedModel(String prediction, long steps, double[] weights) {}
    }

    /** Which policies are evaluated on what. Parallelism 0: all processors; cluster null: this process. */
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
