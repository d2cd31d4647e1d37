package io.emphatic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.emphatic.logs.replay.TimedRows;
import io.emphatic.logs.sql.Log;
import io.emphatic.serve.client.ServiceClient;
import io.emphatic.serve.client.StepRow;
import io.emphatic.serve.http.Access;
import io.emphatic.serve.http.ServiceServer;
import io.emphatic.serve.service.PredictionService;
import io.emphatic.serve.service.ServiceSettings;
import io.emphatic.serve.storage.DiskStorage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs replayed to a service. */
class ReplayCommandTest {
    private static final String PUMPS = "../examples/pumps/pumps.csv";
    private static final String AT_ONCE = "1e12";

    @TempDir
    private Path directory;

    private PredictionService service;
    private ServiceServer server;

    @BeforeEach
    void start() throws IOException {
        start(Access.ofThisMachine());
    }

    private void start(Access access) throws IOException {
        Path spec = Path.of("../examples/pumps/live.yaml");
        ServiceSettings settings = new ServiceSettings(
                spec.toString(), Files.readString(spec), "0", false, ServiceSettings.SEGMENT_BYTES, Set.of(), null);
        service = PredictionService.open(new DiskStorage(directory.resolve("data")), settings, System.out::println);
        server = ServiceServer.start(service, access, "127.0.0.1", 0, System.out::println);
    }

    @AfterEach
    void end() throws IOException {
        server.close();
        service.close();
    }

    private String address() {
        return "http://127.0.0.1:" + server.port();
    }

    @Test
    void everyRowOfTheExampleArrivesOnce() throws IOException {
        Run first = Run.emphatic("replay", PUMPS, "--to", address(), "--speed", AT_ONCE);
        ServiceClient client = new ServiceClient(URI.create(address()));
        List<Double> weights = client.prediction("careful").weights();
        Run again = Run.emphatic("replay", PUMPS, "--to", address(), "--speed", AT_ONCE);

        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out())
                .contains("1,678 rows, 40 streams (streams by pump, in the order of hour)")
                .endsWith("Posted 1,678 rows to " + address() + "; 0 were there already.\n");
        assertThat(again.out()).endsWith("Posted 0 rows to " + address() + "; 1,678 were there already.\n");
        assertThat(client.prediction("careful").steps()).isEqualTo(1648);
        assertThat(client.prediction("careful").weights()).isEqualTo(weights).hasSize(6);
        assertThat(client.predictions()).allSatisfy(one -> assertThat(
                        one.diagnostics().at("/settled/count").asLong())
                .isPositive());
    }

    @Test
    void aReplayGoesOnWhereTheServiceIs() throws IOException {
        Path half = directory.resolve("half.csv");
        Files.write(half, Files.readAllLines(Path.of(PUMPS)).subList(0, 100));
        Run.emphatic("replay", half.toString(), "--to", address(), "--speed", AT_ONCE);
        Run rest = Run.emphatic("replay", PUMPS, "--to", address(), "--speed", AT_ONCE, "--json");

        JsonNode document = new ObjectMapper().readTree(rest.out());
        assertThat(document.get("rows").asLong()).isEqualTo(1678);
        assertThat(document.get("streams").asLong()).isEqualTo(40);
        assertThat(document.get("accepted").asLong()).isEqualTo(1579);
        assertThat(document.get("duplicates").asLong()).isEqualTo(99);
    }

    @Test
    void rowsWaitForTheirTime() throws IOException {
        StringBuilder text =
                new StringBuilder(Files.readAllLines(Path.of(PUMPS)).get(0) + "\n");
        for (int k = 0; k < 5; k++) {
            text.append("P00,").append(k).append(",coast,44.6,0.1,run,0.8,0.9,1,false,false\n");
        }
        Path file = Files.writeString(directory.resolve("log.csv"), text);
        HandClock clock = new HandClock();
        ServiceClient client = new ServiceClient(URI.create(address()));
        try (Log log = Log.open(file.toString())) {
            TimedRows rows = TimedRows.of(log, null, null, null); // one stream, whose time is guessed
            clock.replay(rows, client).run();
        }
        // An hour is 100 ms, and rows are posted when the next one is not yet due.
        assertThat(clock.sleeps).containsExactly(100L, 100L, 100L, 100L);
        assertThat(clock.postedAt).containsExactly(0L, 100L, 200L, 300L, 400L);
        assertThat(client.nextSeq("P00")).hasValue(5);
    }

    /** Time that passes only while somebody sleeps; in milliseconds what was slept. */
    private static final class HandClock {
        private final List<Long> sleeps = new ArrayList<>();
        private final List<Long> postedAt = new ArrayList<>();
        private long nanos;

        Replay replay(TimedRows rows, ServiceClient client) {
            return new Replay(rows, client, 36_000, done -> postedAt.add(Math.round(nanos / 1e6))) {
                @Override
                long nanos() {
                    return nanos;
                }

                @Override
                void sleepFor(long wanted) {
                    sleeps.add(Math.round(wanted / 1e6));
                    nanos += wanted;
                }
            };
        }
    }

    /** Answers as a service does that said it had two rows of a stream, and then has none. */
    private HttpServer forgetful(List<String> posts, boolean forGood) throws IOException {
        HttpServer fake = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        fake.createContext("/health", exchange -> answer(exchange, 200, "{\"status\":\"ok\"}"));
        fake.createContext("/v1/streams/a", exchange -> {
            boolean has = forGood || posts.isEmpty();
            answer(exchange, has ? 200 : 404, has ? "{\"stream\":\"a\",\"next_seq\":2}" : "{\"status\":404}");
        });
        fake.createContext("/v1/steps", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            posts.add(body);
            boolean isGap = !body.contains("\"seq\":0");
            answer(
                    exchange,
                    isGap ? 409 : 200,
                    isGap
                            ? "{\"title\":\"A seq is missing\",\"detail\":\"stream a: the next seq is 0\",\"stream\":\"a\",\"expected\":0}"
                            : "{\"accepted\":" + body.lines().count() + ",\"duplicates\":0,\"predictions\":[]}");
        });
        fake.start();
        return fake;
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Test
    void aReplayGoesBackToWhereAServiceIsThatHasFewerRowsThanItSaid() throws IOException {
        Path log = Files.writeString(directory.resolve("log.csv"), "name,t,x\na,0,1.5\na,1,2.5\na,2,3.5\na,3,4.5\n");
        List<String> posts = new ArrayList<>();
        HttpServer fake = forgetful(posts, false);
        try {
            Run run = Run.emphatic(replayOf(log, fake));
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).contains("Posted 4 rows");
            assertThat(posts).hasSize(2);
            assertThat(posts.get(0)).contains("\"seq\":2", "\"seq\":3").doesNotContain("\"seq\":0");
            assertThat(posts.get(1)).contains("\"seq\":0", "\"seq\":1", "\"seq\":2", "\"seq\":3");
        } finally {
            fake.stop(0);
        }
    }

    @Test
    void aReplayThatFindsTheSameGapAgainEndsWithTheWordsOfTheService() throws IOException {
        Path log = Files.writeString(directory.resolve("log.csv"), "name,t,x\na,0,1.5\na,1,2.5\na,2,3.5\n");
        List<String> posts = new ArrayList<>();
        HttpServer fake = forgetful(posts, true);
        try {
            Run run = Run.emphatic(replayOf(log, fake));
            assertThat(run.code()).isEqualTo(Emphatic.FAILED);
            assertThat(run.err()).contains("A seq is missing: stream a: the next seq is 0");
            assertThat(posts).hasSize(2);
        } finally {
            fake.stop(0);
        }
    }

    private static String[] replayOf(Path log, HttpServer fake) {
        String url = "http://127.0.0.1:" + fake.getAddress().getPort();
        return new String[] {
            "replay", log.toString(), "--to", url, "--speed", AT_ONCE, "--stream", "name", "--order", "t"
        };
    }

    @Test
    void aTokenThatMayLearnIsTakenFromTheFileOfTheService() throws IOException {
        end();
        Path tokens = Files.writeString(
                directory.resolve("tokens"),
                "# who may do what\nread aaaaaaaaaaaaaaaaaaaa\nlearn bbbbbbbbbbbbbbbbbbbb\n");
        start(Access.read(tokens));
        Run run =
                Run.emphatic("replay", PUMPS, "--to", address(), "--speed", AT_ONCE, "--token-file", tokens.toString());
        Run again =
                Run.emphatic("replay", PUMPS, "--to", address(), "--speed", AT_ONCE, "--token-file", tokens.toString());
        Run without = Run.emphatic("replay", PUMPS, "--to", address(), "--speed", AT_ONCE);

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(again.out()).endsWith("Posted 0 rows to " + address() + "; 1,678 were there already.\n");
        assertThat(without.code()).isEqualTo(1);
        assertThat(without.err()).contains("a token is needed");
    }

    @Test
    void rowsThatTheServiceRefusesEndTheReplayWithItsWords() throws IOException {
        Path log = Files.writeString(directory.resolve("log.csv"), "pump,hour,site\nP 1,0,coast\nP 1,1,coast\n");
        Run run = Run.emphatic("replay", log.toString(), "--to", address(), "--stream", "pump", "--order", "hour");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("stream").doesNotContain("at io.emphatic");
    }

    @Test
    void aStreamThatTheServiceKnowsFromElsewhereIsPassedOver() throws IOException {
        ServiceClient client = new ServiceClient(URI.create(address()));
        client.post(List.of(new StepRow(
                "P00",
                1000,
                Map.ofEntries(
                        Map.entry("pump", "P00"),
                        Map.entry("hour", 1000),
                        Map.entry("site", "coast"),
                        Map.entry("temperature", 50),
                        Map.entry("vibration", 0.1),
                        Map.entry("mu", 0.5),
                        Map.entry("pi_careful", 0.5),
                        Map.entry("water", 1),
                        Map.entry("terminated", false),
                        Map.entry("truncated", false)))));
        Run run = Run.emphatic("replay", PUMPS, "--to", address(), "--speed", AT_ONCE);

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(client.nextSeq("P00")).hasValue(1001);
    }

    @Test
    void whatIsWrongIsTold() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        Run nobody = Run.emphatic("replay", PUMPS, "--to", "http://127.0.0.1:" + free);
        Run still = Run.emphatic("replay", PUMPS, "--to", address(), "--speed", "0");
        Run address = Run.emphatic("replay", PUMPS, "--to", "localhost:8600");
        Run missing = Run.emphatic("replay", "nothing.csv", "--to", address());

        assertThat(nobody.code()).isEqualTo(1);
        assertThat(nobody.err()).contains("no service answers at").contains("Start one with `emphatic serve SPEC`.");
        assertThat(still.code()).isEqualTo(2);
        assertThat(still.err()).contains("--speed is not a number above 0");
        assertThat(address.code()).isEqualTo(2);
        assertThat(address.err()).contains("http://127.0.0.1:8600");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err()).contains("there is no log nothing.csv");
    }
}
