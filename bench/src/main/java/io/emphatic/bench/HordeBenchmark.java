package io.emphatic.bench;

import io.emphatic.Learner;
import io.emphatic.Limits;
import io.emphatic.StepSize;
import io.emphatic.Td;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.horde.Horde;
import io.emphatic.horde.HordeGroup;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One step of TD(λ), λ = 0.9, for thousands of predictions at eight discounts over 6,065 binary features of which 457
 * are active: the size of the robot system of Modayil, White &amp; Sutton (2014).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class HordeBenchmark {
    private static final int SIZE = 6065;
    private static final int ACTIVE = 457;
    private static final int STATES = 997;
    private static final double LAMBDA = 0.9;
    private static final double[] DISCOUNTS = {0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.9875, 0.99};

    @Param({"6000"})
    public int predictions;

    /** {@code explicit} has one learner with a trace of its own for each prediction. */
    @Param({"horde-1", "horde-2", "explicit"})
    public String engine;

    private final Features[] phi = new Features[STATES];
    private final Transition[] steps = new Transition[DISCOUNTS.length];
    private double[] cumulants;
    private Horde horde;
    private Learner[] learners;
    private int now;

    @Setup
    public void prepare() {
        SplittableRandom random = new SplittableRandom(2014);
        for (int s = 0; s < STATES; s++) {
            phi[s] = Features.binary(
                    SIZE, random.ints(0, SIZE).distinct().limit(ACTIVE).toArray());
        }
        for (int g = 0; g < steps.length; g++) {
            steps[g] = new Transition();
            steps[g].start(phi[0], LAMBDA, 1);
        }
        cumulants = random.doubles(predictions, -1, 1).toArray();
        if (engine.equals("explicit")) {
            StepSize stepSize = StepSize.constant(0.1 / ACTIVE);
            learners = new Learner[predictions];
            for (int p = 0; p < predictions; p++) {
                learners[p] = new Td(stepSize, new Limits(Double.POSITIVE_INFINITY, 1e100)).learner(SIZE);
            }
            return;
        }
        horde = new Horde(SIZE, Integer.parseInt(engine.substring("horde-".length())));
        horde.reserve(predictions);
        int perGroup = predictions / steps.length;
        for (int g = 0; g < steps.length; g++) {
            HordeGroup group = horde.group(new Td(0.1 / ACTIVE));
            int count = g + 1 < steps.length ? perGroup : predictions - g * perGroup;
            for (int p = 0; p < count; p++) {
                group.add();
            }
        }
    }

    @TearDown
    public void end() {
        if (horde != null) {
            horde.close();
        }
    }

    @Benchmark
    public double step(CpuClock clock) {
        clock.step(1);
        now = (now + 1) % STATES;
        for (int g = 0; g < steps.length; g++) {
            steps[g].ratio(1);
            steps[g].arrive(cumulants[g], phi[now], DISCOUNTS[g], LAMBDA, 1);
        }
        if (horde == null) {
            for (int p = 0; p < learners.length; p++) {
                learners[p].update(steps[p % steps.length]);
            }
            return learners[0].tdError();
        }
        horde.update(steps, cumulants);
        return horde.predictions().get(0).tdError();
    }
}
