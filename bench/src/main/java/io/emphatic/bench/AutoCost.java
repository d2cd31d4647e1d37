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
 * Processor time per step, medians over short rounds.
 *
 * <pre>
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.AutoCost [ALGORITHM]
 * </pre>
 */
public final class AutoCost {
    private static final int WARM_UP = 6;
    private static final int ROUNDS = 25;
    private static final int ACTIVE = 32;

    private AutoCost() {}

    public static void main(String[] arguments) {
        String algorithm = arguments.length > 0 ? arguments[0] : "etd";
        System.out.println("| " + algorithm + " | one step size, ns | auto, ns | ratio |");
        System.out.println("|---|---|---|---|");
        for (int size : new int[] {4, 8, 64, 100, 1000}) {
            print(algorithm, "dense, n = " + size, states(size, 4, false), size, 2_000_000 / (size + 20));
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
        Stopwatch one = new Stopwatch(algorithm, 1e-3, states, size);
        Stopwatch auto = new Stopwatch(algorithm, Parameter.AUTO, states, size);
        double[] ones = new double[ROUNDS];
        double[] autos = new double[ROUNDS];
        double[] ratios = new double[ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            double first = one.nanos(steps);
            double second = auto.nanos(steps);
            if (round >= 0) {
                ones[round] = first;
                autos[round] = second;
                ratios[round] = second / first;
            }
        }
        System.out.printf(
                Locale.ROOT, "| %s | %.0f | %.0f | %.1f |%n", features, median(ones), median(autos), median(ratios));
    }

    private static double median(double[] rounds) {
        return Arrays.stream(rounds).sorted().toArray()[rounds.length / 2];
    }

    /** A learner and the processor time of its steps. */
    private static final class Stopwatch {
        private final Learner learner;
        private final Arrival[] states;
        private final Transition t = new Transition();
        private int next;

        Stopwatch(String algorithm, double stepSize, Arrival[] states, int size) {
            this.learner = Algorithms.named(algorithm)
                    .configure(Map.of("step_size", stepSize))
                    .learner(size);
            this.states = states;
            t.start(Arrival.start(Features.none(size), 0.8, 1));
        }

        /** Per step. */
        double nanos(int steps) {
            var clock = ManagementFactory.getThreadMXBean();
            long before = clock.getCurrentThreadCpuTime();
            for (int k = 0; k < steps; k++) {
                t.follow(states[next]);
                next = next + 1 == states.length ? 0 : next + 1;
                learner.update(t);
            }
            return (clock.getCurrentThreadCpuTime() - before) / (double) steps;
        }
    }
}
