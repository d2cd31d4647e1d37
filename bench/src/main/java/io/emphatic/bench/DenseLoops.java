package io.emphatic.bench;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Ways to write the loops of a dense step, without a learner around them: w ← w + D e, e ← a e + b φ, wᵀ(γφ′ − φ) for
 * 1,000 features. The dense engine is the fourth, {@link #blockMoveTraceThenProducts}. Numbers are in
 * {@code docs/decisions/performance.md}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DenseLoops {
    private static final int N = 1000;
    private static final int HALF = 512;
    private static final int E = 1024;
    private static final int S = 2048;
    private static final double A = 0.4;
    private static final double B = 0.5;
    private static final double GAMMA = 0.9;

    private final double[] w = new double[N];
    private final double[] e = new double[N];
    private final double[] s = new double[N];
    private final double[] x = new double[3 * 1024];
    private final double[][] phi = new double[4][N];
    private double move;
    private int now;

    @Setup
    public void prepare() {
        SplittableRandom random = new SplittableRandom(7);
        for (double[] features : phi) {
            System.arraycopy(random.doubles(N, -1, 1).toArray(), 0, features, 0, N);
        }
    }

    private double[] here() {
        return phi[now & 3];
    }

    private double[] next() {
        return phi[(now + 1) & 3];
    }

    private double went(double sum) {
        now++;
        move = 1e-7 * (0.1 + sum);
        return sum;
    }

    /** Three arrays, three loops. */
    @Benchmark
    public double arrays(CpuClock clock) {
        clock.step(2000);
        move(w, e, move);
        trace(e, here());
        pairs(s, w, here(), next());
        fold256(s);
        fold128(s);
        return went(sum(s, 0));
    }

    /** One array, three loops. */
    @Benchmark
    public double block(CpuClock clock) {
        clock.step(2000);
        moveInBlock(x, move);
        traceInBlock(x, here());
        pairsInBlock(x, here(), next());
        foldBlock(x);
        return went(sum(x, S));
    }

    /** One array, everything in one loop. */
    @Benchmark
    public double blockOneLoop(CpuClock clock) {
        clock.step(2000);
        allInBlock(x, move, here(), next());
        for (int j = 0; j < N - HALF; j++) {
            x[S + j] += x[S + j + HALF];
        }
        foldBlock(x);
        return went(sum(x, S));
    }

    /** One array, move and trace in one loop, products in another. */
    @Benchmark
    public double blockMoveTraceThenProducts(CpuClock clock) {
        clock.step(2000);
        moveAndTraceInBlock(x, move, here());
        pairsInBlock(x, here(), next());
        foldBlock(x);
        return went(sum(x, S));
    }

    private static void move(double[] w, double[] e, double move) {
        for (int j = 0; j < N; j++) {
            w[j] += move * e[j];
        }
    }

    private static void trace(double[] e, double[] p) {
        for (int j = 0; j < N; j++) {
            e[j] = A * e[j] + B * p[j];
        }
    }

    private static void pairs(double[] s, double[] w, double[] p, double[] q) {
        for (int j = 0; j < N - HALF; j++) {
            s[j] = w[j] * (GAMMA * q[j] - p[j]) + w[j + HALF] * (GAMMA * q[j + HALF] - p[j + HALF]);
        }
        for (int j = N - HALF; j < HALF; j++) {
            s[j] = w[j] * (GAMMA * q[j] - p[j]);
        }
    }

    private static void fold256(double[] s) {
        for (int j = 0; j < 256; j++) {
            s[j] += s[j + 256];
        }
    }

    private static void fold128(double[] s) {
        for (int j = 0; j < 128; j++) {
            s[j] += s[j + 128];
        }
    }

    private static void moveInBlock(double[] x, double move) {
        for (int j = 0; j < N; j++) {
            x[j] += move * x[E + j];
        }
    }

    private static void traceInBlock(double[] x, double[] p) {
        for (int j = 0; j < N; j++) {
            x[E + j] = A * x[E + j] + B * p[j];
        }
    }

    private static void moveAndTraceInBlock(double[] x, double move, double[] p) {
        for (int j = 0; j < N; j++) {
            double e = x[E + j];
            x[j] += move * e;
            x[E + j] = A * e + B * p[j];
        }
    }

    private static void pairsInBlock(double[] x, double[] p, double[] q) {
        for (int j = 0; j < N - HALF; j++) {
            x[S + j] = x[j] * (GAMMA * q[j] - p[j]) + x[j + HALF] * (GAMMA * q[j + HALF] - p[j + HALF]);
        }
        for (int j = N - HALF; j < HALF; j++) {
            x[S + j] = x[j] * (GAMMA * q[j] - p[j]);
        }
    }

    private static void allInBlock(double[] x, double move, double[] p, double[] q) {
        for (int j = 0; j < N; j++) {
            double e = x[E + j];
            double w = x[j] + move * e;
            x[j] = w;
            x[E + j] = A * e + B * p[j];
            x[S + j] = w * (GAMMA * q[j] - p[j]);
        }
    }

    private static void foldBlock(double[] x) {
        for (int j = 0; j < 256; j++) {
            x[S + j] += x[S + j + 256];
        }
        for (int j = 0; j < 128; j++) {
            x[S + j] += x[S + j + 128];
        }
    }

    private static double sum(double[] s, int from) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        for (int j = from; j < from + 128; j += 4) {
            s0 += s[j];
            s1 += s[j + 1];
            s2 += s[j + 2];
            s3 += s[j + 3];
        }
        return (s0 + s1) + (s2 + s3);
    }
}
