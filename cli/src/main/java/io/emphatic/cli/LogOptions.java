package io.emphatic.cli;

import io.emphatic.logs.sql.CsvDialect;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSettings;
import io.emphatic.logs.sql.LogSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What reading a log may use, and how its CSV files are written: flags of every command that reads one. */
final class LogOptions {
    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "What sorting may use beside the Java heap (default: 1GB, at least 64MB).")
    private String memory;

    @Option(names = "--threads", paramLabel = "N", description = "How many threads work (default: by the processors).")
    private Integer threads;

    @Option(names = "--temp-dir", paramLabel = "DIR", description = "Where sorting spills (default: the system's own).")
    private Path temporary;

    @Option(names = "--csv-delimiter", paramLabel = "CHAR", description = "What separates values (default: detected).")
    private String delimiter;

    @Option(names = "--csv-quote", paramLabel = "CHAR", description = "What quotes values (default: detected).")
    private String quote;

    @Option(names = "--csv-null", paramLabel = "TEXT", description = "The text that means NULL, beside an empty value.")
    private String nullText;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    Log open(LogSource source) throws IOException {
        return Log.open(written(source), settings());
    }

    /** A log whose CSV files are written as these options say. */
    LogSource written(LogSource source) {
        return source.withCsv(csv());
    }

    CsvDialect csv() {
        return verb().typed(() -> new CsvDialect("\\t".equals(delimiter) ? "\t" : delimiter, quote, nullText));
    }

    LogSettings settings() {
        if (threads != null && threads < 1) {
            throw verb().usage("the number of threads is not at least 1: " + threads);
        }
        if (temporary != null && !Files.isDirectory(temporary)) {
            throw verb().usage(
                            "there is no directory " + temporary + " for what does not fit into memory (--temp-dir)");
        }
        LogSettings usual = LogSettings.byDefault();
        return verb().typed(() -> new LogSettings(
                memory == null ? usual.memory() : memory,
                threads == null ? usual.threads() : threads,
                temporary == null ? usual.temporary() : temporary));
    }

    private Verb verb() {
        return (Verb) command.userObject();
    }
}
