package io.emphatic.cli;

import io.emphatic.logs.file.Checkpoint;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** How a pass over a log is saved and resumed. */
final class CheckpointOptions {
    @Option(names = "--checkpoint", paramLabel = "DIR", description = "Save at intervals; --resume continues there.")
    Path directory; // null for none

    @Option(
            names = "--every-rows",
            paramLabel = "ROWS",
            defaultValue = "100000",
            description = "How many rows there are between two checkpoints (default: ${DEFAULT-VALUE}).")
    long every;

    @Option(names = "--resume", description = "Continue from the checkpoint, if there is one.")
    boolean resume;

    /** Says so if the directory holds what an earlier run saved and this one does not continue from. */
    void warn(PrintWriter err) {
        if (directory != null && !resume && Checkpoint.isIn(directory)) {
            err.println("note: " + directory + " holds the checkpoint of an earlier run, which stays until this"
                    + " one writes its first\n  With --resume this run would continue from it.");
            err.flush();
        }
    }
}
