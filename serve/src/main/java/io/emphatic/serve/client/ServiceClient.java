package io.emphatic.serve.client;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.emphatic.documents.json.Json;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Talks to {@code emphatic serve}. What may be better in a moment (no connection, too many at once, a full disk) is
 * tried again for as long as there is patience: a row that has arrived is not learned from twice, so that a post may be
 * repeated when its answer was lost. Any number of threads.
 */
public final class ServiceClient {
    /** For how long a client tries if nothing else is said. */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Set<Integer> PASSING = Set.of(408, 429, 503, 507);
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final String address; // without a slash at its end
    private final String token;
    private final Duration patience;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();

    /** A client without a token, for a service of this machine. */
    public ServiceClient(URI address) {
        this(address, null, PATIENCE);
    }

    /**
     * @param address {@code http://127.0.0.1:8600}
     * @param token null for none
     * @param patience for how long to try again; zero for never
     */
    public ServiceClient(URI address, String token, Duration patience) {
        if (!Set.of("http", "https").contains(String.valueOf(address.getScheme())) || address.getHost() == null) {
            throw new IllegalArgumentException(
                    "the address of a service is like http://127.0.0.1:8600, not " + address);
        }
        this.address = address.toString().replaceFirst("/+$", "");
        this.token = token;
        this.patience = patience;
    }

    /** Refuses a service that is not there. */
    public void requireHealth() throws IOException {
        send("GET", "/health", BodyPublishers.noBody());
    }

    /**
     * Learns from rows: all of them, or none. At most 65,536 rows and 8 MiB at once.
     *
     * @throws SeqGapException if rows before one of these are missing
     * @throws ServiceRefusalException if the service cannot use a row
     * @throws IOException if the service does not answer
     */
    public Posted post(List<StepRow> rows) throws IOException {
        return JSON.treeToValue(send("POST", "/v1/steps", lines(rows)), Posted.class);
    }

    /** What would be predicted for rows. Nothing is learned. */
    public List<RowPredictions> predict(List<StepRow> rows) throws IOException {
        JsonNode document = send("POST", "/v1/steps?dry_run=true", lines(rows));
        return JSON.treeToValue(document, Posted.class).predictions();
    }

    /** All predictions, without their weights. */
    public List<ServedPrediction> predictions() throws IOException {
        JsonNode document = send("GET", "/v1/predictions", BodyPublishers.noBody());
        return List.of(JSON.treeToValue(document.get("predictions"), ServedPrediction[].class));
    }

    /** A prediction with its weights. */
    public ServedPrediction prediction(String name) throws IOException {
        return JSON.treeToValue(
                send("GET", "/v1/predictions/" + name, BodyPublishers.noBody()), ServedPrediction.class);
    }

    /** The seq of the row that a stream waits for; empty if the service has no row of it. */
    public OptionalLong nextSeq(String stream) throws IOException {
        try {
            JsonNode document = send("GET", "/v1/streams/" + stream, BodyPublishers.noBody());
            return OptionalLong.of(document.get("next_seq").asLong());
        } catch (ServiceRefusalException e) {
            if (e.status() == 404) {
                return OptionalLong.empty();
            }
            throw e;
        }
    }

    private static BodyPublisher lines(List<StepRow> rows) {
        return BodyPublishers.ofString(rows.stream().map(Json::line).collect(Collectors.joining("\n")));
    }

    private JsonNode send(String method, String path, BodyPublisher body) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .method(method, body)
                .timeout(ANSWER_TIMEOUT);
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return sendPatiently(request.build());
    }

    private JsonNode sendPatiently(HttpRequest request) throws IOException {
        long start = System.nanoTime();
        long pause = FIRST_PAUSE_MILLIS;
        try {
            while (true) {
                IOException failure;
                try {
                    HttpResponse<byte[]> answer = http.send(request, BodyHandlers.ofByteArray());
                    if (answer.statusCode() < 300) {
                        return JSON.readTree(answer.body());
                    }
                    failure = refusal(answer);
                    if (!PASSING.contains(answer.statusCode())) {
                        throw failure;
                    }
                } catch (ServiceRefusalException e) {
                    throw e;
                } catch (IOException e) {
                    failure = new IOException("no service answers at " + address + ": " + reason(e), e);
                }
                if (System.nanoTime() - start + TimeUnit.MILLISECONDS.toNanos(pause) > patience.toNanos()) {
                    throw failure;
                }
                Thread.sleep(pause);
                pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the service was asked");
        }
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? "the connection was refused" : e.getMessage();
    }

    private static ServiceRefusalException refusal(HttpResponse<byte[]> answer) {
        int status = answer.statusCode();
        JsonNode problem;
        try {
            problem = JSON.readTree(answer.body());
        } catch (IOException e) {
            problem = JSON.createObjectNode();
        }
        String title = problem.path("title").asText("the service answers " + status);
        String detail = problem.path("detail").asText("");
        String message = detail.isEmpty() ? title : title + ": " + detail;
        return status == 409 && problem.has("expected")
                ? new SeqGapException(
                        message,
                        problem.get("stream").asText(),
                        problem.get("expected").asLong())
                : new ServiceRefusalException(status, message);
    }

    /**
     * A prediction of a service.
     *
     * @param steps how many it has learned from
     * @param weights empty if they were not asked for, or if each stream has its own
     * @param divergedAt the step at which it did; null if it has not
     * @param diagnostics how good it is, as docs/serve.md describes it
     */
    public record ServedPrediction(
            String name,
            String algorithm,
            Map<String, Double> parameters,
            long steps,
            List<Double> weights,
            Long divergedAt,
            JsonNode diagnostics) {
        public ServedPrediction {
            weights = weights == null ? List.of() : weights;
        }
    }
}
