package io.emphatic.bench;

import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
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

/** One step over dense features. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DenseBenchmark {
    private static final int STATES = 4;

    @Param({"etd"})
    public String algorithm;

    @Param({"1000"})
    public int size;

    /** Learners that streams share are on the explicit engine. */
    @Param({"chosen", "explicit"})
    public String engine;

    private final Features[] phi = new Features[STATES];
    private final double[] rho = {0.5, 1.5, 0.8, 1.2};
    private final Transition t = new Transition();
    private Learner learner;
    private int now;

    @Setup
    public void prepare() {
        SplittableRandom random = new SplittableRandom(7);
        for (int s = 0; s < STATES; s++) {
            phi[s] = Features.dense(random.doubles(size, -1, 1).toArray());
        }
        Map<String, Double> parameters = new HashMap<>();
        parameters.put("step_size", 1e-7);
        Config config = Algorithms.named(algorithm).configure(parameters);
        double[] initial = new double[size];
        learner = engine.equals("explicit") ? config.sharedLearner(initial) : config.learner(initial);
        t.start(phi[0], 0.9, 1);
    }

    @Benchmark
    public double step(CpuClock clock) {
        clock.step(2000);
        int next = (now + 1) % STATES;
        t.ratio(rho[now]);
        t.arrive(0.1, phi[next], 0.9, 0.9, 1);
        now = next;
        learner.update(t);
        return learner.tdError();
    }
}
