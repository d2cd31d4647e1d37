package io.emphatic.cli;

import io.emphatic.logs.file.Checkpoint;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** How a pass over a log is saved and resumed. */
final class CheckpointOptions {
    @Option(
            names = "--checkpoint",
            paramLabel = "DIR",
            description = "Save now and then, to resume from when interrupted.")
    private Path checkpoint;

    @Option(
            names = "--every",
            paramLabel = "ROWS",
            defaultValue = "100000",
            description = "How many rows lie between two checkpoints (default: ${DEFAULT-VALUE}).")
    private long every;

    @Option(names = "--resume", description = "Go on from the checkpoint, if there is one.")
    private boolean resume;

    /** Null for none. */
    Path directory() {
        return checkpoint;
    }

    long every() {
        return every;
    }

    boolean resume() {
        return resume;
    }

    /** Says so if the directory holds what an earlier run saved and this one does not continue from. */
    void warn(PrintWriter err) {
        if (checkpoint != null && !resume && Checkpoint.isIn(checkpoint)) {
            err.println("note: " + checkpoint + " holds the checkpoint of an earlier run, which stays until this"
                    + " one writes its first\n  With --resume this run would continue from it.");
            err.flush();
        }
    }
}
