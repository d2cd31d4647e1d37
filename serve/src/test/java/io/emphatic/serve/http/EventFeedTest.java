package io.emphatic.serve.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.emphatic.serve.storage.FaultyStorage;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EventFeedTest {
    private static final String DIVERGING = """
            features: x
            discount: 0.9
            predictions:
              wild: {algorithm: {name: td, step_size: 1000}}
              calm: {algorithm: {name: td, step_size: 0.0001}}
            """;

    @Test
    void everyListenerIsToldOnceThatAPredictionDivergedHoweverLateItCame() throws Exception {
        try (RunningService running = new RunningService(new FaultyStorage(), DIVERGING, Access.ofThisMachine())) {
            StringBuilder rows = new StringBuilder();
            for (int seq = 0; seq < 500; seq++) {
                rows.append("{\"stream\":\"s\",\"seq\":" + seq + ",\"x\":10,\"reward\":1}\n");
            }
            byte[] body = rows.toString().getBytes(StandardCharsets.UTF_8);
            assertThat(running.post(body).statusCode()).isEqualTo(200);
            for (int listener = 0; listener < 2; listener++) {
                List<String> events = events(running, 4);
                assertThat(events.get(0)).startsWith("history");
                assertThat(events.get(1)).startsWith("diverged").contains("\"name\":\"wild\"", "\"step\":");
                assertThat(events.get(2)).startsWith("tick");
                assertThat(events.get(3)).startsWith("tick");
            }
        }
    }

    @Test
    void aTickNamesPredictionsThatWereSwitchedOffAndWhy() throws Exception {
        try (RunningService running = new RunningService(new FaultyStorage(), DIVERGING, Access.ofThisMachine())) {
            running.service.put("q", new ObjectMapper().readTree("{\"cumulant\":\"watr\"}")); // nobody knows yet
            running.post("{\"stream\":\"s\",\"seq\":0,\"x\":1,\"reward\":1}".getBytes(StandardCharsets.UTF_8));
            assertThat(events(running, 2).get(1))
                    .startsWith("tick")
                    .containsPattern("\"switched_off\":\\{\"q\":\"at row 0: [^}]*no column watr");
        }
    }

    /** The first so many, each its name and its data. */
    private static List<String> events(RunningService running, int count) throws IOException, InterruptedException {
        HttpRequest request = running.request("/v1/events").build();
        HttpResponse<Stream<String>> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofLines());
        List<String> events = new ArrayList<>();
        try (Stream<String> lines = answer.body()) {
            for (Iterator<String> each = lines.iterator(); events.size() < count; ) {
                String line = each.next();
                if (line.startsWith("event: ")) {
                    events.add(line.substring("event: ".length()) + " " + each.next());
                }
            }
        }
        return events;
    }
}
