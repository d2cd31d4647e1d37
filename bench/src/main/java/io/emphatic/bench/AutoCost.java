package io.emphatic.bench;

import io.emphatic.Algorithms;
import io.emphatic.Learner;
import io.emphatic.Parameter;
import io.emphatic.experience.Arrival;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * What {@code step_size: auto} costs in time: a learner beside the same with a step size given, in turns in one run.
 * Processor time per step, the least of several rounds.
 *
 * <pre>
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.AutoCost [ALGORITHM]
 * </pre>
 */
public final class AutoCost {
    private static final int ROUNDS = 15;
    private static final int ACTIVE = 32;

    private AutoCost() {}

    public static void main(String[] arguments) {
        String algorithm = arguments.length > 0 ? arguments[0] : "etd";
        System.out.println("| " + algorithm + " | one step size, ns | auto, ns | ratio |");
        System.out.println("|---|---|---|---|");
        for (int size : new int[] {4, 8, 64, 100, 1000}) {
            print(algorithm, "dense, n = " + size, states(size, 4, false), size, 1_000_000 / (size + 20));
        }
        print(algorithm, "sparse, n = 10⁶, 32 active", states(1_000_000, 1000, true), 1_000_000, 20_000);
    }

    private static Arrival[] states(int size, int count, boolean sparse) {
        SplittableRandom random = new SplittableRandom(1);
        Arrival[] states = new Arrival[count];
        for (int s = 0; s < count; s++) {
            double mu = 0.3 + 0.5 * random.nextDouble();
            double pi = mu * (0.8 + 0.4 * random.nextDouble());
            Features phi = sparse
                    ? Features.binary(
                            size, random.ints(0, size).distinct().limit(ACTIVE).toArray())
                    : Features.dense(IntStream.range(0, size)
                            .mapToDouble(j -> random.nextGaussian() / Math.sqrt(size))
                            .toArray());
            states[s] = Arrival.of(pi, mu, random.nextGaussian(), phi, 0.9, 0.8, 1);
        }
        return states;
    }

    private static void print(String algorithm, String features, Arrival[] states, int size, int steps) {
        double one = nanos(algorithm, 1e-3, states, size, steps);
        double auto = nanos(algorithm, Parameter.AUTO, states, size, steps);
        System.out.printf(Locale.ROOT, "| %s | %.1f | %.1f | %.1f |%n", features, one, auto, auto / one);
    }

    private static double nanos(String algorithm, double stepSize, Arrival[] states, int size, int steps) {
        Learner learner = Algorithms.named(algorithm)
                .configure(Map.of("step_size", stepSize))
                .learner(size);
        Transition t = new Transition();
        t.start(Arrival.start(Features.none(size), 0.8, 1));
        var clock = ManagementFactory.getThreadMXBean();
        double[] rounds = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long before = clock.getCurrentThreadCpuTime();
            for (int k = 0; k < steps; k++) {
                t.follow(states[k % states.length]);
                learner.update(t);
            }
            rounds[round] = (clock.getCurrentThreadCpuTime() - before) / (double) steps;
        }
        return Arrays.stream(rounds).min().orElseThrow();
    }
}
