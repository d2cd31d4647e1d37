package io.emphatic.cli;

import io.emphatic.logs.file.Outputs;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Where the predictions of each row go, and how the rest is printed. */
final class RowOptions {
    @Option(
            names = "--predictions",
            paramLabel = "FILE",
            description = "Where each row's predictions go: .csv or .parquet.")
    private Path predictions;

    @Option(names = "--json", description = "Print one JSON document instead.")
    private boolean json;

    @Spec(Target.MIXEE)
    private CommandSpec command;

    /** Null if nobody wants them. */
    Path predictions() {
        try {
            Outputs.requireTable(predictions);
            return predictions;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage());
        }
    }

    boolean json() {
        return json;
    }
}
