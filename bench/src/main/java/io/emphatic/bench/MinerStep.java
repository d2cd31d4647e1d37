package io.emphatic.bench;

import io.emphatic.Algorithms;
import io.emphatic.Learner;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.problems.miner.Miner;
import io.emphatic.lab.simulation.Experience;
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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One time step of the Miner problem: the simulator with the three learners of {@code emphatic reproduce miner}, and
 * alone; with the garbage collector that {@code ./emphatic} chooses.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "-XX:+UseParallelGC")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class MinerStep {
    private static final int STEPS = 1_000;

    /** 3 for the experiment, 0 for the simulator alone. */
    @Param({"3", "0"})
    public int learners;

    private Experience experience;
    private Learner[] learning;

    @Setup
    public void prepare() {
        Mdp mdp = new Miner().mdp();
        experience = new Experience(mdp, RandomSource.XO_SHI_RO_256_PP.create(1L));
        learning = mdp.questions().stream()
                .limit(learners)
                .map(question -> Algorithms.named("etd")
                        .configure(Map.of("step_size", 0.001, "clip", 0.5))
                        .learner(mdp.featureNames().size()))
                .toArray(Learner[]::new);
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public int step(CpuClock clock) {
        for (int k = 0; k < STEPS; k++) {
            experience.step();
            for (int q = 0; q < learning.length; q++) {
                learning[q].update(experience.transition(q));
            }
        }
        clock.steps(STEPS, 100 * STEPS);
        return experience.state();
    }
}
