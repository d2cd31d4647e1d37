package io.emphatic.bench;

import io.emphatic.Algorithm;
import io.emphatic.Algorithms;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * How long single updates take when the trace is long: quantiles of the time of one {@code update}, n = 10⁶ binary
 * features of which 32 are active, γ = λ = 0.999. The mean hides a step that visits the whole trace; a service does
 * not.
 *
 * <pre>
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.StepTimes [STEPS] [ALGORITHM…]
 * </pre>
 *
 * Every run of the stream does the same work, so the time of a step is the least of {@value #RUNS} runs: other
 * processes rarely interrupt the same step each time. The last line is a loop that learns nothing.
 */
public final class StepTimes {
    private static final int FEATURES = 1_000_000;
    private static final int ACTIVE = 32;
    private static final int STATES = 100_000;
    private static final int RUNS = 5;

    private StepTimes() {}

    public static void main(String[] arguments) {
        int steps = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 300_000;
        List<String> algorithms = arguments.length > 1
                ? Arrays.asList(arguments).subList(1, arguments.length)
                : List.of("td", "etd", "true-online-td", "gtd");
        System.out.println("| µs per update | mean | p50 | p99 | p99.9 | p99.99 | largest |");
        System.out.println("|---|---|---|---|---|---|---|");
        for (String name : algorithms) {
            Algorithm algorithm = Algorithms.named(name);
            Map<String, Double> stepSize =
                    algorithm.configure(Map.of()).parameters().containsKey("step_size")
                            ? Map.of("step_size", 1e-4)
                            : Map.of();
            print(name, () -> algorithm.configure(stepSize).learner(FEATURES)::update, steps);
        }
        print("(nothing)", () -> t -> {}, steps);
    }

    private static void print(String name, Supplier<Consumer<Transition>> learner, int steps) {
        long[] times = new long[steps];
        Arrays.fill(times, Long.MAX_VALUE);
        for (int run = 0; run < RUNS; run++) {
            Consumer<Transition> update = learner.get();
            SparseStream stream = new SparseStream(1, FEATURES, ACTIVE, STATES, 0.999, 0.999, 0.9, 1, 1.1);
            for (int i = 0; i < steps; i++) {
                Transition t = stream.next();
                long start = System.nanoTime();
                update.accept(t);
                times[i] = Math.min(times[i], System.nanoTime() - start);
            }
        }
        double mean = Arrays.stream(times).average().orElseThrow();
        Arrays.sort(times);
        System.out.printf(
                Locale.ROOT,
                "| %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.1f |%n",
                name,
                mean / 1e3,
                quantile(times, 0.5),
                quantile(times, 0.99),
                quantile(times, 0.999),
                quantile(times, 0.9999),
                quantile(times, 1));
    }

    private static double quantile(long[] sorted, double q) {
        return sorted[(int) Math.min(sorted.length - 1, q * sorted.length)] / 1e3;
    }
}
