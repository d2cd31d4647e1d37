package io.emphatic.logs.scaleout;

import io.emphatic.logs.evaluating.EvaluationReport;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
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

    /** What is learned from what, and how it runs. Parallelism 0: all processors; cluster null: this process. */
    public record ScaleOutJob(
            Spec spec,
            LogSource source,
            boolean untilEnd,
            Path from,
            JobOutputs outputs,
            long tolerated,
            int parallelism,
            String cluster,
            Path checkpoint,
            Duration every,
            boolean resume,
            String version) {
        /** Where results go; null for those that are not wanted. */
        public record JobOutputs(Path models, Duration modelsEvery, Path model, String predictions, Path rejected) {
            public JobOutputs {
                if (modelsEvery != null && (modelsEvery.isNegative() || modelsEvery.isZero())) {
                    throw new IllegalArgumentException("the time between models is not positive: " + modelsEvery);
                }
            }
        }

        public ScaleOutJob {
            requireCounts(parallelism, tolerated);
            if (every.isNegative() || every.isZero()) {
                throw new IllegalArgumentException("the time between checkpoints is not positive: " + every);
            }
            if (outputs.modelsEvery() != null && (outputs.models() == null || checkpoint == null)) {
                throw new IllegalArgumentException(
                        "models are written at intervals with checkpoints: --models-every needs"
                                + " --models and --checkpoint");
            }
            if (resume && checkpoint == null) {
                throw new IllegalArgumentException(
                        "there is nothing to resume from: name the directory with --checkpoint");
            }
        }

        static void requireCounts(int parallelism, long tolerated) {
            if (parallelism < 0) {
                throw new IllegalArgumentException("the parallelism is not at least 1: " + parallelism);
            }
            if (tolerated < 0) {
                throw new IllegalArgumentException("the number of malformed lines is not at least 0: " + tolerated);
            }
        }
    }
}
