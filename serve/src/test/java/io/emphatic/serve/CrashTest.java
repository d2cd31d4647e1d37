package io.emphatic.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.learning.LearningReport;
import io.emphatic.logs.spec.SpecReader;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.LogSource;
import io.emphatic.serve.http.Access;
import io.emphatic.serve.http.ServiceServer;
import io.emphatic.serve.service.PredictionService;
import io.emphatic.serve.service.ServiceSettings;
import io.emphatic.serve.service.ServiceView;
import io.emphatic.serve.service.StepParser;
import io.emphatic.serve.service.Steps;
import io.emphatic.serve.storage.DiskStorage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that is killed at random moments, as by a loss of power of its process: nothing acknowledged is lost,
 * nothing is learned twice, and the weights are those of never having stopped. {@code -Dcrashes=200} for the long
 * version.
 */
@Tag("slow")
class CrashTest {
    private static final int CRASHES = Integer.getInteger("crashes", 4);
    private static final int ROWS_PER_CRASH = 1500;
    private static final long SEGMENT = 200_000;

    private final ObjectMapper json = new ObjectMapper();
    private final HttpClient client = HttpClient.newHttpClient();
    private final SplittableRandom random = new SplittableRandom(16);
    private final SplittableRandom sizes = new SplittableRandom(18);
    private volatile int acknowledged; // rows
    private volatile boolean inFlight;
    private volatile boolean isDown;

    /** Serves the directory of its argument until it is killed. */
    public static final class Server {
        private Server() {}

        public static void main(String[] arguments) throws IOException {
            ServiceSettings settings =
                    new ServiceSettings("spec.yaml", Steps.SPEC, "0", false, SEGMENT, Set.of(), null);
            PredictionService service =
                    PredictionService.open(new DiskStorage(Path.of(arguments[0])), settings, System.err::println);
            ServiceServer server =
                    ServiceServer.start(service, Access.ofThisMachine(), "127.0.0.1", 0, System.err::println);
            System.out.println(server.port());
        }
    }

    @Test
    void nothingAcknowledgedIsLostOrLearnedTwiceWhenAServerIsKilled(@TempDir Path directory) throws Exception {
        List<String> rows = Steps.rows(ROWS_PER_CRASH * (CRASHES + 1), 17);
        int withWrite = 0;
        for (int crash = 0; crash < CRASHES; crash++) {
            withWrite += crash(directory, rows, ROWS_PER_CRASH * (crash + 1)) ? 1 : 0;
        }
        assertThat(withWrite).isGreaterThanOrEqualTo((3 * CRASHES + 9) / 10);
        finish(directory, rows);
        Map<String, List<Double>> learned = whole(directory.resolve("uninterrupted"), rows);
        assertThat(recovered(directory)).isEqualTo(learned);
        assertThat(asLogged(directory)).isEqualTo(learned);
    }

    /** Posts until the server is killed; returns whether a post was under way then. */
    private boolean crash(Path directory, List<String> rows, int until) throws Exception {
        Process process = start(directory);
        int port = port(process);
        assertNothingLost(port, rows);
        isDown = false;
        Thread poster = new Thread(() -> postUntilDown(port, rows, until));
        poster.start();
        long begun = acknowledged;
        while (acknowledged == begun && poster.isAlive()) {
            Thread.sleep(1); // the first post shows that it works
        }
        Thread.sleep(random.nextInt(300));
        boolean wasInFlight = inFlight;
        process.destroyForcibly().waitFor();
        isDown = true;
        poster.join();
        return wasInFlight;
    }

    private static Process start(Path directory) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Server.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static int port(Process process) throws IOException {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        return Integer.parseInt(out.readLine());
    }

    private void assertNothingLost(int port, List<String> rows) throws Exception {
        Map<String, Integer> counts = new HashMap<>();
        for (String row : rows.subList(0, acknowledged)) {
            counts.merge(json.readTree(row).get("stream").textValue(), 1, Integer::sum);
        }
        for (Map.Entry<String, Integer> stream : counts.entrySet()) {
            JsonNode known = json.readTree(get(port, "/v1/streams/" + stream.getKey()));
            assertThat(known.path("next_seq").intValue()).isGreaterThanOrEqualTo(stream.getValue());
        }
    }

    private String get(int port, String path) throws Exception {
        URI address = URI.create("http://127.0.0.1:" + port + path);
        return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                .body();
    }

    private void postUntilDown(int port, List<String> rows, int until) {
        try {
            while (!isDown) {
                int most = acknowledged < until ? 40 : 1; // so that there is enough for all crashes
                int to = Math.min(rows.size(), acknowledged + 1 + sizes.nextInt(most));
                post(port, rows.subList(acknowledged, to));
                acknowledged = to;
            }
        } catch (IOException e) {
            // it is down
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void post(int port, List<String> some) throws IOException, InterruptedException {
        inFlight = true;
        URI address = URI.create("http://127.0.0.1:" + port + "/v1/steps");
        HttpRequest request = HttpRequest.newBuilder(address)
                .POST(BodyPublishers.ofByteArray(Steps.body(some)))
                .build();
        int status = client.send(request, BodyHandlers.ofString()).statusCode();
        assertThat(status).isEqualTo(200);
        inFlight = false;
    }

    /** The rest, without a crash until all is there; then once more. */
    private void finish(Path directory, List<String> rows) throws Exception {
        Process process = start(directory);
        int port = port(process);
        assertNothingLost(port, rows);
        for (int from = acknowledged; from < rows.size(); from += 500) {
            post(port, rows.subList(from, Math.min(rows.size(), from + 500)));
        }
        process.destroyForcibly().waitFor();
    }

    private static Map<String, List<Double>> recovered(Path directory) throws IOException {
        ServiceSettings settings = new ServiceSettings("spec.yaml", Steps.SPEC, "0", false, SEGMENT, Set.of(), null);
        try (PredictionService service = PredictionService.open(new DiskStorage(directory), settings, text -> {})) {
            return weights(service);
        }
    }

    private static Map<String, List<Double>> whole(Path directory, List<String> rows) throws IOException {
        ServiceSettings settings = new ServiceSettings("spec.yaml", Steps.SPEC, "0", false, SEGMENT, Set.of(), null);
        try (PredictionService service = PredictionService.open(new DiskStorage(directory), settings, text -> {})) {
            for (int from = 0; from < rows.size(); from += 1000) {
                byte[] body = Steps.body(rows.subList(from, Math.min(rows.size(), from + 1000)));
                service.post(StepParser.parse(body, body.length, false));
            }
            assertThat(service.<Long>ask(ServiceView::rows)).isEqualTo(rows.size());
            return weights(service);
        }
    }

    private static Map<String, List<Double>> weights(PredictionService service) {
        return service.ask(view -> {
            Map<String, List<Double>> weights = new HashMap<>();
            view.names().forEach(name -> weights.put(name, boxed(view.weights(name))));
            return weights;
        });
    }

    private static List<Double> boxed(double[] weights) {
        List<Double> all = new ArrayList<>();
        for (double weight : weights) {
            all.add(weight);
        }
        return all;
    }

    /** What {@code emphatic learn --as-logged} makes of the log. */
    private static Map<String, List<Double>> asLogged(Path directory) throws IOException {
        Path spec = Files.writeString(directory.resolve("spec.yaml"), Steps.SPEC);
        Learning.Options options =
                new Learning.Options(null, null, null, 1, false, null, false, "", ProgressListener.NONE, true, null);
        try (Log log = Log.open(
                LogSource.files(directory.resolve("log").resolve("*.jsonl").toString()))) {
            LearningReport report = Learning.learn(log, SpecReader.read(spec).spec(), options);
            Map<String, List<Double>> weights = new HashMap<>();
            report.predictions().forEach(one -> weights.put(one.name(), boxed(one.weights())));
            return weights;
        }
    }
}
