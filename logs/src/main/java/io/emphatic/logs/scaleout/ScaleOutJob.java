package io.emphatic.logs.scaleout;

import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.LogSource;
import java.nio.file.Path;
import java.time.Duration;

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
            throw new IllegalArgumentException("models are written at intervals with checkpoints: --models-every needs"
                    + " --models and --checkpoint");
        }
        if (resume && checkpoint == null) {
            throw new IllegalArgumentException("there is nothing to resume from: name the directory with --checkpoint");
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
