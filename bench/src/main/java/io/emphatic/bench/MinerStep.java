package io.emphatic.bench;

import io.emphatic.Algorithms;
import io.emphatic.Learner;
import io.emphatic.lab.Experience;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.problems.miner.Miner;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.commons.rng.simple.RandomSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One time step of the Miner problem: the simulator alone, and with the three learners of {@code emphatic
 * reproduce miner}; with the garbage collector that {@code ./emphatic} chooses.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "-XX:+UseParallelGC")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class MinerStep {
    private static final int STEPS = 1_000;

    private Experience experience;
    private Learner[] learners;

    @Setup
    public void prepare() {
        Mdp mdp = new Miner().mdp();
        experience = new Experience(mdp, RandomSource.XO_SHI_RO_256_PP.create(1L));
        learners = mdp.questions().stream()
                .map(question -> Algorithms.named("etd")
                        .configure(Map.of("step_size", 0.001, "clip", 0.5))
                        .learner(mdp.featureNames().size()))
                .toArray(Learner[]::new);
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public int simulate() {
        for (int k = 0; k < STEPS; k++) {
            experience.step();
        }
        return experience.state();
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public double learn() {
        for (int k = 0; k < STEPS; k++) {
            experience.step();
            for (int q = 0; q < learners.length; q++) {
                learners[q].update(experience.transition(q));
            }
        }
        return learners[0].tdError();
    }
}
