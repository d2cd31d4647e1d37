package io.emphatic.bench;

import io.emphatic.Algorithms;
import io.emphatic.Learner;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One step over binary features, 32 of them active. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SparseBenchmark {
    private static final int ACTIVE = 32;
    private static final int STATES = 20_000;

    @Param({"etd", "td"})
    public String algorithm;

    @Param({"1000000"})
    public int size;

    @Param({"0.95", "0.99"})
    public double lambda;

    /** A radius that is never reached keeps a one-trace learner on the explicit engine and costs nothing. */
    @Param({"chosen", "explicit"})
    public String engine;

    private SparseStream stream;
    private Learner learner;

    @Setup
    public void prepare() {
        Map<String, Double> parameters = new HashMap<>();
        parameters.put("step_size", 1e-5);
        if (engine.equals("explicit")) {
            parameters.put("radius", 1e100);
        }
        double[] ratios = algorithm.equals("etd") ? new double[] {0.5, 1.5} : new double[] {1};
        learner = Algorithms.named(algorithm).configure(parameters).learner(size);
        stream = new SparseStream(size, ACTIVE, STATES, 0.99, lambda, ratios);
    }

    @Benchmark
    public double step() {
        learner.update(stream.next());
        return learner.tdError();
    }
}
