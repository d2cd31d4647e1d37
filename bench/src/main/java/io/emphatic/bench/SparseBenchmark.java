package io.emphatic.bench;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.Config;
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

/**
 * One step over binary features: emphatic TD(λ) with ratios ½ and 1½, TD(λ), GTD(λ) and true online TD(λ) on-policy; γ
 * = 0.99.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgs = "-Xmx3g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SparseBenchmark {
    /** Of all steps: for n = 10⁷ they touch five times as many cache lines as fit into a cache of 32 MB. */
    private static final int INDICES = 3_200_000;

    @Param({"etd", "td", "gtd", "true-online-td"})
    public String algorithm;

    @Param({"1000000"})
    public int size;

    @Param({"32"})
    public int active;

    @Param({"0.95", "0.99"})
    public double lambda;

    @Param({"chosen", "explicit"})
    public String engine;

    private SparseStream stream;
    private Learner learner;
    private int period;

    @Setup
    public void prepare() {
        boolean emphatic = algorithm.equals("etd");
        boolean explicit = engine.equals("explicit");
        period = explicit ? 5 : 500; // an explicit step may take milliseconds
        Map<String, Double> parameters = new HashMap<>();
        parameters.put("step_size", emphatic ? 1e-7 : 0.01 / active);
        Algorithm named = Algorithms.named(algorithm);
        Config config = named.configure(parameters);
        double[] initial = new double[size];
        learner = explicit ? config.sharedLearner(initial) : config.learner(initial); // the former is explicit
        double[] ratios = emphatic ? new double[] {0.5, 1.5} : new double[] {1};
        stream = new SparseStream(20150101, size, active, INDICES / active, 0.99, lambda, ratios);
    }

    @Benchmark
    public double step(CpuClock clock) {
        clock.step(period);
        learner.update(stream.next());
        return learner.tdError();
    }
}
