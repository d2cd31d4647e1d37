package io.emphatic.serve.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.emphatic.documents.json.JsonObject;
import io.emphatic.logs.model.Model;
import io.emphatic.serve.service.ServiceView;
import io.emphatic.serve.service.Steps;
import io.emphatic.serve.storage.FaultyStorage;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceServerTest {
    private static RunningService running;
    private static List<String> rows;

    @BeforeAll
    static void start() throws IOException {
        running = new RunningService(new FaultyStorage(), Steps.SPEC, Access.ofThisMachine());
        rows = Steps.rows(300, 1);
        assertThat(running.post(Steps.body(rows.subList(0, 200))).statusCode()).isEqualTo(200);
    }

    @AfterAll
    static void stop() throws IOException {
        running.close();
        assertThat(running.warnings).isEmpty();
    }

    private static void assertProblem(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains(HttpProblem.TYPE);
        assertThat(response.body())
                .contains("\"status\" : " + status)
                .doesNotContain("Exception", "\tat ", "io.emphatic");
    }

    private static String weights() {
        return running.get("/v1/predictions/off").body()
                + running.get("/v1/predictions/on").body();
    }

    @Test
    void anArrayAndLinesAreTheSameAndTheAnswerHasThePromisedFields() throws IOException {
        String array = "[" + String.join(",\n", rows.subList(0, 3)) + "]";
        JsonNode answer = RunningService.json(running.post(array.getBytes(StandardCharsets.UTF_8)));
        assertThat(answer.fieldNames()).toIterable().containsExactly("accepted", "duplicates", "predictions");
        assertThat(answer.get("duplicates").intValue()).isEqualTo(3);
        assertThat(answer.get("predictions").get(0).fieldNames())
                .toIterable()
                .containsExactly(
                        "stream",
                        "seq",
                        "on",
                        "on_outcome_low",
                        "on_outcome_high",
                        "off",
                        "off_outcome_low",
                        "off_outcome_high",
                        "least",
                        "least_outcome_low",
                        "least_outcome_high");
        assertThat(RunningService.json(running.post(Steps.body(rows.subList(0, 3)))))
                .isEqualTo(answer);
    }

    @Test
    void aPredictionHasThePromisedFields() throws IOException {
        JsonNode prediction = RunningService.json(running.get("/v1/predictions/off"));
        assertThat(prediction.fieldNames())
                .toIterable()
                .containsExactly("name", "algorithm", "parameters", "steps", "weights", "diverged_at", "diagnostics");
        assertThat(prediction.get("weights")).hasSize(3);
        assertThat(prediction.get("steps").intValue()).isPositive();
        assertProblem(running.get("/v1/predictions/none"), 404);
        assertProblem(running.get("/v1/streams/none"), 404);
        assertThat(RunningService.json(running.get("/v1/streams/s0"))
                        .get("next_seq")
                        .intValue())
                .isPositive();
    }

    @Test
    void aProblemIsInUtf8() throws IOException {
        HttpResponse<String> refused = running.send(
                running.request("/v1/predictions/q").PUT(BodyPublishers.ofString("{\"cumulant\":\"wäter\"}")));
        assertProblem(refused, 422);
        assertThat(RunningService.json(refused).get("detail").textValue()).contains("wäter");
    }

    @Test
    void aGapNamesTheSeqExpected() throws IOException {
        HttpResponse<String> refused =
                running.post("{\"stream\":\"s0\",\"seq\":100000,\"x\":1}".getBytes(StandardCharsets.UTF_8));
        assertProblem(refused, 409);
        JsonNode problem = RunningService.json(refused);
        int next = RunningService.json(running.get("/v1/streams/s0"))
                .get("next_seq")
                .intValue();
        assertThat(problem.get("expected").intValue()).isEqualTo(next);
        assertThat(problem.get("stream").textValue()).isEqualTo("s0");
    }

    @Test
    void everyPathOfTheDocumentIsServedAndNothingElseIs() throws IOException {
        JsonNode document = RunningService.json(running.get("/openapi.json"));
        List<String> paths = new ArrayList<>();
        document.get("paths").fieldNames().forEachRemaining(paths::add);
        paths.remove("/v1/events"); // does not end
        for (String path : paths) {
            String real =
                    path.replace("{name}", "off").replace("{stream}", "s0").replace("{file}", "index.html");
            int status = running.get(real).statusCode();
            assertThat(status).as(path).isEqualTo(path.equals("/v1/steps") ? 405 : 200);
        }
        assertProblem(running.get("/v1"), 404);
        assertProblem(running.get("/v1/nothing"), 404);
        assertProblem(running.get("/web/..%2fopenapi.json"), 404);
        assertProblem(running.get("/web/x.class"), 404);
    }

    @Test
    void theModelIsOneThatPredictsTheSame(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(
                directory.resolve("model.json"), running.get("/v1/model").body());
        Model model = Model.read(file);
        double[] values = model.predict(Map.of("x", 0.25, "y", -0.5));
        String body =
                "{\"x\":0.25,\"y\":-0.5,\"mu\":0.5,\"pi\":0.5,\"reward\":0,\"stream\":\"s0\",\"seq\":0,\"terminated\":false}";
        JsonNode predicted = RunningService.json(
                        running.send(running.request("/v1/steps?dry_run=true").POST(BodyPublishers.ofString(body))))
                .get("predictions")
                .get(0);
        assertThat(predicted.get("on").doubleValue()).isEqualTo(values[0]);
        assertThat(predicted.get("off").doubleValue()).isEqualTo(values[1]);
    }

    @Test
    void thePageComesWithAPolicyThatLetsNothingInFromElsewhere() {
        HttpResponse<String> page = running.get("/");
        assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'")
                .doesNotContain("unsafe");
        assertThat(page.headers().map()).doesNotContainKey("Access-Control-Allow-Origin");
    }

    @Test
    void pagesOfOtherSitesAndOtherNamesOfThisMachineAreNotServed() {
        assertProblem(running.send(running.request("/v1/predictions").header("Origin", "http://example.org")), 403);
        assertThat(raw("GET /v1/predictions HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(raw("GET /v1/predictions HTTP/1.1\r\nHost: localhost:1\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    private static String raw(String request) {
        try (Socket socket = new Socket("127.0.0.1", running.server.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "closed";
        }
    }

    @Test
    void whatIsTooLargeIsRefusedAsSuch() {
        assertProblem(running.post(new byte[(8 << 20) + 1]), 413);
        byte[] many = "{\"stream\":\"z\",\"seq\":1}\n".repeat(65_537).getBytes(StandardCharsets.UTF_8);
        assertProblem(running.post(many), 413);
        String header = "GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(20_000) + "\r\n\r\n";
        assertThat(raw(header)).startsWith("HTTP/1.1 431").contains(HttpProblem.TYPE);
        String deep = "{\"stream\":\"z\",\"seq\":1,\"x\":" + "[".repeat(100_000) + "}";
        assertProblem(running.post(deep.getBytes(StandardCharsets.UTF_8)), 400);
        assertProblem(
                running.send(running.request("/v1/steps")
                        .header("Content-Encoding", "gzip")
                        .POST(BodyPublishers.ofString("x"))),
                415);
    }

    @Test
    void predictionsAreAddedAndRemoved() throws IOException {
        HttpResponse<String> added = running.send(running.request("/v1/predictions/more")
                .PUT(BodyPublishers.ofString(
                        "{\"cumulant\":\"x\",\"algorithm\":{\"name\":\"td\",\"step_size\":0.1}}")));
        assertThat(added.statusCode()).isEqualTo(201);
        assertThat(RunningService.json(added).get("parameters").get("step_size").doubleValue())
                .isEqualTo(0.1);
        assertProblem(
                running.send(
                        running.request("/v1/predictions/more").PUT(BodyPublishers.ofString("{\"cumlant\":\"x\"}"))),
                422);
        assertProblem(running.send(running.request("/v1/predictions/more").PUT(BodyPublishers.ofString("{"))), 400);
        assertProblem(
                running.send(running.request("/v1/predictions/file")
                        .PUT(BodyPublishers.ofString(
                                "{\"cumulant\":\"(SELECT count(*) FROM read_text('/etc/passwd'))\"}"))),
                422);
        assertThat(running.send(running.request("/v1/predictions/more").DELETE())
                        .statusCode())
                .isEqualTo(204);
        assertProblem(running.send(running.request("/v1/predictions/more").DELETE()), 404);
    }

    @Test
    void eachTokenHasItsRightsAndNoMore(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("tokens");
        Files.writeString(
                file,
                "# who\nread aaaaaaaaaaaaaaaaaaaa\nlearn bbbbbbbbbbbbbbbbbbbb\nread,admin cccccccccccccccccccc\n");
        try (RunningService guarded = new RunningService(new FaultyStorage(), Steps.SPEC, Access.read(file))) {
            byte[] body = Steps.body(rows.subList(0, 5));
            int[][] expected = {{401, 401, 401}, {200, 403, 403}, {403, 200, 403}, {200, 403, 422}, {401, 401, 401}};
            String[] tokens = {null, "a", "b", "c", "d"};
            for (int k = 0; k < tokens.length; k++) {
                String header = tokens[k] == null ? "Basic x" : "Bearer " + tokens[k].repeat(20);
                assertThat(guarded.send(guarded.request("/v1/predictions").header("Authorization", header))
                                .statusCode())
                        .isEqualTo(expected[k][0]);
                assertThat(guarded.send(guarded.request("/v1/steps")
                                        .header("Authorization", header)
                                        .POST(BodyPublishers.ofByteArray(body)))
                                .statusCode())
                        .isEqualTo(expected[k][1]);
                assertThat(guarded.send(guarded.request("/v1/predictions/x")
                                        .header("Authorization", header)
                                        .PUT(BodyPublishers.ofString("{\"discount\":2}")))
                                .statusCode())
                        .isEqualTo(expected[k][2]);
            }
            assertThat(guarded.get("/health").statusCode()).isEqualTo(200);
            assertThat(guarded.get("/metrics").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void namesAreCheckedAndNeverDecoded() {
        for (String name :
                List.of("%6fff", "..%2f..", "a%00", "a".repeat(65), "-a", "_a", "a.b", "%ff", "a;b", "%25")) {
            assertThat(running.get("/v1/predictions/" + name).statusCode())
                    .as(name)
                    .isBetween(400, 404);
            assertThat(running.get("/v1/streams/" + name).statusCode()).as(name).isBetween(400, 404);
        }
        assertThat(raw("GET /v1/streams/../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 4");
    }

    @Test
    void eventsTellWhatWasBeforeAndThenTheStateAgainAndAgain() throws Exception {
        Map<String, JsonNode> last = new HashMap<>(); // by the name of the event
        HttpRequest request = running.request("/v1/events").build();
        HttpResponse<Stream<String>> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofLines());
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/event-stream");
        List<String> names = new ArrayList<>();
        try (Stream<String> lines = answer.body()) {
            for (Iterator<String> each = lines.iterator(); names.size() < 3; ) {
                String line = each.next();
                if (line.startsWith("event: ")) {
                    names.add(line.substring("event: ".length()));
                    String data = each.next();
                    last.put(names.get(names.size() - 1), RunningService.json(data.substring("data: ".length())));
                }
            }
        }
        assertThat(names).containsExactly("history", "tick", "tick");
        JsonNode tick = last.get("tick");
        assertThat(tick.get("rows").intValue()).isEqualTo(200);
        assertThat(tick.get("status").textValue()).isEqualTo("ok");
        assertThat(tick.get("latest")).hasSize(3);
        assertThat(tick.get("predictions").get(0).get("settled_since").isArray())
                .isTrue();
    }

    @Test
    void whoBeginsToListenIsToldWhatWasToBeSeenBefore() throws Exception {
        EventFeed.EventHistory history = new EventFeed.EventHistory();
        for (int k = 0; k < 5000; k++) {
            double rate = history.rate(k / 2.0, 10L * k);
            assertThat(rate).isEqualTo(k == 0 ? 0 : 20);
            List<ServiceView.LatestRow> latest = running.service.ask(ServiceView::latest);
            history.add("t" + k, rate, latest, running.service.ask(view -> new JsonObject()
                    .with("predictions", view.courses(32))));
        }
        JsonNode ticks = RunningService.json(history.text());
        assertThat(ticks.size()).isBetween(100, 1200);
        assertThat(ticks.get(ticks.size() - 1).get("time").textValue()).isEqualTo("t4999");
        assertThat(ticks.get(5).get("latest")).isEmpty(); // nothing has come since
        assertThat(ticks.get(5).get("predictions").get(1).get("diagnostics").get("td_error"))
                .isNotEmpty();
        assertThat(history.text()).hasSizeLessThan(3 << 20);
        assertThat(history.rate(5000, 49990)).isLessThan(1); // what was long ago does not count
    }

    @Test
    void numbersForPrometheusAreThere() {
        assertThat(running.get("/metrics").body())
                .contains("emphatic_rows 200.0")
                .contains("emphatic_prediction_steps{prediction=\"off\"}");
    }
}
