package io.emphatic.bench;

import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.TuningSpec;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.tuning.Tuning;
import io.emphatic.logs.tuning.Tuning.TuningOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much {@code emphatic tune} costs beside reading the log: a hundred candidates in five groups that share a trace,
 * ten features, ten million rows of Parquet unless told otherwise, against iterating the same query through DuckDB's
 * JDBC driver and doing nothing with the numbers, as in {@link LogReading}:
 *
 * <pre>
 *   mvn -q -B -pl bench -am -DskipTests package
 *   java -Xmx512m -cp bench/target/benchmarks.jar io.emphatic.bench.LogTuning [ROWS [ROUNDS]]
 * </pre>
 */
public final class LogTuning {
    private static final String SPEC = """
            features: [f0, f1, f2, f3, f4, f5, f6, f7, f8, f9]
            behaviour: mu
            target: pi
            cumulant: r
            discount: gamma
            predictions:
              value:
                candidates:
            """;

    /** Five groups of 20 step sizes each. */
    private static final Map<String, String> CANDIDATES =
            new TreeMap<>(Map.of("etd and td", """
                  etd: {lambda: [0, 0.5, 0.9], step_size: {powers_of_two: [-29, -10]}}
                  td: {lambda: [0, 0.9], step_size: {powers_of_two: [-24, -5]}}
            """, "etd, td and gtd", """
                  etd: {lambda: [0, 0.9], step_size: {powers_of_two: [-29, -10]}}
                  td: {lambda: [0, 0.9], step_size: {powers_of_two: [-24, -5]}}
                  gtd: {lambda: 0, step_size: {powers_of_two: [-24, -5]}}
            """));

    private LogTuning() {}

    public static void main(String[] arguments) throws IOException, SQLException {
        long rows = arguments.length > 0 ? Long.parseLong(arguments[0]) : 10_000_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        Path file = Files.createTempFile("emphatic-bench", ".parquet");
        Path yaml = Files.createTempFile("emphatic-bench", ".yaml");
        try {
            LogReading.write(file, rows);
            for (int round = 0; round < rounds; round++) {
                for (Map.Entry<String, String> groups : CANDIDATES.entrySet()) {
                    Files.writeString(yaml, SPEC + groups.getValue().indent(6));
                    System.out.print(groups.getKey() + ", ");
                    time(file, TuningSpec.read(yaml), rows);
                }
            }
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(yaml);
        }
    }

    private static void time(Path file, TuningSpec spec, long rows) throws IOException, SQLException {
        LogReading.Watch driver;
        try (Log log = Log.open(file.toString())) {
            Plan plan = Plan.of(log, spec.spec());
            String query = plan.query(plan.rowOrder(), plan.stream(), 0);
            driver = LogReading.Watch.start();
            LogReading.iterate(file, query);
            driver.stop();
        }
        LogReading.Watch tune = LogReading.Watch.start();
        try (Log log = Log.open(file.toString())) {
            Tuning.tune(log, spec, TuningOptions.NONE);
        }
        tune.stop();
        System.out.printf(
                Locale.ROOT,
                "%,d rows: driver %.2f s, tune %.2f s: ratio %.2f; processor time %.2f s, %.2f s: ratio %.2f%n",
                rows,
                driver.seconds(),
                tune.seconds(),
                tune.seconds() / driver.seconds(),
                driver.work(),
                tune.work(),
                tune.work() / driver.work());
    }
}
