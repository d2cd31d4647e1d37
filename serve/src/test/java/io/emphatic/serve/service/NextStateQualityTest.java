package io.emphatic.serve.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.emphatic.documents.json.Json;
import io.emphatic.serve.storage.FaultyStorage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that hold their next state are judged as rows that wait for it. */
class NextStateQualityTest {
    private static final String NEXT = Steps.SPEC + "next: {prefix: next_}\n";

    private final ObjectMapper json = new ObjectMapper();

    private JsonNode diagnostics(String spec, List<String> rows, String name) throws IOException {
        try (PredictionService service =
                PredictionService.open(new FaultyStorage(), Steps.settings(spec, 1 << 20), warning -> {})) {
            service.post(Steps.parsed(rows));
            return json.readTree(service.<String>ask(view -> Json.line(view.prediction(name))))
                    .get("diagnostics");
        }
    }

    private static String row(int seq, double x, double nextX, double pi, double reward, String end) {
        return String.format(
                Locale.ROOT,
                "{\"stream\":\"a\",\"seq\":%d,\"x\":%s,\"y\":%s,\"next_x\":%s,\"next_y\":%s,\"mu\":0.5,\"pi\":%s,"
                        + "\"reward\":%s,\"terminated\":%b,\"truncated\":%b}",
                seq,
                x,
                1 - x,
                nextX,
                1 - nextX,
                pi,
                reward,
                end.equals("terminated"),
                end.equals("truncated"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void livesThatEndAreJudgedAlikeWhetherRowsHoldTheirNextStateOrNot(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> rows = new ArrayList<>();
        double x = random.nextDouble();
        for (int seq = 0; seq < 600; seq++) {
            double next = random.nextDouble();
            boolean ends = seq == 599 || random.nextInt(12) == 0;
            rows.add(row(seq, x, next, random.nextDouble(), random.nextDouble(), ends ? "terminated" : ""));
            x = ends ? random.nextDouble() : next;
        }
        assertThat(diagnostics(NEXT, rows, "on")).isEqualTo(diagnostics(Steps.SPEC, rows, "on"));
        ObjectNode off = (ObjectNode) diagnostics(NEXT, rows, "off");
        ObjectNode expected = (ObjectNode) diagnostics(Steps.SPEC, rows, "off");
        assertThat(off.get("settled").get("count"))
                .isEqualTo(expected.get("settled").get("count"));
        // what is left of a doubly robust return is predicted before the step to it is learned from, or after
        off.remove("settled");
        expected.remove("settled");
        assertThat(off).isEqualTo(expected);
    }

    /** The last step of a life that is cut is learned from, and is the last that returns know of. */
    @Test
    void aRowThatIsNotWhereTheLastOneLedBeginsALife() throws IOException {
        String held = NEXT.replace("0.9", "0.005"); // settled by the next step
        String waiting = Steps.SPEC.replace("0.9", "0.005");
        List<String> holding = new ArrayList<>();
        List<String> plain = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(5);
        for (int life = 0; life < 50; life++) {
            double x = random.nextDouble();
            for (int step = 0; step < 3; step++) {
                double next = random.nextDouble();
                double pi = random.nextDouble();
                double reward = random.nextDouble();
                String end = step == 2 && life % 2 == 0 ? "truncated" : "";
                holding.add(row(holding.size(), x, next, pi, reward, end));
                plain.add(row(plain.size(), x, next, pi, reward, ""));
                x = next;
            }
            plain.add(row(plain.size(), x, 0.5, 0.5, 0, "truncated"));
        }
        JsonNode settled = diagnostics(held, holding, "on").get("settled");
        assertThat(settled.get("count").intValue()).isEqualTo(150);
        assertThat(settled).isEqualTo(diagnostics(waiting, plain, "on").get("settled"));
    }
}
