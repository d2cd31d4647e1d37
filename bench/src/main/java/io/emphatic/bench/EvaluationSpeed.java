package io.emphatic.bench;

import com.sun.management.OperatingSystemMXBean;
import io.emphatic.logs.evaluating.Evaluating;
import io.emphatic.logs.file.ProgressListener;
import io.emphatic.logs.spec.EvaluationPlan;
import io.emphatic.logs.spec.EvaluationSpec;
import io.emphatic.logs.spec.EvaluationSpec.PolicyQuestion;
import io.emphatic.logs.spec.EvaluationSpec.PolicySpec;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.Plan;
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
 * log doctor included, against iterating the very same query once through DuckDB's JDBC driver ({@link LogReading});
 * with other numbers of targets than three, also against the query of three. Ten features, episodes of a thousand rows,
 * ten million rows of Parquet unless told otherwise:
 *
 * <pre>
 *   mvn -q -B -pl bench -am -DskipTests package
 *   java -Xmx512m -cp bench/target/benchmarks.jar io.emphatic.bench.EvaluationSpeed [ROWS [ROUNDS [TARGETS...]]]
 * </pre>
 */
public final class EvaluationSpeed {
    private static final int FEW_TARGETS = 3;

    private EvaluationSpeed() {}

    public static void main(String[] arguments) throws IOException, SQLException {
        long rows = arguments.length > 0 ? Long.parseLong(arguments[0]) : 10_000_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        int[] counts = arguments.length > 2
                ? Arrays.stream(arguments, 2, arguments.length)
                        .mapToInt(Integer::parseInt)
                        .toArray()
                : new int[] {FEW_TARGETS, 100};
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
        return new EvaluationSpec(spec, true, Map.of(), null, null, null, false, 0, 1, EvaluationSpec.RowNotes.NONE);
    }

    private static void time(Path file, long rows, int rounds, int targets) throws IOException, SQLException {
        Times driver = new Times(rounds);
        Times few = new Times(rounds);
        Times evaluate = new Times(rounds);
        for (int round = 0; round < rounds; round++) {
            iterate(file, targets, driver);
            if (targets != FEW_TARGETS) {
                iterate(file, FEW_TARGETS, few);
            }
            Stopwatch watch = new Stopwatch();
            try (Log log = Log.open(file.toString())) {
                Evaluating.evaluate(log, spec(targets), ProgressListener.NONE);
            }
            evaluate.add(watch);
        }
        System.out.printf(
                Locale.ROOT,
                "%d targets, %,d rows, medians of %d: evaluate %.2f s, processor time %.2f s%n",
                targets,
                rows,
                rounds,
                evaluate.seconds(),
                evaluate.processor());
        print(targets, driver, evaluate);
        if (targets != FEW_TARGETS) {
            print(FEW_TARGETS, few, evaluate);
        }
    }

    private static void iterate(Path file, int targets, Times times) throws IOException, SQLException {
        try (Log log = Log.open(file.toString())) {
            Plan plan = EvaluationPlan.of(log, spec(targets), null, null).plan();
            String query = plan.query(plan.rowOrder(), plan.stream(), 0);
            Stopwatch watch = new Stopwatch();
            LogReading.iterate(file, query);
            times.add(watch);
        }
    }

    private static void print(int targets, Times driver, Times evaluate) {
        System.out.printf(
                Locale.ROOT,
                "  driver, query of %d targets: %.2f s, ratio %.2f; processor time %.2f s, ratio %.2f%n",
                targets,
                driver.seconds(),
                evaluate.seconds() / driver.seconds(),
                driver.processor(),
                evaluate.processor() / driver.processor());
    }

    /** Of several rounds. */
    private static final class Times {
        private final double[] seconds;
        private final double[] processor;
        private int rounds;

        Times(int rounds) {
            this.seconds = new double[rounds];
            this.processor = new double[rounds];
        }

        void add(Stopwatch watch) {
            seconds[rounds] = watch.seconds();
            processor[rounds++] = watch.processorSeconds();
        }

        double seconds() {
            return median(seconds);
        }

        double processor() {
            return median(processor);
        }

        private static double median(double[] times) {
            double[] sorted = times.clone();
            Arrays.sort(sorted);
            return sorted[sorted.length / 2];
        }
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
