package io.emphatic.bench;

import io.emphatic.Etd;
import io.emphatic.engine.Engine;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.plain.StepLimits;
import io.emphatic.engine.internal.plain.TraceEngine;
import io.emphatic.engine.internal.sparse.SparseVectors;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;

/**
 * What an active feature costs the engine for sparse features, in features of the plain engine: the numbers by which
 * {@code ChosenEngine} chooses.
 *
 * <pre>
 *   java -Xmx3g -cp bench/target/benchmarks.jar io.emphatic.bench.EngineCosts
 * </pre>
 *
 * Both take the same steps of ETD, with a fraction of the features active; processor time, the median of blocks that
 * take turns.
 */
public final class EngineCosts {
    private static final int[] SIZES = {1_000, 10_000, 100_000, 1_000_000};
    private static final int[] ONE_IN = {20, 5, 2};
    private static final int BLOCKS = 11;
    private static final double ALPHA = 1e-9;
    private static final double OFF = Double.POSITIVE_INFINITY;
    private static final long FEATURES_OF_A_BLOCK = 20_000_000;
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private EngineCosts() {}

    public static void main(String[] arguments) {
        System.out.println("| n | one active in | sparse, µs | plain, µs | an active feature costs as many of n |");
        System.out.println("|---:|---:|---:|---:|---:|");
        for (int size : SIZES) {
            for (int oneIn : ONE_IN) {
                print(size, oneIn);
            }
        }
    }

    private static void print(int size, int oneIn) {
        TraceRule rule = new Etd(ALPHA).rule();
        Engine[] engines = {
            new TraceEngine(rule, new StepLimits(OFF, OFF, OFF, size), new SparseVectors(size)),
            new TraceEngine(new Etd(ALPHA).rule(), new StepLimits(OFF, OFF, OFF, size), size)
        };
        SparseStream[] streams = new SparseStream[2];
        for (int k = 0; k < 2; k++) {
            engines[k].begin(new double[size]);
            streams[k] = new SparseStream(1, size, size / oneIn, 16, 0.9, 0.9, 0.5, 1.5);
        }
        int steps = (int) (FEATURES_OF_A_BLOCK / size);
        double[][] micros = new double[2][BLOCKS];
        for (int block = -3; block < BLOCKS; block++) { // the first few warm up
            for (int k = 0; k < 2; k++) {
                long before = CLOCK.getCurrentThreadCpuTime();
                for (int step = 0; step < steps; step++) {
                    engines[k].step(streams[k].next(), ALPHA);
                }
                micros[k][Math.max(block, 0)] = (CLOCK.getCurrentThreadCpuTime() - before) / 1e3 / steps;
            }
        }
        Arrays.stream(micros).forEach(Arrays::sort);
        double sparse = micros[0][BLOCKS / 2];
        double plain = micros[1][BLOCKS / 2];
        System.out.printf(
                Locale.ROOT, "| %,d | %d | %.3g | %.3g | %.1f |%n", size, oneIn, sparse, plain, sparse / plain * oneIn);
    }
}
