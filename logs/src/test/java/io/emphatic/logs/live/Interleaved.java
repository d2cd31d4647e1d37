package io.emphatic.logs.live;

import io.emphatic.logs.file.StreamKey;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** Random rows of several streams, interleaved, with ends, cuts, and γ, λ and i of each row. */
final class Interleaved {
    private Interleaved() {}

    static List<Map<String, Object>> rows(long seed, int count, int streams) {
        Random random = new Random(seed);
        long[] times = new long[streams];
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            int stream = random.nextInt(streams);
            int fate = random.nextInt(20);
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("unit", "unit-" + stream);
            row.put("t", times[stream]++);
            row.put("x", random.nextGaussian());
            row.put("y", random.nextDouble());
            row.put("n", (long) random.nextInt(5));
            row.put("mu", 0.3 + 0.7 * random.nextDouble());
            row.put("pi", random.nextInt(6) == 0 ? 0 : random.nextDouble());
            row.put("reward", random.nextGaussian());
            row.put("gamma", pick(random, 0, 0.5, 0.9, 0.99));
            row.put("lambda", pick(random, 0, 0.3, 0.9));
            row.put("interest", pick(random, 0, 1, 2.5));
            row.put("terminated", fate == 0);
            row.put("truncated", fate == 1);
            rows.add(row);
        }
        rows.forEach(row -> row.replace("pi", ((Number) row.get("pi")).doubleValue()));
        return rows;
    }

    private static double pick(Random random, double... values) {
        return values[random.nextInt(values.length)];
    }

    /** The whole state. */
    static byte[] bytes(LiveLearners learners) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        learners.writeShared(out);
        for (StreamKey stream : learners.streams()) {
            stream.write(out);
            learners.writeStream(stream, out);
        }
        return bytes.toByteArray();
    }

    static List<Map<String, Object>> of(List<Map<String, Object>> rows, String unit) {
        return rows.stream().filter(row -> row.get("unit").equals(unit)).toList();
    }

    static Path csv(List<Map<String, Object>> rows, Path file) throws IOException {
        List<String> names = List.copyOf(rows.get(0).keySet());
        StringBuilder text = new StringBuilder(String.join(",", names) + "\n");
        rows.forEach(row -> text.append(names.stream()
                        .map(name -> String.valueOf(row.get(name)))
                        .collect(Collectors.joining(",")))
                .append('\n'));
        return Files.writeString(file, text);
    }

    static Spec.Prediction prediction(String name, String algorithm, Map<String, Double> parameters) {
        return new Spec.Prediction(name, "mu", "pi", null, null, "gamma", "lambda", "interest", algorithm, parameters);
    }

    static Spec spec(List<FeatureBlock> features, Spec.Prediction... predictions) {
        return new Spec("unit", "t", null, null, null, features, List.of(predictions));
    }
}
