package io.emphatic.flink.state;

import io.emphatic.logs.scaleout.ScaleOutJob;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The files of learners.
 *
 * @param from models of each stream to continue from; null for none
 * @param parts the directory for what each key group has learned
 * @param every with each checkpoint whose number is a multiple of this, models are written; 0 for none
 */
public record LearningFiles(String from, String parts, int every) implements Serializable {
    public static LearningFiles of(ScaleOutJob job, Path parts) {
        Duration wanted = job.outputs().modelsEvery();
        long multiple = wanted == null
                ? 0
                : Math.max(
                        1, Math.round((double) wanted.toMillis() / job.every().toMillis()));
        String from = job.from() == null ? null : job.from().toAbsolutePath().toString();
        return new LearningFiles(from, parts.toString(), (int) multiple);
    }

    /** For what has been learned at the end. */
    public Path end() {
        return Path.of(parts);
    }

    /** For what had been learned at a checkpoint. */
    public static Path at(Path parts, long checkpoint) {
        return parts.resolve("checkpoint-" + checkpoint);
    }

    /** Null for a checkpoint with which no models are written. */
    public Path at(long checkpoint) {
        return every == 0 || checkpoint % every != 0 ? null : at(end(), checkpoint);
    }
}
