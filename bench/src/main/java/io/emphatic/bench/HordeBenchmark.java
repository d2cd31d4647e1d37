package io.emphatic.bench;

import io.emphatic.Learner;
import io.emphatic.Limits;
import io.emphatic.StepSize;
import io.emphatic.Td;
import io.emphatic.batch.Horde;
import io.emphatic.experience.Transition;
import java.util.List;
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
 * One step of TD(λ), λ = 0.9, for thousands of predictions at eight discounts over the features of {@link RobotStream}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class HordeBenchmark {
    @Param({"6000"})
    public int predictions;

    /** {@code explicit} has a single learner for each prediction. */
    @Param({"horde", "explicit"})
    public String engine;

    private RobotStream stream;
    private List<Horde> hordes; // null without
    private double[] cumulants;
    private Learner[] learners;

    @Setup
    public void prepare() {
        stream = new RobotStream(predictions);
        if (engine.equals("explicit")) {
            StepSize stepSize = StepSize.constant(0.1 / RobotStream.ACTIVE);
            learners = new Learner[predictions];
            for (int p = 0; p < predictions; p++) {
                learners[p] = new Td(stepSize, Limits.NONE).sharedLearner(new double[RobotStream.SIZE]);
            }
            return;
        }
        hordes = stream.hordes();
        cumulants = stream.cumulants();
    }

    @Benchmark
    public double step(CpuClock clock) {
        clock.step(hordes == null ? 1 : 16);
        Transition[] steps = stream.next();
        if (hordes == null) {
            for (int p = 0; p < learners.length; p++) {
                learners[p].update(steps[p % steps.length]);
            }
            return learners[0].tdError();
        }
        for (int g = 0; g < steps.length; g++) {
            hordes.get(g).update(steps[g], cumulants);
        }
        return hordes.get(0).tdError(0);
    }
}
