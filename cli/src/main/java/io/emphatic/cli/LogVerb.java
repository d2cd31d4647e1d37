package io.emphatic.cli;

import io.emphatic.logs.file.Outputs;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** A command that reads a log and can write the predictions of each row to a file. */
abstract class LogVerb extends Verb {
    @Option(
            names = "--predictions",
            paramLabel = "FILE",
            order = Integer.MAX_VALUE - 1,
            description = "Where each row's predictions go: .csv or .parquet.")
    private Path predictions;

    /** Null if they are not wanted. */
    final Path predictions() {
        return typed(() -> {
            Outputs.requireTable(predictions);
            return predictions;
        });
    }
}
