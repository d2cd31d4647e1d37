package io.emphatic.serve.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** What people may write as a prediction, good and bad, and rows that it is about. */
public final class PutBodies {
    /** Plain columns and an expression. */
    public static final String SPEC = """
            features: [{bias: true}, x, 2 * y]
            behaviour: mu
            cumulant: reward
            discount: 0.9
            lambda: 0.5
            predictions:
              on: {algorithm: {name: td, step_size: 0.01}}
              off: {target: pi, algorithm: {name: etd, step_size: 0.002}}
            """;

    private PutBodies() {}

    /** All of them, {@code put-bodies.jsonl}. */
    public static List<JsonNode> all() throws IOException {
        try (InputStream in = PutBodies.class.getResourceAsStream("/put-bodies.jsonl")) {
            ObjectMapper json = new ObjectMapper();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> {
                        try {
                            return json.readTree(line);
                        } catch (IOException e) {
                            throw new IllegalStateException(line, e);
                        }
                    })
                    .toList();
        }
    }

    /** A row of a stream, the same for the same seq. */
    public static String row(String stream, long seq) {
        SplittableRandom random = new SplittableRandom(31 * seq + stream.hashCode());
        return String.format(
                Locale.ROOT,
                "{\"stream\":\"%s\",\"seq\":%d,\"x\":%.6f,\"y\":%.6f,\"mu\":0.5,\"pi\":%.2f,\"reward\":%.6f,"
                        + "\"site\":\"%s\",\"ok\":%b,\"list\":[1,%.3f],\"terminated\":%b}",
                stream,
                seq,
                random.nextDouble(),
                random.nextDouble() - 0.5,
                random.nextDouble(),
                random.nextDouble(),
                random.nextBoolean() ? "coast" : "hill",
                random.nextBoolean(),
                random.nextDouble(),
                random.nextInt(40) == 0);
    }
}
