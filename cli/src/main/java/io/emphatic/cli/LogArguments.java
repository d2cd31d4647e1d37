package io.emphatic.cli;

import io.emphatic.logs.sql.CsvDialect;
import io.emphatic.logs.sql.LogSource;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** LOG and {@code --spec}: a log with flags, a spec that names its log, or a spec beside a log. */
final class LogArguments {
    @Parameters(
            arity = "0..*",
            paramLabel = "LOG",
            description = "The log, or its files; - for standard input; or a spec, if it ends in .yaml or .yml.")
    private List<String> logs = List.of();

    @Option(names = "--spec", paramLabel = "FILE", description = "What is asked, in YAML, instead of the flags below.")
    private Path specFile;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private boolean isPositionalSpec() {
        boolean named = logs.stream().anyMatch(log -> log.matches("(?i).*\\.ya?ml"));
        if (named && logs.size() > 1) {
            throw usage("a spec is given alone, or as --spec beside the files of a log: " + String.join(" ", logs));
        }
        return named;
    }

    /** Null when there are flags instead. */
    Path specPath() {
        return isPositionalSpec() ? Path.of(logs.get(0)) : specFile;
    }

    LogSource requireLog() throws IOException {
        if (logs.isEmpty()) {
            throw usage("Missing required parameter: LOG");
        }
        requireThere();
        return logs.equals(List.of("-")) ? standardInput() : LogSource.files(logs);
    }

    /** Before anything is asked about them. */
    void requireThere() throws IOException {
        for (String log : logs) {
            if (!log.matches("-|(?s)(~|file:).*|.*([*?\\[]|://).*") && Files.notExists(Path.of(log))) {
                throw new IOException("there is no log " + log);
            }
        }
    }

    /** Kept in a file meanwhile, because a log is read more than once. */
    private LogSource standardInput() {
        try (BufferedInputStream in = new BufferedInputStream(System.in)) {
            in.mark(1);
            int first = in.read();
            if (first < 0) {
                throw usage("standard input is empty");
            }
            Path file = Files.createTempFile("emphatic-", first == '{' ? ".jsonl" : ".csv");
            file.toFile().deleteOnExit();
            in.reset();
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            return new LogSource(LogSource.STANDARD_INPUT, List.of(file.toString()), null, null, CsvDialect.DETECTED);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The log beside a spec, otherwise the one that the spec names, which may be null. */
    LogSource beside(LogSource ofSpec) throws IOException {
        if (!logs.isEmpty() && !isPositionalSpec()) {
            LogSource given = requireLog();
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
        return ((Verb) command.userObject()).usage(message);
    }
}
