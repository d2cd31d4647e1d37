package io.emphatic.cli;

import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.replay.TimedRows;
import io.emphatic.logs.replay.TimedRows.Extent;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSource;
import io.emphatic.serve.client.ServiceClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code emphatic replay log.csv --to URL …}. */
@Command(
        name = "replay",
        description = "Posts the rows of a log to a service in the order of their time, as if they happened now.",
        footer = {
            "%nRows that the service has are passed over: the same command again continues where it stopped. Rows of"
                    + " the same time are spread until the next.",
            "%nExample: emphatic replay log.csv --to http://127.0.0.1:8600 --speed 1000",
            "docs/serve.md shows what then happens. With --json: rows and streams of the log; accepted and duplicates, those"
                    + " that the service had."
        },
        sortOptions = false)
final class ReplayCommand extends Verb {
    @Parameters(arity = "1..*", paramLabel = "LOG", description = "Rows: CSV, Parquet, JSON lines; files or a glob.")
    private List<String> logs;

    @Option(names = "--to", paramLabel = "URL", required = true, description = "The service, as http://127.0.0.1:8600.")
    private String address;

    private URI to;

    @Option(
            names = "--speed",
            paramLabel = "X",
            defaultValue = "1",
            showDefaultValue = Visibility.ALWAYS,
            description = "How many times as fast as it happened.")
    private double speed;

    @Option(names = "--stream", paramLabel = "COLUMN", description = "The column of the stream (default: guessed).")
    private String stream;

    @Option(names = "--order", paramLabel = "COLUMN", description = "The time of a row (default: guessed).")
    private String order;

    @Option(
            names = "--unit",
            paramLabel = "UNIT",
            description =
                    "What 1 means in a column of times that are numbers: seconds, minutes, hours, days or weeks (default:"
                            + " what the column is called, or seconds).")
    private String unit;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A token, or the file of the service: its first token that may learn is used.")
    private Path tokenFile;

    @Mixin
    private final LogOptions reading = new LogOptions();

    @Override
    public Integer call() throws IOException {
        if (!(speed > 0) || Double.isInfinite(speed)) {
            throw usage("--speed is not a number above 0: " + speed);
        }
        to = typed(() -> URI.create(address));
        String token = tokenFile == null ? null : token(tokenFile);
        ServiceClient client = typed(() -> new ServiceClient(to, token, ServiceClient.PATIENCE));
        try (Log source = reading.open(LogSource.files(logs))) {
            TimedRows rows = TimedRows.of(source, stream, order, unit);
            requireService();
            Extent extent = rows.extent();
            announce(source.name(), rows, extent);
            try (TerminalProgress bar = TerminalProgress.of("replay", extent.rows())) {
                Replay replay = new Replay(rows, client, speed, bar::stepTo);
                replay.run();
                return print(
                        () -> document(source.name(), replay, extent),
                        out -> out.println("Posted "
                                + Numbers.count(replay.accepted()) + " rows to " + to + "; "
                                + Numbers.count(replay.known()) + " were there already."));
            }
        }
    }

    /** Later it may be gone for a while, but it must be there at the beginning. */
    private void requireService() throws IOException {
        try {
            new ServiceClient(to, null, Duration.ZERO).requireHealth();
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "\nStart one with `emphatic serve SPEC`.", e);
        }
    }

    private void announce(String log, TimedRows rows, Extent extent) {
        rows.withheld().forEach(column -> err().println("warning: the column " + column
                + " is not posted: rows of a service have another of this name"));
        if (!json()) {
            out().println(log + ": " + Numbers.count(extent.rows()) + " rows, " + Numbers.count(extent.streams())
                    + " streams (" + rows.keys() + "), "
                    + Numbers.duration(extent.seconds() / speed) + " at speed " + Numbers.significant(speed) + ".");
            out().flush();
        }
        err().flush();
    }

    private JsonObject document(String log, Replay replay, Extent extent) {
        return new JsonObject()
                .with("log", log)
                .with("to", to.toString())
                .with("rows", extent.rows())
                .with("streams", extent.streams())
                .with("accepted", replay.accepted())
                .with("duplicates", replay.known());
    }

    /** Lines are RIGHTS TOKEN, as a service has them, or a token alone. */
    private static String token(Path file) throws IOException {
        List<String[]> lines = SourceReader.text(file)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(line -> line.split("\\s+"))
                .toList();
        return lines.stream()
                .filter(words -> words.length == 1
                        || words.length == 2 && List.of(words[0].split(",")).contains("learn"))
                .map(words -> words[words.length - 1])
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(file + " has no token that may learn"));
    }
}
