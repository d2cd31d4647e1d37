package io.emphatic.logs.scaleout;

import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.LogSource;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What is learned from what, and how it runs.
 *
 * @param source files, a directory, or {@code kafka://HOST:PORT/TOPIC}
 * @param untilEnd whether a topic is read to where it ends now; otherwise for ever
 * @param from models of each stream from which learning continues; null for none
 * @param outputs what is written
 * @param tolerated how many malformed lines may come
 * @param parallelism 0 for as many as there are processors
 * @param cluster HOST:PORT of a JobManager; null for this process
 * @param checkpoint the directory of checkpoints; null for none
 * @param every how often there is one
 * @param resume whether to resume from the last complete one
 * @param version of the program, for a model
 */
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

    /**
     * Where results go.
     *
     * @param models a file with a line per stream and prediction; null for none
     * @param modelsEvery how often it is written before the end, with a checkpoint; null for never
     * @param model the one model of all streams; null for none
     * @param predictions a directory of JSON lines, or {@code kafka://HOST:PORT/TOPIC}; null for none
     * @param rejected what was not learned from
     */
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
