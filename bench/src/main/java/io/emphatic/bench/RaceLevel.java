package io.emphatic.bench;

import io.emphatic.evaluation.log.ReturnRange;
import io.emphatic.evaluation.result.Race;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * How often a race drops the best policy, and when it drops the others, over streams of decisions among four actions
 * whose logger changes after each decision:
 *
 * <pre>
 *   mvn -q -B -pl bench -am -DskipTests package
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.RaceLevel [STREAMS] [EPISODES]
 * </pre>
 *
 * Policy k takes action k with probability 0.85. Beside it the number of episodes that a two-sided test of one size,
 * fixed before, needs to find the same difference with a power of 80 %.
 */
public final class RaceLevel {
    private static final int ACTIONS = 4;
    private static final double OWN = 0.85;
    private static final double[][] MEANS = {
        {0.5, 0.5, 0.5, 0.5}, {0.52, 0.5, 0.5, 0.5}, {0.55, 0.5, 0.45, 0.4}, {0.7, 0.5, 0.3, 0.1}
    };

    private RaceLevel() {}

    public static void main(String[] arguments) {
        int streams = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000;
        int episodes = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100_000;
        System.out.println("| means of the actions | best dropped | second dropped | after (median) | fixed size |");
        System.out.println("|---|---|---|---|---|");
        for (double[] means : MEANS) {
            long[][] dropped = IntStream.range(0, streams)
                    .parallel()
                    .mapToObj(stream -> race(means, stream, episodes))
                    .toArray(long[][]::new);
            double best = Arrays.stream(dropped).filter(one -> one[0] > 0).count();
            long[] second = Arrays.stream(dropped)
                    .mapToLong(one -> one[1])
                    .filter(at -> at > 0)
                    .sorted()
                    .toArray();
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.1f %% | %.1f %% | %s | %s |%n",
                    Arrays.toString(means),
                    100 * best / streams,
                    100.0 * second.length / streams,
                    second.length == 0 ? "–" : String.format(Locale.ROOT, "%,d", second[second.length / 2]),
                    means[0] == means[1] ? "–" : String.format(Locale.ROOT, "%,.0f", fixedSize(means)));
        }
    }

    private static double policy(int k, int action) {
        return k == action ? OWN : (1 - OWN) / (ACTIONS - 1);
    }

    /** How probable an action of the logger is, which leans to another one from decision to decision. */
    private static double logger(int episode, int action) {
        return action == episode % ACTIONS ? 0.4 : 0.2;
    }

    /** The episode after which each policy was dropped; 0 where it was not. */
    private static long[] race(double[] means, int stream, int episodes) {
        SplittableRandom random = new SplittableRandom(stream);
        Race race = new Race(new ReturnRange(0, 1), List.of("0", "1", "2", "3"));
        double[] weights = new double[ACTIONS];
        for (int t = 0; t < episodes; t++) {
            double u = random.nextDouble();
            int action = 0;
            for (double sum = logger(t, 0); action < ACTIONS - 1 && u >= sum; sum += logger(t, action)) {
                action++;
            }
            for (int k = 0; k < ACTIONS; k++) {
                weights[k] = policy(k, action) / logger(t, action);
            }
            race.add(weights, random.nextDouble() < means[action] ? 1 : 0, true);
        }
        return race.racers().stream()
                .mapToLong(one -> one.droppedAt() == null ? 0 : one.droppedAt())
                .toArray();
    }

    /** N = (1.96 + 0.84)² Var / Δ² of the paired difference (w₀ − w₁) R, at a uniform logger. */
    private static double fixedSize(double[] means) {
        double mean = 0;
        double square = 0;
        for (int a = 0; a < ACTIONS; a++) {
            double difference = (policy(0, a) - policy(1, a)) * ACTIONS;
            mean += difference * means[a] / ACTIONS;
            square += difference * difference * means[a] / ACTIONS;
        }
        return 2.8 * 2.8 * (square - mean * mean) / (mean * mean);
    }
}
