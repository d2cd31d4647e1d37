package io.emphatic.cli;

import io.emphatic.documents.json.JsonObject;
import io.emphatic.documents.source.SourceReader;
import io.emphatic.documents.text.Numbers;
import io.emphatic.serve.http.Access;
import io.emphatic.serve.http.ServiceServer;
import io.emphatic.serve.service.DataDirectory;
import io.emphatic.serve.service.PredictionService;
import io.emphatic.serve.service.ServiceSettings;
import io.emphatic.serve.service.ServiceView;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code emphatic serve spec.yaml …}. */
@Command(
        name = "serve",
        description =
                "Learns while the data flows: steps go in over HTTP, predictions come out, nothing acknowledged is"
                        + " lost.",
        footer = {
            "%nThe page is at http://127.0.0.1:8600/, the interface at /openapi.json.",
            "%nExample: emphatic serve spec.yaml --data live-data",
            "docs/serve.md says how to post rows and how to run it. With --json the document has url, port and rows."
        },
        sortOptions = false)
final class ServeCommand extends Verb {
    private static final int LARGEST_PORT = 65_535;

    @Parameters(paramLabel = "SPEC", description = "What to predict, in YAML: that of `emphatic learn`.")
    private Path spec;

    @Option(
            names = "--port",
            defaultValue = "8600",
            showDefaultValue = Visibility.ALWAYS,
            description = "Where to listen; 0 for any port that is free.")
    private int port;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            showDefaultValue = Visibility.ALWAYS,
            description = "The address to listen to. Any but this machine's own needs --token-file.")
    private String host;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Where log and snapshots are (default: SPEC-data, here).")
    private Path data;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "Who may do what: lines RIGHTS TOKEN, rights being read, learn and admin with commas between.")
    private Path tokens;

    @Option(
            names = "--delete-old-segments",
            description = "Delete segments of the log that are older than the last snapshots; without, all are kept.")
    private boolean deletesSegments;

    @Option(
            names = "--leave-out-change",
            paramLabel = "LINE",
            description = "Continue without a change of predictions that cannot be made: its line in changes.jsonl.")
    private Set<Integer> leftOut = Set.of();

    @Option(
            names = "--forget-after",
            paramLabel = "TIME",
            description = "Forget streams without a row for this time, as 12h or 30d; a late row is refused then."
                    + " Without this all streams are kept in memory.")
    private String forgetAfter;

    @Option(
            names = "--until",
            paramLabel = "ROW",
            description =
                    "Go back to before this row of the log, counted from 0, and end: what is behind it is moved to"
                            + " set-aside in the data directory. Start without this option then.")
    private Long until;

    @Override
    public Integer call() throws IOException {
        if (port < 0 || port > LARGEST_PORT) {
            throw usage("--port is not in the interval [0, " + LARGEST_PORT + "]: " + port);
        }
        Access access = tokens == null ? Access.ofThisMachine() : Access.read(tokens);
        if (!access.hasTokens() && !InetAddress.getByName(host).isLoopbackAddress()) {
            throw usage("--host " + host + " lets other machines in: say who may do what with --token-file");
        }
        if (!Files.isRegularFile(spec)) {
            throw new IOException("there is no file " + spec + " that describes a spec");
        }
        if (until == null) {
            requireFreePort();
        } else if (!Files.isDirectory(dataDirectory())) {
            throw new IOException("there is no directory " + dataDirectory() + " to go back in: give --data");
        }
        String text = SourceReader.text(spec);
        ServiceSettings settings = new ServiceSettings(
                spec.toString(),
                text,
                Emphatic.version(),
                deletesSegments,
                ServiceSettings.SEGMENT_BYTES,
                leftOut.stream().map(line -> line - 1).collect(Collectors.toSet()),
                forgetAfter == null ? null : duration(forgetAfter));
        try (DataDirectory directory = DataDirectory.open(dataDirectory(), spec.toString(), text)) {
            if (until != null) {
                goBack(directory);
                return Emphatic.DONE;
            }
            PredictionService service = PredictionService.open(directory.storage(), settings, err()::println);
            serve(directory, service, access);
        }
        return Emphatic.DONE;
    }

    /** {@code 90m}, {@code 12h} or {@code 30d}. */
    private Duration duration(String text) {
        Matcher matcher = Pattern.compile("([1-9][0-9]{0,6})([mhd])").matcher(text);
        if (!matcher.matches()) {
            throw usage("--forget-after is a time such as 90m, 12h or 30d, not " + text);
        }
        String days = matcher.group(2).equals("d") ? "P%sD" : "PT%s" + matcher.group(2);
        return Duration.parse(days.formatted(matcher.group(1)));
    }

    private void goBack(DataDirectory directory) throws IOException {
        long rows = directory.goBackTo(until);
        print(
                () -> new JsonObject().with("set_aside", rows).with("rows", until),
                out -> out.println("Set aside " + Numbers.count(rows, "row") + " from row " + Numbers.count(until)
                        + " on, in " + dataDirectory().resolve("set-aside")
                        + ". Start without --until: the service expects the rows after those that are left."));
    }

    /** Before anything is written: a mistyped command leaves nothing behind. */
    private void requireFreePort() throws IOException {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(host, port));
        } catch (IOException e) {
            throw taken(e);
        }
    }

    private IOException taken(Exception cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new IOException(
                "port " + port + " of " + host + " cannot be listened to: " + root.getMessage()
                        + (root instanceof BindException ? "\nGive another --port; 0 takes any that is free." : ""),
                cause);
    }

    private Path dataDirectory() {
        String name = spec.getFileName().toString().replaceFirst("\\.[A-Za-z]+$", "");
        return data == null ? Path.of(name + "-data") : data;
    }

    /** Until the program is asked to end; what waits is answered then, and a snapshot written. */
    private void serve(DataDirectory directory, PredictionService service, Access access) throws IOException {
        CountDownLatch ended = new CountDownLatch(1);
        try (ServiceServer server = start(service, access)) {
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> end(directory, server, service, ended), "emphatic-end"));
            long rows = service.ask(ServiceView::rows);
            String url = "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + server.port() + "/";
            print(
                    () -> new JsonObject()
                            .with("url", url)
                            .with("port", server.port())
                            .with("rows", rows),
                    out -> out.println("Serving " + spec + " at " + url + ", with what was learned from "
                            + Numbers.count(rows) + " rows. Data: " + dataDirectory() + ". Ctrl-C ends it."));
            out().flush();
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ServiceServer start(PredictionService service, Access access) throws IOException {
        try {
            return ServiceServer.start(service, access, host, port, err()::println);
        } catch (RuntimeException e) {
            service.close();
            throw taken(e);
        }
    }

    private void end(DataDirectory directory, ServiceServer server, PredictionService service, CountDownLatch ended) {
        try {
            server.close();
            service.close();
            directory.close();
            print(
                    () -> new JsonObject().with("stopped", true).with("rows", service.rows()),
                    out -> out.println("Stopped. " + Numbers.count(service.rows(), "row") + " on disk in "
                            + dataDirectory() + learned(service)));
            out().flush();
        } catch (IOException e) {
            err().println("the last snapshot could not be written, which makes the next start slower: "
                    + e.getMessage());
        }
        ended.countDown();
    }

    private static String learned(PredictionService service) {
        return service.failure() == null
                ? ": the next start continues from here."
                : ". The service had failed, so that the last of them may not be learned from: the next start does so.";
    }
}
