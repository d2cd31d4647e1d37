package io.emphatic.lab.theory;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** Random MDPs in which γ, λ and i vary from state to state, and zeros of all kinds occur. */
public final class RandomMdps {
    private RandomMdps() {}

    public static UniformRandomProvider rng(long seed) {
        return RandomSource.XO_SHI_RO_256_PP.create(seed);
    }

    /** 2 to 50 states; irreducible under the behaviour, which covers the target; no two features alike. */
    public static Mdp small(long seed) {
        UniformRandomProvider rng = rng(seed);
        int states = 2 + rng.nextInt(49);
        return of(rng, states, 2 + rng.nextInt(3), 1 + rng.nextInt(Math.min(states, 8)));
    }

    public static Mdp of(UniformRandomProvider rng, int states, int actions, int features) {
        Outcome[][][] outcomes = new Outcome[states][actions][];
        double[][] behaviour = new double[states][];
        double[][] target = new double[states][];
        double[][] phi = new double[states][features];
        double[] gamma = new double[states];
        double[] lambda = new double[states];
        double[] interest = new double[states];
        int branching = 1 + rng.nextInt(4);
        for (int s = 0; s < states; s++) {
            behaviour[s] = distribution(rng, actions);
            target[s] = distribution(rng, actions);
            if (rng.nextInt(3) == 0) {
                target[s] = new double[actions];
                target[s][rng.nextInt(actions)] = 1;
            }
            for (int a = 0; a < actions; a++) {
                List<Outcome> next = new ArrayList<>();
                double[] p = distribution(rng, branching + 1);
                // one step round the circle is always possible, so that the chain is irreducible
                next.add(new Outcome((s + 1) % states, p[0], rng.nextDouble(-1, 1)));
                for (int k = 1; k <= branching; k++) {
                    next.add(new Outcome(rng.nextInt(states), p[k], rng.nextDouble(-1, 1)));
                }
                outcomes[s][a] = next.toArray(Outcome[]::new);
            }
            gamma[s] = rng.nextInt(8) == 0 ? 0 : rng.nextInt(8) == 0 ? 1 : 0.5 + 0.49 * rng.nextDouble();
            lambda[s] = rng.nextInt(4) == 0 ? 0 : rng.nextInt(4) == 0 ? 1 : rng.nextDouble();
            interest[s] = rng.nextInt(2) == 0 ? 0 : 2 * rng.nextDouble();
            for (int j = 0; j < features; j++) {
                phi[s][j] = rng.nextDouble(-1, 1);
            }
        }
        gamma[0] = 0.9; // somewhere below one, so that values exist
        interest[rng.nextInt(states)] = 1;
        double[] start = new double[states];
        start[0] = 1;
        return new Mdp(
                "random",
                IntStream.range(0, states).mapToObj(s -> "s" + s).toList(),
                IntStream.range(0, actions).mapToObj(a -> "a" + a).toList(),
                outcomes,
                behaviour,
                List.of(new Question("target", target, gamma, lambda, interest)),
                IntStream.range(0, features).mapToObj(j -> "f" + j).toList(),
                phi,
                start);
    }

    private static double[] distribution(UniformRandomProvider rng, int n) {
        double[] p = new double[n];
        double sum = 0;
        for (int k = 0; k < n; k++) {
            p[k] = 0.05 + rng.nextDouble();
            sum += p[k];
        }
        for (int k = 0; k < n; k++) {
            p[k] /= sum;
        }
        return p;
    }

    /** The same MDP with other features. */
    public static Mdp withFeatures(Mdp mdp, double[][] features) {
        return new Mdp(
                mdp.name(),
                mdp.states(),
                mdp.actions(),
                mdp.outcomes(),
                mdp.behaviour(),
                mdp.questions(),
                IntStream.range(0, features[0].length).mapToObj(j -> "f" + j).toList(),
                features,
                mdp.start());
    }

    /**
     * The same MDP with a target nearer to its behaviour, and smaller discounts: traces of moderate variance.
     *
     * @param share how much of the target policy is left, beside the behaviour
     * @param shrinking what each γ is multiplied with
     */
    static Mdp gentle(Mdp mdp, double share, double shrinking) {
        Question question = mdp.questions().get(0);
        double[][] near = new double[mdp.states().size()][mdp.actions().size()];
        double[] gamma = new double[near.length];
        for (int s = 0; s < near.length; s++) {
            gamma[s] = shrinking * question.discount()[s];
            for (int a = 0; a < near[s].length; a++) {
                near[s][a] = (1 - share) * mdp.behaviour()[s][a] + share * question.policy()[s][a];
            }
        }
        return new Mdp(
                mdp.name(),
                mdp.states(),
                mdp.actions(),
                mdp.outcomes(),
                mdp.behaviour(),
                List.of(new Question("target", near, gamma, question.lambda(), question.interest())),
                mdp.featureNames(),
                mdp.features(),
                mdp.start());
    }
}
