package io.emphatic.bench;

import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.Learner;
import io.emphatic.bands.BandedLearner;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What a learner with replicates costs, beside one without: processor time of a step over dense features, by turns, the
 * least of several rounds.
 *
 * <pre>
 *   mvn -q -B -pl bench -am -DskipTests package
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.BandCost [ALGORITHM …]
 * </pre>
 */
public final class BandCost {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int MANY_REPLICATES = 100;
    private static final int STATES = 64;
    private static final int ROUNDS = 7;
    private static final int[] SIZES = {10, 32, 100};

    private BandCost() {}

    public static void main(String[] arguments) {
        System.out.printf(
                "| algorithm | n | one learner | with %d replicates | times | with %d | times |%n",
                BandedLearner.REPLICATES, MANY_REPLICATES);
        System.out.println("|---|---|---|---|---|---|---|");
        String[] all = {"td", "etd", "gtd", "wis-etd", "elstd"};
        for (String name : arguments.length > 0 ? arguments : all) {
            for (int size : SIZES) {
                print(name, size);
            }
        }
    }

    private static void print(String name, int size) {
        Config config = Algorithms.named(name)
                .configure(
                        name.equals("wis-etd")
                                ? Map.of("usage_decay", 0.01)
                                : name.equals("elstd") ? Map.of() : Map.of("step_size", 0.01 / size));
        Features[] states = new Features[STATES];
        SplittableRandom random = new SplittableRandom(size);
        for (int s = 0; s < STATES; s++) {
            states[s] = Features.dense(random.doubles(size).toArray());
        }
        Learner[] learners = {
            config.learner(new double[size]),
            BandedLearner.of(config, new double[size], BandedLearner.REPLICATES, false),
            BandedLearner.of(config, new double[size], MANY_REPLICATES, false)
        };
        int steps = Math.max(200, 200_000 / size);
        double[] least = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
        for (int round = 0; round < ROUNDS; round++) {
            for (int k = 0; k < learners.length; k++) {
                least[k] = Math.min(least[k], nanos(learners[k], states, k == 0 ? 20 * steps : steps));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "| `%s` | %d | %.0f ns | %.0f ns | %.1f | %.0f ns | %.1f |%n",
                name,
                size,
                least[0],
                least[1],
                least[1] / least[0],
                least[2],
                least[2] / least[0]);
    }

    private static double nanos(Learner learner, Features[] states, int steps) {
        Transition t = new Transition();
        SplittableRandom random = new SplittableRandom(1);
        t.start(states[0], 0.5, 1);
        long start = THREADS.getCurrentThreadCpuTime();
        for (int step = 0; step < steps; step++) {
            t.action(0.5, 0.4 + 0.2 * random.nextDouble());
            t.arrive(random.nextDouble(), states[random.nextInt(STATES)], 0.9, 0.5, 1);
            learner.update(t);
        }
        return (double) (THREADS.getCurrentThreadCpuTime() - start) / steps;
    }
}
