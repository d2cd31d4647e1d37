package io.emphatic.bench;

import io.emphatic.Algorithms;
import io.emphatic.Config;
import io.emphatic.bands.BandedLearner;
import io.emphatic.experience.Features;
import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.problems.Boyan;
import io.emphatic.lab.problems.Collision;
import io.emphatic.lab.problems.miner.Miner;
import io.emphatic.lab.simulation.Experience;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How often the bars of learners cover: over independent runs, the share of (run, state) whose bar holds the mean
 * prediction of that learner at that step, E[θₜ]ᵀφ, which is estimated by all runs.
 *
 * <pre>
 *   mvn -q -B -pl bench -am -DskipTests package
 *   java -cp bench/target/benchmarks.jar io.emphatic.bench.BandCoverage [RUNS] [STEPS] [RANDOM MDPS] [REPLICATES]
 * </pre>
 */
public final class BandCoverage {
    private static final double LEVEL = 0.95;

    private final int runs;
    private final int steps;
    private final int replicates;

    private BandCoverage(int runs, int steps, int replicates) {
        this.runs = runs;
        this.steps = steps;
        this.replicates = replicates;
    }

    public static void main(String[] arguments) {
        int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 400;
        int steps = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10_000;
        int mdps = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 200;
        int replicates = arguments.length > 3 ? Integer.parseInt(arguments[3]) : BandedLearner.REPLICATES;
        Map<String, List<FiniteProblem>> problems = new LinkedHashMap<>();
        problems.put("collision", List.of(new Collision()));
        problems.put("boyan", List.of(new Boyan()));
        List<FiniteProblem> drawn = new ArrayList<>();
        IntStream.range(0, mdps).forEach(seed -> drawn.add(new GradedMdp(seed)));
        problems.put(mdps + " random MDPs", drawn);
        problems.put("miner", List.of(new Miner()));
        System.out.printf(Locale.ROOT, "| problem | algorithm | licensed | coverage at %.0f %% |%n", 100 * LEVEL);
        System.out.println("|---|---|---|---|");
        problems.forEach((name, list) -> configs().forEach((algorithm, config) -> {
            BandCoverage each = new BandCoverage(list.size() > 1 ? Math.max(20, runs / 20) : runs, steps, replicates);
            Count[] counts = list.parallelStream()
                    .map(problem -> each.count(problem.mdp(), config))
                    .toArray(Count[]::new);
            Count all = new Count();
            for (Count one : counts) {
                all.bars += one.bars;
                all.covered += one.covered;
                all.refused += one.refused;
            }
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %.1f %% | %s |%n",
                    name,
                    algorithm,
                    100.0 * all.bars / (all.bars + all.refused),
                    all.bars == 0 ? "–" : String.format(Locale.ROOT, "%.1f %%", 100.0 * all.covered / all.bars));
        }));
    }

    /** With step sizes by which they have arrived after some thousand steps. */
    private static Map<String, Config> configs() {
        Map<String, Config> configs = new LinkedHashMap<>();
        put("td", Map.of(), configs);
        put("etd", Map.of(), configs);
        put("etd", Map.of("overshoot", Double.POSITIVE_INFINITY), configs);
        put("gtd", Map.of("step_size", 0.03), configs);
        put("elstd", Map.of(), configs);
        put("wis-etd", Map.of("usage_decay", 0.01), configs);
        return configs;
    }

    private static void put(String name, Map<String, Double> parameters, Map<String, Config> configs) {
        configs.put(
                name + (parameters.isEmpty() ? "" : " " + parameters),
                Algorithms.named(name).configure(parameters));
    }

    private static final class Count {
        private long bars;
        private long covered;
        private long refused;
    }

    private Count count(Mdp mdp, Config config) {
        Count count = new Count();
        int questions = mdp.questions().size();
        int states = mdp.features().length;
        double[][][] values = new double[questions][runs][states];
        double[][][] bars = new double[questions][runs][states];
        IntStream.range(0, runs).parallel().forEach(run -> run(mdp, config, run, values, bars));
        for (int q = 0; q < questions; q++) {
            for (int s = 0; s < states; s++) {
                double mean = 0;
                for (int run = 0; run < runs; run++) {
                    mean += values[q][run][s] / runs;
                }
                for (int run = 0; run < runs; run++) {
                    // this run is part of the mean
                    double apart = Math.abs(values[q][run][s] - mean) * Math.sqrt(runs / (runs - 1.0));
                    if (Double.isNaN(bars[q][run][s])) {
                        count.refused++;
                    } else if (bars[q][run][s] > 0) { // not where features are 0
                        count.bars++;
                        count.covered += apart <= bars[q][run][s] ? 1 : 0;
                    }
                }
            }
        }
        return count;
    }

    private void run(Mdp mdp, Config config, int run, double[][][] values, double[][][] bars) {
        Experience experience = new Experience(mdp, RandomSource.XO_RO_SHI_RO_128_PP.create(run));
        int size = mdp.features()[0].length;
        BandedLearner[] learners = new BandedLearner[values.length];
        for (int q = 0; q < learners.length; q++) {
            learners[q] = BandedLearner.of(config, new double[size], replicates, false);
        }
        for (int t = 0; t < steps; t++) {
            experience.step();
            for (int q = 0; q < learners.length; q++) {
                learners[q].update(experience.transition(q));
            }
        }
        for (int q = 0; q < learners.length; q++) {
            double quantile = TDistribution.of(learners[q].freedom()).inverseSurvivalProbability((1 - LEVEL) / 2);
            for (int s = 0; s < mdp.features().length; s++) {
                Features phi = Features.dense(mdp.features()[s]);
                values[q][run][s] = learners[q].predict(phi);
                bars[q][run][s] = quantile * learners[q].standardError(phi);
            }
        }
    }
}
