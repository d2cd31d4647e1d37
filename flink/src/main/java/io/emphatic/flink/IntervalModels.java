package io.emphatic.flink;

import io.emphatic.logs.scaleout.ScaleOutJob.JobOutputs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The models of all streams as they were at a checkpoint, while the job goes on. */
final class IntervalModels {
    private final Path parts;
    private final Path models; // null for none
    private long written;

    IntervalModels(Path parts, JobOutputs outputs) {
        this.parts = parts;
        this.models = outputs.modelsEvery() == null ? null : outputs.models();
    }

    /** @param checkpoint the last complete one: every task has written its models */
    void write(long checkpoint) {
        Path complete = LearningFiles.at(parts, checkpoint);
        if (models == null || checkpoint <= written || !Files.isDirectory(complete)) {
            return;
        }
        try {
            ModelParts.merge(complete, models);
            written = checkpoint;
            clear();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes what is not needed any more. */
    void clear() throws IOException {
        if (!Files.isDirectory(parts)) {
            return;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(parts, "checkpoint-*")) {
            for (Path old : found) {
                long number = Long.parseLong(old.getFileName().toString().substring("checkpoint-".length()));
                if (number <= written) {
                    WorkingDirectory.delete(old);
                }
            }
        }
    }
}
