package io.emphatic.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.serve.client.Posted;
import io.emphatic.serve.client.RowPredictions;
import io.emphatic.serve.client.SeqGapException;
import io.emphatic.serve.client.ServiceClient;
import io.emphatic.serve.client.ServiceClient.ServedPrediction;
import io.emphatic.serve.client.ServiceRefusalException;
import io.emphatic.serve.client.StepRow;
import io.emphatic.serve.http.Access;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client against a service. */
class ServiceClientTest {
    @TempDir
    private Path data;

    private StartedService service() throws IOException {
        return new StartedService(data, Access.ofThisMachine());
    }

    @Test
    void rowsThatArePostedAgainAreAnsweredAgainAndNotLearnedTwice() throws IOException {
        try (StartedService service = service()) {
            ServiceClient client = service.client();
            Posted first = client.post(StartedService.rows("a", 0, 20));
            List<Double> weights = client.prediction("other").weights();
            Posted again = client.post(StartedService.rows("a", 0, 20));

            assertThat(first.accepted()).isEqualTo(20);
            assertThat(first.predictions()).hasSize(20);
            assertThat(first.predictions().get(0).values())
                    .containsEntry("usual", 0.0)
                    .containsEntry("usual_outcome_low", Double.NaN) // not known yet
                    .containsEntry("usual_outcome_high", Double.NaN)
                    .containsEntry("other", 0.0)
                    .containsEntry("never", 0.0);
            assertThat(first.predictions().get(19).values().get("usual")).isPositive();
            assertThat(again).isEqualTo(new Posted(0, 20, first.predictions()));
            assertThat(client.prediction("other").weights()).isEqualTo(weights).hasSize(2);
        }
    }

    /** As a service answers that has predictions of these names. */
    @Test
    void aPredictionMayBeCalledAsPartsOfAnAnswerAre() throws IOException {
        RowPredictions row = new ObjectMapper()
                .readValue("{\"stream\": \"a\", \"seq\": 3, \"values\": 0.5, \"x\": null}", RowPredictions.class);
        assertThat(row).isEqualTo(new RowPredictions("a", 3, Map.of("values", 0.5, "x", Double.NaN)));
    }

    @Test
    void aPredictionForRowsLearnsNothing() throws IOException {
        try (StartedService service = service()) {
            ServiceClient client = service.client();
            client.post(StartedService.rows("a", 0, 20));
            List<Double> weights = client.prediction("other").weights();
            List<RowPredictions> predicted = client.predict(List.of(StartedService.row("a", 20)));

            // θᵀφ with φ = (1, x)
            double x = (double) StartedService.row("a", 20).columns().get("x");
            assertThat(predicted.get(0).values().get("other"))
                    .isCloseTo(weights.get(0) + weights.get(1) * x, within(1e-12));
            assertThat(client.predict(List.of(StartedService.row("a", 20)))).isEqualTo(predicted);
            assertThat(client.nextSeq("a")).hasValue(20);
            assertThat(client.prediction("other").weights()).isEqualTo(weights);
        }
    }

    @Test
    void aGapTellsWhichRowIsExpected() throws IOException {
        try (StartedService service = service()) {
            ServiceClient client = service.client();
            client.post(StartedService.rows("a", 0, 4));

            assertThatThrownBy(() -> client.post(StartedService.rows("a", 9, 10)))
                    .isInstanceOfSatisfying(SeqGapException.class, gap -> {
                        assertThat(gap.stream()).isEqualTo("a");
                        assertThat(gap.expected()).isEqualTo(4);
                    })
                    .hasMessageContaining("the next seq is 4");
        }
    }

    @Test
    void predictionsAreReadWithWhatIsKnownOfThem() throws IOException {
        try (StartedService service = service()) {
            ServiceClient client = service.client();
            client.post(StartedService.rows("a", 0, 200));
            ServedPrediction usual = client.predictions().get(0);

            assertThat(client.predictions())
                    .extracting(ServedPrediction::name)
                    .containsExactly("usual", "other", "never");
            assertThat(usual.algorithm()).isEqualTo("td");
            assertThat(usual.parameters()).containsEntry("step_size", 0.1);
            assertThat(usual.steps()).isEqualTo(199);
            assertThat(usual.weights()).isEmpty();
            assertThat(usual.divergedAt()).isNull();
            assertThat(usual.diagnostics().at("/settled/count").asLong()).isPositive();
            assertThat(client.nextSeq("unknown")).isEmpty();
        }
    }

    @Test
    void whatTheServiceRefusesIsNotTriedAgain() throws IOException {
        try (StartedService service = service()) {
            assertThatThrownBy(() -> service.client().post(List.of(new StepRow("a", 0, Map.of("x", "text")))))
                    .isInstanceOfSatisfying(ServiceRefusalException.class, refusal -> assertThat(refusal.status())
                            .isBetween(400, 422));
            assertThat(service.client().nextSeq("a")).isEmpty();
        }
    }

    @Test
    void aTokenOpensTheDoor() throws IOException {
        Path tokens = Files.writeString(data.resolve("tokens"), "read,learn 0123456789abcdef0123\n");
        try (StartedService service = new StartedService(data.resolve("d"), Access.read(tokens))) {
            ServiceClient known = new ServiceClient(service.address(), "0123456789abcdef0123", ServiceClient.PATIENCE);

            assertThat(known.post(StartedService.rows("a", 0, 2)).accepted()).isEqualTo(2);
            assertThatThrownBy(() -> service.client().predictions())
                    .isInstanceOfSatisfying(ServiceRefusalException.class, refusal -> assertThat(refusal.status())
                            .isEqualTo(401));
        }
    }

    @Test
    void aPostWaitsUntilTheServiceIsBack() throws Exception {
        try (StartedService service = service()) {
            ServiceClient client = service.client();
            client.post(StartedService.rows("a", 0, 2));
            service.stop();
            CompletableFuture<Posted> posted = CompletableFuture.supplyAsync(() -> {
                try {
                    return client.post(StartedService.rows("a", 1, 4));
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            service.start();

            assertThat(posted.get().accepted()).isEqualTo(2);
            assertThat(posted.get().duplicates()).isEqualTo(1);
        }
    }

    /** A service that is busy, cuts the connection, and then answers. */
    @Test
    void whatMayBeBetterInAMomentIsTriedAgain() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (ServerSocket socket = new ServerSocket(0)) {
            Thread thread = new Thread(() -> answer(socket, asked));
            thread.start();
            URI address = URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/");

            assertThat(new ServiceClient(address).nextSeq("a")).hasValue(7);
            assertThat(asked).hasValue(3);
            thread.join();
        }
    }

    private static void answer(ServerSocket socket, AtomicInteger asked) {
        String[] answers = {
            "HTTP/1.1 503 Unavailable\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
            "",
            "HTTP/1.1 200 OK\r\nContent-Length: 14\r\nConnection: close\r\n\r\n{\"next_seq\":7}"
        };
        try {
            for (String answer : answers) {
                try (Socket connection = socket.accept()) {
                    asked.incrementAndGet();
                    byte[] request = new byte[4096];
                    assertThat(connection.getInputStream().read(request)).isPositive();
                    connection.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void withoutPatienceAServiceThatIsNotThereIsToldAtOnce() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        ServiceClient client = new ServiceClient(URI.create("http://127.0.0.1:" + free), null, Duration.ZERO);

        assertThatThrownBy(client::requireHealth)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no service answers at http://127.0.0.1:" + free);
    }

    @Test
    void anAddressThatIsNoneIsRefused() {
        assertThatThrownBy(() -> new ServiceClient(URI.create("localhost:8600")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("http://127.0.0.1:8600");
    }
}
