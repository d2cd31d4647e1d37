package io.emphatic.serve.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.emphatic.serve.service.Steps;
import io.emphatic.serve.storage.FaultyStorage;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What some take must be left for others. */
class CrowdTest {
    private RunningService running;

    @BeforeEach
    void start() throws IOException {
        running = new RunningService(new FaultyStorage(), Steps.SPEC, Access.ofThisMachine());
    }

    @AfterEach
    void stop() throws IOException {
        running.close();
        assertThat(running.warnings).isEmpty();
    }

    @Test
    void largeBodiesThatDoNotComeTakeNoRoom() throws IOException {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int k = 0; k < 40; k++) {
                Socket socket = new Socket("127.0.0.1", running.server.port());
                silent.add(socket);
                socket.getOutputStream()
                        .write("POST /v1/steps HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8000000\r\n\r\n{"
                                .getBytes(StandardCharsets.US_ASCII));
            }
            HttpResponse<String> answer = running.post(Steps.body(Steps.rows(5000, 1))); // more than the first part
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void aServerOnAPortThatIsTakenFailsAndTheOtherGoesOn() {
        assertThatThrownBy(() -> ServiceServer.start(
                        running.service, Access.ofThisMachine(), "127.0.0.1", running.server.port(), warning -> {}))
                .isInstanceOf(RuntimeException.class);
        assertThat(running.get("/ready").statusCode()).isEqualTo(200);
    }

    @Test
    void anAnswerHasNoMoreValuesThanFit() {
        for (int k = 0; k < 61; k++) {
            HttpResponse<String> added = running.send(running.request("/v1/predictions/p" + k)
                    .PUT(BodyPublishers.ofString("{\"algorithm\": {\"name\": \"td\", \"step_size\": 0.1}}")));
            assertThat(added.statusCode()).as(added.body()).isEqualTo(201);
        }
        HttpResponse<String> answer = running.post(Steps.body(Steps.rows(33_000, 1)));
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("33000 rows have 64 predictions each");
    }

    @Test
    void aBodyWhoseChunksAreNoneIsAProblemAndNoDefect() throws IOException {
        for (String chunk : List.of("zz\r\n{}\r\n0\r\n\r\n", "-5\r\n{}\r\n", "5\r\n{}\r\n\r\n\r\n", "ffffffffff\r\n")) {
            try (Socket socket = new Socket("127.0.0.1", running.server.port())) {
                socket.getOutputStream()
                        .write(("POST /v1/steps HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                                        + chunk)
                                .getBytes(StandardCharsets.US_ASCII));
                socket.shutdownOutput();
                String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(answer)
                        .as(chunk)
                        .contains("HTTP/1.1 400", HttpProblem.TYPE)
                        .doesNotContain("Exception");
            }
        }
    }
}
