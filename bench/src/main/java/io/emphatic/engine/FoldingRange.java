package io.emphatic.engine;

import io.emphatic.Etd;
import io.emphatic.OneTrace;
import io.emphatic.Td;
import io.emphatic.bench.SparseStream;
import io.emphatic.experience.Transition;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;

/**
 * What the range in which a factored trace may scale before it is folded costs in digits and gains in time: a table for
 * docs/performance.md.
 *
 * <pre>
 *   mvn -q -B -pl bench -am -DskipTests package
 *   java -cp bench/target/benchmarks.jar io.emphatic.engine.FoldingRange
 * </pre>
 *
 * In this package because the range is not for users to choose. Digits: the largest difference between factored and
 * explicit weights over the largest weight, the worst of several streams. Time: of this thread's processor; the ranges
 * take turns, so that whatever else the machine does disturbs all of them.
 */
public final class FoldingRange {
    private static final double[] RANGES = {1e2, 1e3, 1e4, 1e6};
    private static final String[] NAMES = {"10²", "10³", "10⁴", "10⁶"};
    private static final double[] LAMBDAS = {0.95, 0.99};
    private static final int STREAMS = 3;
    private static final int STEPS = 200_000;
    private static final int BLOCKS = 30;
    private static final int BLOCK = 10_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private FoldingRange() {}

    public static void main(String[] arguments) {
        double[][] td = new double[RANGES.length][];
        double[][] etd = new double[RANGES.length][];
        for (int k = 0; k < RANGES.length; k++) {
            td[k] = rounding(new Td(0.01 / 8), RANGES[k], 1);
            etd[k] = rounding(new Etd(1e-7), RANGES[k], 0.5, 1.5);
        }
        double[][] times = times();
        System.out.println("| folding range | TD λ = 0.95 / 0.99 | ETD λ = 0.95 / 0.99 "
                + "| TD, n = 10⁶, λ = 0.95: fastest block, median, µs |");
        System.out.println("|---|---|---|---|");
        for (int k = 0; k < RANGES.length; k++) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.1e / %.1e | %.1e / %.1e | %.2f, %.2f |%n",
                    NAMES[k],
                    td[k][0],
                    td[k][1],
                    etd[k][0],
                    etd[k][1],
                    times[k][0],
                    times[k][BLOCKS / 2]);
        }
    }

    /** For each λ; n = 2,000, 8 active, γ = 0.99. */
    private static double[] rounding(OneTrace config, double range, double... ratios) {
        int size = 2_000;
        double[] worst = new double[LAMBDAS.length];
        for (int k = 0; k < LAMBDAS.length; k++) {
            for (long seed = 1; seed <= STREAMS; seed++) {
                SparseStream stream = new SparseStream(seed, size, 8, 5_000, 0.99, LAMBDAS[k], ratios);
                Engine factored = begun(new FactoredTraceEngine(config.rule(), size, new TraceScale(range)), size);
                Engine explicit = begun(
                        new TraceEngine(config.rule(), Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, size), size);
                double alpha = config.stepSize().constant();
                for (int step = 0; step < STEPS; step++) {
                    Transition t = stream.next();
                    factored.step(t, alpha);
                    explicit.step(t, alpha);
                }
                worst[k] = Math.max(worst[k], distance(factored.weights(), explicit.weights()));
            }
        }
        return worst;
    }

    private static Engine begun(Engine engine, int size) {
        engine.begin(new double[size]);
        return engine;
    }

    private static double distance(double[] x, double[] y) {
        double difference = 0;
        for (int j = 0; j < x.length; j++) {
            difference = Math.max(difference, Math.abs(x[j] - y[j]));
        }
        return difference / Arrays.stream(y).map(Math::abs).max().orElseThrow();
    }

    /** For each range, µs per step of each block, sorted; as the row of TD in the table of {@code bench/run}. */
    private static double[][] times() {
        int size = 1_000_000;
        int active = 32;
        OneTrace config = new Td(0.01 / active);
        SparseStream[] streams = new SparseStream[RANGES.length];
        Engine[] engines = new Engine[RANGES.length];
        for (int k = 0; k < RANGES.length; k++) {
            streams[k] = new SparseStream(20150101, size, active, 3_200_000 / active, 0.99, 0.95, 1);
            engines[k] = begun(new FactoredTraceEngine(config.rule(), size, new TraceScale(RANGES[k])), size);
        }
        double[][] micros = new double[RANGES.length][BLOCKS];
        for (int block = -5; block < BLOCKS; block++) { // the first few warm up
            for (int k = 0; k < RANGES.length; k++) {
                long before = THREADS.getCurrentThreadCpuTime();
                for (int step = 0; step < BLOCK; step++) {
                    engines[k].step(streams[k].next(), config.stepSize().constant());
                }
                double time = (THREADS.getCurrentThreadCpuTime() - before) / 1e3 / BLOCK;
                if (block >= 0) {
                    micros[k][block] = time;
                }
            }
        }
        for (double[] blocks : micros) {
            Arrays.sort(blocks);
        }
        return micros;
    }
}
