package io.emphatic.bench;

import com.sun.management.OperatingSystemMXBean;
import io.emphatic.logs.evaluating.Evaluating;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.EvaluationSpec.PolicyQuestion;
import io.emphatic.logs.spec.EvaluationSpec.PolicySpec;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Spec;
import io.emphatic.logs.sql.Log;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How much evaluating policies costs beside reading the log: the whole of {@code emphatic evaluate}, all passes and the
 * log doctor included, against iterating the query of three targets once through DuckDB's JDBC driver
 * ({@link LogReading}). Ten features, episodes of a thousand rows, ten million rows of Parquet unless told otherwise:
 *
 * <pre>
 *   mvn -q -B -pl bench -am -DskipTests package
 *   java -Xmx512m -cp bench/target/benchmarks.jar io.emphatic.bench.EvaluationSpeed [ROWS [ROUNDS [TARGETS...]]]
 * </pre>
 */
public final class EvaluationSpeed {
    private static final int FEW = 3;

    private EvaluationSpeed() {}

    public static void main(String[] arguments) throws IOException, SQLException {
        long rows = arguments.length > 0 ? Long.parseLong(arguments[0]) : 10_000_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        int[] counts = arguments.length > 2
                ? Arrays.stream(arguments, 2, arguments.length)
                        .mapToInt(Integer::parseInt)
                        .toArray()
                : new int[] {FEW, 100};
        Path file = Files.createTempFile("emphatic-bench", ".parquet");
        try {
            LogReading.write(file, rows);
            for (int count : counts) {
                time(file, rows, rounds, count);
            }
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static EvaluationSpec spec(int targets) {
        List<PolicySpec> policies = IntStream.range(0, targets)
                .mapToObj(k -> new PolicySpec("policy" + k, "mu + (pi - mu) * " + (k + 1) + " / 128", null, null))
                .toList();
        PolicyQuestion question = new PolicyQuestion("mu", "r", "gamma", null);
        Spec spec = new Spec(
                "ep",
                "t",
                null,
                null,
                null,
                List.of(new FeatureBlock.Bias(), new FeatureBlock.Expressions(LogReading.features())),
                EvaluationSpec.predictions(policies, question));
        return new EvaluationSpec(spec, true, Map.of(), null, null);
    }

    private static void time(Path file, long rows, int rounds, int targets) throws IOException, SQLException {
        double[][] seconds = new double[4][rounds]; // of the driver and of evaluate, then of their processors
        for (int round = 0; round < rounds; round++) {
            try (Log log = Log.open(file.toString())) {
                String query = Evaluating.query(log, spec(FEW));
                Stopwatch driver = new Stopwatch();
                LogReading.iterate(file, query);
                seconds[0][round] = driver.seconds();
                seconds[2][round] = driver.processorSeconds();
            }
            Stopwatch evaluate = new Stopwatch();
            try (Log log = Log.open(file.toString())) {
                Evaluating.evaluate(log, spec(targets), ProgressListener.NONE);
            }
            seconds[1][round] = evaluate.seconds();
            seconds[3][round] = evaluate.processorSeconds();
        }
        double[] median = Arrays.stream(seconds)
                .peek(Arrays::sort)
                .mapToDouble(times -> times[rounds / 2])
                .toArray();
        System.out.printf(
                Locale.ROOT,
                "%d targets, %,d rows: driver %.2f s, evaluate %.2f s (medians of %d): ratio %.2f; processor time %.2f s,"
                        + " %.2f s: ratio %.2f%n",
                targets,
                rows,
                median[0],
                median[1],
                rounds,
                median[1] / median[0],
                median[2],
                median[3],
                median[3] / median[2]);
    }

    /** Time that has passed, and the time of all threads' processors, since it was made. */
    private static final class Stopwatch {
        private static final OperatingSystemMXBean PROCESS =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

        private final long start = System.nanoTime();
        private final long processor = PROCESS.getProcessCpuTime();

        double seconds() {
            return (System.nanoTime() - start) / 1e9;
        }

        double processorSeconds() {
            return (PROCESS.getProcessCpuTime() - processor) / 1e9;
        }
    }
}
