package io.emphatic.lab.problems;

import io.emphatic.experience.Names;
import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A random MDP in the manner of the Garnets of Archibald, McKinnon &amp; Thomas (1995), off-policy.
 *
 * <p>Every action in every state leads to {@code branching} different states, with probabilities that cut the unit
 * interval at uniform points; each such transition has a reward uniform in [−1, 1]. One successor of the first action
 * is always the next state of a ring, so that the behaviour, which gives every action at least half of its even share,
 * gets everywhere. Behaviour and target are drawn independently. γ = 0.9, λ = 0, interest 1. Features are uniform in
 * [−1, 1], scaled to length one.
 */
public record RandomMdp(int states, int actions, int features, int branching, long seed) implements FiniteProblem {
    private static final double DISCOUNT = 0.9;
    private static final int MOST_STATES_OR_FEATURES = 3000;

    /** 30 states, 3 actions, 8 features, branching 3, seed 0. */
    public RandomMdp() {
        this(30, 3, 8, 3, 0);
    }

    public RandomMdp {
        requireInRange("states", states, 2, MOST_STATES_OR_FEATURES);
        requireInRange("actions", actions, 1, 100);
        requireInRange("features", features, 1, MOST_STATES_OR_FEATURES);
        requireInRange("branching", branching, 1, states);
    }

    private static void requireInRange(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    name + " of random-mdp is not one of {" + min + ", …, " + max + "}: " + value);
        }
    }

    @Override
    public String name() {
        return "random-mdp";
    }

    @Override
    public String summary() {
        return "a random MDP, off-policy; states, actions, features, branching and seed are parameters";
    }

    @Override
    public String documentation() {
        return """
                Every action in every state leads to `branching` states with random probabilities and rewards uniform in [−1, 1].
                Behaviour and target are random and independent; the behaviour takes every action with at least half its even share and
                gets everywhere. γ = 0.9, λ = 0, interest 1; dense random features of length one. Parameters and their defaults: states
                (30), actions (3), features (8), branching (3), seed (0).""";
    }

    @Override
    public Map<String, Double> parameters() {
        Map<String, Double> parameters = new LinkedHashMap<>();
        parameters.put("states", (double) states);
        parameters.put("actions", (double) actions);
        parameters.put("features", (double) features);
        parameters.put("branching", (double) branching);
        parameters.put("seed", (double) seed);
        return parameters;
    }

    @Override
    public FiniteProblem with(Map<String, Double> given) {
        Map<String, Double> all = parameters();
        given.forEach((name, value) -> {
            if (!all.containsKey(name)) {
                throw new IllegalArgumentException("random-mdp has no parameter " + name
                        + Names.didYouMean(name, all.keySet()) + "\nIts parameters are: "
                        + String.join(", ", all.keySet()));
            }
            if (value != Math.rint(value) || Math.abs(value) > 1e15) {
                throw new IllegalArgumentException(name + " of random-mdp is not a whole number: " + value);
            }
            all.put(name, value);
        });
        return new RandomMdp(
                all.get("states").intValue(),
                all.get("actions").intValue(),
                all.get("features").intValue(),
                all.get("branching").intValue(),
                all.get("seed").longValue());
    }

    @Override
    public Mdp mdp() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        Outcome[][][] outcomes = new Outcome[states][actions][];
        double[][] behaviour = new double[states][];
        double[][] target = new double[states][];
        double[][] phi = new double[states][features];
        for (int s = 0; s < states; s++) {
            for (int a = 0; a < actions; a++) {
                outcomes[s][a] = outcomes(random, a == 0 ? (s + 1) % states : random.nextInt(states));
            }
            behaviour[s] = simplex(random, actions);
            for (int a = 0; a < actions; a++) {
                behaviour[s][a] = 0.5 * behaviour[s][a] + 0.5 / actions;
            }
            target[s] = simplex(random, actions);
            unit(random, phi[s]);
        }
        double[] start = new double[states];
        start[0] = 1;
        return new Mdp(
                name(),
                Mdp.numbered("s", states),
                Mdp.numbered("a", actions),
                outcomes,
                behaviour,
                List.of(Question.uniform("target", target, DISCOUNT, 0, 1)),
                Mdp.numbered("φ", features),
                phi,
                start);
    }

    private Outcome[] outcomes(UniformRandomProvider random, int first) {
        int[] to = IntStream.range(0, states).toArray();
        swap(to, 0, first);
        for (int k = 1; k < branching; k++) {
            swap(to, k, k + random.nextInt(states - k));
        }
        double[] probabilities = simplex(random, branching);
        return IntStream.range(0, branching)
                .mapToObj(k -> new Outcome(to[k], probabilities[k], 2 * random.nextDouble() - 1))
                .toArray(Outcome[]::new);
    }

    private static void swap(int[] values, int i, int j) {
        int kept = values[i];
        values[i] = values[j];
        values[j] = kept;
    }

    /** The pieces of the unit interval cut at uniform points: uniform on the simplex. */
    private static double[] simplex(UniformRandomProvider random, int pieces) {
        double[] cuts = new double[pieces + 1];
        cuts[pieces] = 1;
        for (int k = 1; k < pieces; k++) {
            cuts[k] = random.nextDouble();
        }
        Arrays.sort(cuts);
        return IntStream.range(0, pieces)
                .mapToDouble(k -> cuts[k + 1] - cuts[k])
                .toArray();
    }

    private static void unit(UniformRandomProvider random, double[] phi) {
        double squares = 0;
        for (int j = 0; j < phi.length; j++) {
            phi[j] = 2 * random.nextDouble() - 1;
            squares += phi[j] * phi[j];
        }
        for (int j = 0; j < phi.length; j++) {
            phi[j] /= Math.sqrt(squares);
        }
    }
}
