package io.emphatic.serve.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.emphatic.serve.service.Steps;
import io.emphatic.serve.storage.FaultyStorage;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Never a 500, never a changed weight. 1,000 bodies for each spec here; {@code -Dhostile=100000} for more. */
class HostileBodiesTest {
    private static final int COUNT = Integer.getInteger("hostile", 300);

    /** Columns alone, which Java converts, and expressions, which DuckDB computes. */
    static Stream<String> specs() {
        return Stream.of(
                Steps.SPEC,
                Steps.SPEC.replace("x, y]", "'x * y', 'sin(x) / (y + 2)', 'ln(reward + 1)']"),
                "per: stream\n" + Steps.SPEC.replace("x, y]", "'x // 2', 'length(CAST(y AS VARCHAR))']"));
    }

    private static String weights(RunningService running) {
        return running.get("/v1/predictions/on").body()
                + running.get("/v1/streams/s1").body();
    }

    @ParameterizedTest
    @MethodSource("specs")
    void bodiesAreRefusedAndChangeNothing(String spec) throws IOException {
        List<String> rows = Steps.rows(300, 1);
        try (RunningService running = new RunningService(new FaultyStorage(), spec, Access.ofThisMachine())) {
            HttpResponse<String> first = running.post(Steps.body(rows.subList(0, 200)));
            assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
            String before = weights(running);
            SplittableRandom random = new SplittableRandom(5);
            for (int k = 0; k < COUNT; k++) {
                byte[] body = HostileBodies.next(rows.get(201 + random.nextInt(50)), random);
                boolean isAlone = random.nextBoolean();
                HttpResponse<String> response = running.post(isAlone ? body : behind(rows.get(200), body));
                assertThat(response.statusCode())
                        .as(new String(body, StandardCharsets.ISO_8859_1) + response.body())
                        .isIn(400, 409, 413, 422);
                assertThat(response.body()).contains("\"detail\"").doesNotContain("Exception", "io.emphatic");
            }
            assertThat(weights(running)).isEqualTo(before);
            assertThat(running.warnings).isEmpty();
        }
    }

    /** A row that would be taken, and a body. */
    private static byte[] behind(String row, byte[] body) {
        byte[] good = (row + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] both = Arrays.copyOf(good, good.length + body.length);
        System.arraycopy(body, 0, both, good.length, body.length);
        return both;
    }
}
