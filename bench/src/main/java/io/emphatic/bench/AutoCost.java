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
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What {@code step_size: auto} costs in time: a learner beside the same with a step size given, in turns in one run.
 * Processor time per step, medians over short rounds.
 *
 * <pre>
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.AutoCost [ALGORITHM [PARAMETER=VALUE …]]
 * </pre>
 */
public final class AutoCost {
    private static final int WARM_UP = 6;
    private static final int ROUNDS = 25;
    private static final int ACTIVE = 32;

    private AutoCost() {}

    public static void main(String[] arguments) {
        String algorithm = arguments.length > 0 ? arguments[0] : "etd";
        Map<String, Double> parameters = new TreeMap<>();
        for (int k = 1; k < arguments.length; k++) {
            String[] parts = arguments[k].split("=");
            parameters.put(parts[0], Double.valueOf(parts[1]));
        }
        System.out.println("| " + String.join(" ", arguments) + " | one step size, ns | auto, ns | ratio |");
        System.out.println("|---|---|---|---|");
        for (int size : new int[] {4, 8, 64, 100, 1000}) {
            Learners learners = new Learners(algorithm, parameters, size);
            print(learners, "dense, n = " + size, states(size, 4, false), 2_000_000 / (size + 20));
        }
        Learners large = new Learners(algorithm, parameters, 1_000_000);
        print(large, "sparse, n = 10⁶, 32 active", states(large.size(), 1000, true), 20_000);
    }

    /** Learners that differ in their step size. */
    private record Learners(String algorithm, Map<String, Double> parameters, int size) {
        Learner with(double stepSize) {
            Map<String, Double> all = new TreeMap<>(parameters);
            all.put("step_size", stepSize);
            return Algorithms.named(algorithm).configure(all).learner(size);
        }
    }

    private static Features[] states(int size, int count, boolean sparse) {
        SplittableRandom random = new SplittableRandom(1);
        Features[] states = new Features[count];
        Arrays.setAll(
                states,
                s -> sparse
                        ? Features.binary(
                                size,
                                random.ints(0, size).distinct().limit(ACTIVE).toArray())
                        : Features.dense(IntStream.range(0, size)
                                .mapToDouble(j -> random.nextGaussian() / Math.sqrt(size))
                                .toArray()));
        return states;
    }

    private static Arrival[] arrivals(Features[] states) {
        SplittableRandom random = new SplittableRandom(2);
        Arrival[] arrivals = new Arrival[states.length];
        for (int s = 0; s < arrivals.length; s++) {
            double mu = 0.3 + 0.5 * random.nextDouble();
            double pi = mu * (0.8 + 0.4 * random.nextDouble());
            arrivals[s] = Arrival.of(pi, mu, random.nextGaussian(), states[s], 0.9, 0.8, 1);
        }
        return arrivals;
    }

    private static void print(Learners learners, String features, Features[] states, int steps) {
        TimedLearner one = new TimedLearner(learners.with(1e-3), arrivals(states), learners.size());
        TimedLearner auto = new TimedLearner(learners.with(Parameter.AUTO), arrivals(states), learners.size());
        double[] ones = new double[ROUNDS];
        double[] autos = new double[ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            int kept = Math.max(0, round);
            ones[kept] = one.nanos(steps);
            autos[kept] = auto.nanos(steps);
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %.0f | %.0f | %.1f |%n",
                features,
                median(ones),
                median(autos),
                median(ratios(autos, ones)));
    }

    private static double[] ratios(double[] of, double[] to) {
        return IntStream.range(0, ROUNDS).mapToDouble(k -> of[k] / to[k]).toArray();
    }

    private static double median(double[] rounds) {
        return Arrays.stream(rounds).sorted().toArray()[rounds.length / 2];
    }

    /** A learner and the processor time of its steps. */
    private static final class TimedLearner {
        private final Learner learner;
        private final Arrival[] states;
        private final Transition t = new Transition();
        private int next;

        TimedLearner(Learner learner, Arrival[] states, int size) {
            this.learner = learner;
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
