package io.emphatic.cli;

import io.emphatic.logs.sql.LogSource;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** LOG and {@code --spec}: a log with flags, a spec that names its log, or a spec beside a log. */
final class LogArguments {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "LOG",
            description = "The log; or a spec, if it ends in .yaml or .yml.")
    private String log;

    @Option(names = "--spec", paramLabel = "FILE", description = "What is asked, in YAML, instead of the flags below.")
    private Path specFile;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private boolean isPositionalSpec() {
        return log != null && log.matches("(?i).*\\.ya?ml");
    }

    /** Null when there are flags instead. */
    Path specPath() {
        return isPositionalSpec() ? Path.of(log) : specFile;
    }

    String requireLog() {
        if (log == null) {
            throw usage("Missing required parameter: LOG");
        }
        return log;
    }

    /** The log beside a spec, otherwise the one that the spec names, which may be null. */
    LogSource beside(LogSource ofSpec) {
        if (log != null && !isPositionalSpec()) {
            LogSource given = LogSource.files(log);
            return ofSpec == null ? given : given.withCsv(ofSpec.csv());
        }
        if (ofSpec == null) {
            throw usage("there is no log: name it in the spec (log: FILE), or as LOG beside --spec");
        }
        return ofSpec;
    }

    /** Refuses a flag that says what the spec says. */
    ParameterException inSpec(String flag) {
        return usage(flag + " belongs into the spec " + specPath() + ": give flags or a spec, not both");
    }

    private ParameterException usage(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
