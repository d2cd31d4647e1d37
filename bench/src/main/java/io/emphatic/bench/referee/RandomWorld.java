package io.emphatic.bench.referee;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Worlds drawn at random: layers of places, one layer per time step, or a single layer that is walked for ever. An
 * action leads from its place to two places of the next layer. Policies depend on what is seen alone.
 *
 * @param layers the horizon; 1 is a bandit, and 0 means that the only layer leads to itself
 * @param places how many states that can be told apart a layer has
 * @param ending the probability that an episode ends on a step, whatever is done
 */
record RandomWorld(
        int layers,
        int places,
        int actions,
        double ending,
        double discount,
        Earnings earnings,
        Tails tails,
        View view,
        Policies policies)
        implements WorldSource {
    /** What a step earns. Each place and action has its own expectation. */
    enum Earnings {
        /** On every step, around a mean in [−1, 1]. */
        DENSE,
        /** On the last layer only, 0 or 1. */
        LAST,
        /** Nearly always 0, sometimes 1. */
        SPARSE,
        /** Once in 3,000 steps 1, else 0. */
        CLICKS,
        /** Small costs, and rarely a large one. */
        SKEWED,
        /** Equal on every step, in [0.2, 1.2]. */
        POSITIVE
    }

    /** What the log shows of a state. */
    enum View {
        PLACE,
        PLACE_AND_TIME,
        /** The place, of which there are two that look the same, earn differently and are never mixed. */
        HALF,
        /** As {@link #HALF}, and the behaviour tells them apart. */
        HIDDEN_CAUSE
    }

    /**
     * A policy is a softmax of uniform scores in [−s, s], s its sharpness.
     *
     * @param behaviour s of the behaviour; 0 is uniform
     * @param strays how often the behaviour takes an action at random instead
     * @param target s of the targets; infinite makes them deterministic
     * @param mixes for each target, how much of it is not the behaviour
     */
    record Policies(double behaviour, double strays, double target, double... mixes) {
        static Policies of(double behaviour, double target, double... mixes) {
            return new Policies(behaviour, 0, target, mixes);
        }
    }

    @Override
    public World draw(UniformRandomProvider random) {
        int halves = view == View.HALF || view == View.HIDDEN_CAUSE ? 2 : 1;
        int perLayer = places * halves;
        int n = Math.max(1, layers) * perLayer;
        int perSeenLayer = view == View.PLACE_AND_TIME ? places : 0;
        int[] seen = IntStream.range(0, n)
                .map(s -> s % perLayer / halves + s / perLayer * perSeenLayer)
                .toArray();
        Outcome[][][] outcomes = new Outcome[n][actions][];
        for (int s = 0; s < n; s++) {
            for (int a = 0; a < actions; a++) {
                outcomes[s][a] = outcomes(s, perLayer, halves, random);
            }
        }
        int sights = Arrays.stream(seen).max().orElseThrow() + 1;
        int causes = view == View.HIDDEN_CAUSE ? halves : 1;
        double[][] drawn = policies(sights * causes, actions, policies.behaviour, random);
        double[][] behaviour = rows(sights * causes, k -> mixed(drawn[k], even(actions), policies.strays));
        double[][] usual = rows(sights, k -> mixed(behaviour[k * causes], behaviour[k * causes + causes - 1], 0.5));
        double[][] goal = policies(sights, actions, policies.target, random);
        List<Question> questions = Arrays.stream(policies.mixes)
                .mapToObj(mix -> Question.uniform(
                        "mix " + mix, rows(n, s -> mixed(usual[seen[s]], goal[seen[s]], mix)), discount, 0, 1))
                .toList();
        double[] start = new double[n];
        Arrays.fill(start, 0, perLayer, 1.0 / perLayer);
        Mdp mdp = new Mdp(
                "random world",
                Mdp.numbered("s", n),
                Mdp.numbered("a", actions),
                outcomes,
                rows(n, s -> behaviour[seen[s] * causes + s % causes]),
                questions,
                List.of("1"),
                rows(n, s -> new double[] {1}),
                start);
        return new World(mdp, seen, tails);
    }

    /** The places an action leads to, or the end, each with two rewards. */
    private Outcome[] outcomes(int s, int perLayer, int halves, UniformRandomProvider random) {
        boolean last = layers > 0 && s / perLayer == layers - 1;
        int next = layers == 0 ? 0 : (s / perLayer + 1) * perLayer;
        double share = random.nextDouble();
        Earned earned = earned(random.nextDouble(), last);
        List<Outcome> outcomes = new ArrayList<>();
        for (double branch : new double[] {share, 1 - share}) {
            int place = next + random.nextInt(places) * halves + s % halves;
            for (int k = 0; k < 2; k++) {
                double reward = k == 0 ? earned.often : earned.rarely;
                double p = branch * (k == 0 ? 1 - earned.chance : earned.chance);
                outcomes.add(new Outcome(Mdp.END, last ? p : p * ending, reward));
                outcomes.add(new Outcome(last ? Mdp.END : place, last ? 0 : p * (1 - ending), reward));
            }
        }
        return outcomes.stream().filter(outcome -> outcome.probability() > 0).toArray(Outcome[]::new);
    }

    private record Earned(double often, double rarely, double chance) {}

    private Earned earned(double mean, boolean last) {
        return switch (earnings) {
            case DENSE -> new Earned(2 * mean - 1.5, 2 * mean - 0.5, 0.5);
            case LAST -> new Earned(0, 1, last ? mean : 0);
            case SPARSE -> new Earned(0, 1, 0.1 * mean * mean);
            case CLICKS -> new Earned(0, 1, 0.001 * mean * mean);
            case POSITIVE -> new Earned(0.2 + mean, 0.2 + mean, 0);
            case SKEWED -> new Earned(-mean, -20, 0.02 * mean);
        };
    }

    static double[][] policies(int sights, int actions, double sharpness, UniformRandomProvider random) {
        return rows(sights, sight -> {
            double[] scores = random.doubles(actions).map(u -> 2 * u - 1).toArray();
            double most = Arrays.stream(scores).max().orElseThrow();
            // e^(s (score − most)), whose limit for s → ∞ is 1 for the best action and 0 for the others
            double[] weights = Arrays.stream(scores)
                    .map(score -> score == most ? 1 : Math.exp(sharpness * (score - most)))
                    .toArray();
            double sum = Arrays.stream(weights).sum();
            return Arrays.stream(weights).map(weight -> weight / sum).toArray();
        });
    }

    private static double[] even(int actions) {
        return IntStream.range(0, actions).mapToDouble(a -> 1.0 / actions).toArray();
    }

    static double[] mixed(double[] behaviour, double[] goal, double mix) {
        return IntStream.range(0, goal.length)
                .mapToDouble(a -> (1 - mix) * behaviour[a] + mix * goal[a])
                .toArray();
    }

    static double[][] rows(int n, IntFunction<double[]> row) {
        return IntStream.range(0, n).mapToObj(row).toArray(double[][]::new);
    }
}
