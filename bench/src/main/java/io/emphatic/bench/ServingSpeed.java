package io.emphatic.bench;

import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.model.Model;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How much processor time a model takes to predict for a row of ten columns, given as a map and as features:
 *
 * <pre>
 *   mvn -q -B -pl bench -am -DskipTests package
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.ServingSpeed
 * </pre>
 */
public final class ServingSpeed {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int COLUMNS = 10;
    private static final int ROUNDS = 7;
    private static final int CALLS = 2_000_000;

    private ServingSpeed() {}

    public static void main(String[] arguments) throws IOException {
        Path log = Files.createTempFile("emphatic-bench", ".csv");
        Path file = Files.createTempFile("emphatic-bench", ".json");
        try {
            Model model = learned(log, file);
            Map<String, Double> row = new HashMap<>();
            IntStream.range(0, COLUMNS).forEach(k -> row.put("f" + k, 0.1 * k));
            double[] features =
                    IntStream.range(0, COLUMNS).mapToDouble(k -> 0.1 * k).toArray();
            double sum = 0;
            for (int round = 0; round < ROUNDS; round++) {
                long start = THREADS.getCurrentThreadCpuTime();
                for (int k = 0; k < CALLS; k++) {
                    sum += model.predict(row)[0];
                }
                long between = THREADS.getCurrentThreadCpuTime();
                for (int k = 0; k < CALLS; k++) {
                    sum += model.predict(features)[0];
                }
                long end = THREADS.getCurrentThreadCpuTime();
                System.out.printf(
                        Locale.ROOT,
                        "a row of %d columns: %.0f ns as a map, %.0f ns as features%n",
                        COLUMNS,
                        (between - start) / (double) CALLS,
                        (end - between) / (double) CALLS);
            }
            System.out.println("(sum of all predictions: " + sum + ")");
        } finally {
            Files.deleteIfExists(log);
            Files.deleteIfExists(file);
        }
    }

    private static Model learned(Path log, Path file) throws IOException {
        String names = IntStream.range(0, COLUMNS).mapToObj(k -> "f" + k).collect(Collectors.joining(","));
        String line = names.replace("f", "0.") + ",1\n";
        Files.writeString(log, names + ",reward\n" + line.repeat(100));
        Spec.Prediction prediction =
                new Spec.Prediction("p", null, null, null, null, "0.9", null, null, "td", Map.of("step_size", 0.01));
        List<FeatureBlock> features = List.of(new FeatureBlock.Expressions(names));
        try (Log source = Log.open(log.toString())) {
            Spec spec = new Spec(null, null, null, null, null, features, List.of(prediction));
            Learning.learn(source, spec, new Learning.Options(null, file, null, 1, false, ProgressListener.NONE));
        }
        return Model.read(file);
    }
}
