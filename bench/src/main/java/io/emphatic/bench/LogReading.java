package io.emphatic.bench;

import com.sun.management.OperatingSystemMXBean;
import io.emphatic.logs.learning.Learning;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How much learning from a log costs beside reading it: the whole of {@code emphatic learn}, log doctor included,
 * against iterating the same query through DuckDB's JDBC driver and doing nothing with the numbers. Ten features, three
 * predictions, ten million rows of Parquet unless told otherwise:
 *
 * <pre>
 *   mvn -q -B -pl bench -am -DskipTests package
 *   java -Xmx512m -cp bench/target/benchmarks.jar io.emphatic.bench.LogReading [ROWS [ROUNDS]]
 * </pre>
 *
 * The two take turns, so that whatever else the machine does disturbs both. The driver is given the very query that
 * learning reads: where the rows lie in the order asked for, it sorts no more than learning does. Time of all threads'
 * processors is printed beside: on a machine that does other things too it varies less.
 */
public final class LogReading {
    private static final int FEATURES = 10;
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private LogReading() {}

    public static void main(String[] arguments) throws IOException, SQLException {
        long rows = arguments.length > 0 ? Long.parseLong(arguments[0]) : 10_000_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        Path file = Files.createTempFile("emphatic-bench", ".parquet");
        try {
            write(file, rows);
            for (Case what : Case.values()) {
                time(what, file, rows, rounds);
            }
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private enum Case {
        FILE_ORDER("rows as they lie", null, null, "pi", "pi"),
        DIFFERENT("rows as they lie, three targets", null, null, "pi * mu", "pi * pi"),
        IN_ORDER("by stream and time, sorted already", "ep", "t", "pi", "pi"),
        TO_SORT("by a column that sorts them anew", null, "shuffled", "pi", "pi");

        private final String title;
        private final String stream;
        private final String order;
        private final String secondTarget;
        private final String thirdTarget;

        Case(String title, String stream, String order, String secondTarget, String thirdTarget) {
            this.title = title;
            this.stream = stream;
            this.order = order;
            this.secondTarget = secondTarget;
            this.thirdTarget = thirdTarget;
        }

        Spec spec() {
            return new Spec(
                    stream,
                    order,
                    null,
                    null,
                    null,
                    List.of(new FeatureBlock.Expressions(features())),
                    List.of(
                            prediction("emphatic", "pi", "etd", 1e-5),
                            prediction("plain", secondTarget, "td", 1e-4),
                            prediction("gradient", thirdTarget, "gtd", 1e-4)));
        }

        private static Spec.Prediction prediction(String name, String target, String algorithm, double stepSize) {
            return new Spec.Prediction(
                    name, "mu", target, null, "r", "gamma", "lambda", "1", algorithm, Map.of("step_size", stepSize));
        }
    }

    /** The features of the log: its columns f0, f1, … */
    static String features() {
        return IntStream.range(0, FEATURES).mapToObj(j -> "f" + j).collect(Collectors.joining(","));
    }

    /** Writes the log that is read, as Parquet or, where the file is named so, as CSV. */
    static void write(Path file, long rows) throws SQLException {
        StringBuilder sql = new StringBuilder("COPY (SELECT i // 1000 AS ep, i % 1000 AS t, hash(i) AS shuffled");
        for (int j = 0; j < FEATURES; j++) {
            sql.append(", (hash(")
                    .append(FEATURES)
                    .append(" * i + ")
                    .append(j)
                    .append(") % 2000003) / 1000001 - 1 AS f")
                    .append(j);
        }
        sql.append(
                ", 0.5 + (hash(-i) % 1000) / 2000 AS mu, (hash(-2 * i) % 1001) / 1000 AS pi, (hash(-3 * i) % 3) - 1.0 AS r");
        sql.append(
                        ", CAST(0.9 AS DOUBLE) AS gamma, (i % 10) / 10 AS \"lambda\", i % 1000 = 999 AS terminated FROM range(")
                .append(rows)
                .append(") AS t(i)) TO '")
                .append(file)
                .append(file.toString().endsWith(".csv") ? "' (FORMAT csv)" : "' (FORMAT parquet)");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute(sql.toString());
        }
    }

    private static void time(Case what, Path file, long rows, int rounds) throws IOException, SQLException {
        double[] reading = new double[rounds];
        double[] learning = new double[rounds];
        double[] readingWork = new double[rounds];
        double[] learningWork = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            try (Log log = Log.open(file.toString())) {
                Plan plan = Plan.of(log, what.spec());
                String query = plan.query(plan.rowOrder(), plan.stream(), 0);
                Watch watch = Watch.start();
                iterate(file, query);
                watch.stop();
                reading[round] = watch.seconds();
                readingWork[round] = watch.work();
            }
            Watch watch = Watch.start();
            try (Log log = Log.open(file.toString())) {
                Learning.learn(log, what.spec(), Learning.Options.NONE);
            }
            watch.stop();
            learning[round] = watch.seconds();
            learningWork[round] = watch.work();
        }
        for (double[] times : new double[][] {reading, learning, readingWork, learningWork}) {
            Arrays.sort(times);
        }
        System.out.printf(
                Locale.ROOT,
                "%-36s %,d rows: driver %.2f s, learn %.2f s (medians of %d): ratio %.2f; processor time %.2f s, %.2f s: ratio %.2f%n",
                what.title,
                rows,
                reading[rounds / 2],
                learning[rounds / 2],
                rounds,
                learning[rounds / 2] / reading[rounds / 2],
                readingWork[rounds / 2],
                learningWork[rounds / 2],
                learningWork[rounds / 2] / readingWork[rounds / 2]);
    }

    /** Has the driver read the rows of a query. */
    static void iterate(Path file, String query) throws SQLException {
        Properties settings = new Properties();
        settings.put("jdbc_stream_results", "true");
        settings.put("memory_limit", "1GB");
        settings.put("temp_directory", file + ".tmp");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:", settings);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TEMP VIEW log AS FROM '" + file + "'");
            double sum = 0;
            try (ResultSet result = statement.executeQuery(query)) {
                int columns = result.getMetaData().getColumnCount();
                while (result.next()) {
                    for (int c = 1; c <= columns; c++) {
                        sum += result.getDouble(c);
                    }
                }
            }
            if (Double.isNaN(sum)) {
                throw new IllegalStateException("the benchmark's own log is wrong");
            }
        }
    }

    /** Time, and time of all threads' processors. */
    static final class Watch {
        private long time = System.nanoTime();
        private long processor = PROCESS.getProcessCpuTime();

        static Watch start() {
            return new Watch();
        }

        void stop() {
            time = System.nanoTime() - time;
            processor = PROCESS.getProcessCpuTime() - processor;
        }

        double seconds() {
            return time / 1e9;
        }

        double work() {
            return processor / 1e9;
        }
    }
}
