package io.emphatic.lab;

import java.util.Arrays;
import java.util.function.DoublePredicate;

/**
 * What is predicted on a finite MDP: the rewards to come under the target policy π, with γ(s), λ(s) and i(s).
 *
 * @param policy π(a|s), {@code policy[s][a]}
 * @param cumulant what arriving in each state is worth to this question; empty for the reward of the MDP
 */
public record Question(
        String name, double[][] policy, double[] discount, double[] lambda, double[] interest, double[] cumulant) {
    public Question {
        require(name, cumulant, Double::isFinite, "cumulant is not a finite number: ");
        require(name, discount, gamma -> gamma >= 0 && gamma <= 1, "discount is not in the interval [0, 1]: ");
        require(name, lambda, x -> x >= 0 && x <= 1, "lambda is not in the interval [0, 1]: ");
        require(name, interest, i -> i >= 0 && Double.isFinite(i), "interest is not in the interval [0, ∞): ");
    }

    /** About the rewards of the MDP. */
    public Question(String name, double[][] policy, double[] discount, double[] lambda, double[] interest) {
        this(name, policy, discount, lambda, interest, new double[0]);
    }

    /** About the rewards of the MDP, with the same γ, λ and i in every state. */
    public static Question uniform(String name, double[][] policy, double gamma, double lambda, double interest) {
        int n = policy.length;
        return new Question(name, policy, filled(n, gamma), filled(n, lambda), filled(n, interest));
    }

    /** This question with one λ for every state. */
    public Question withLambda(double everywhere) {
        return new Question(name, policy, discount, filled(lambda.length, everywhere), interest, cumulant);
    }

    private static double[] filled(int size, double value) {
        double[] values = new double[size];
        Arrays.fill(values, value);
        return values;
    }

    /** What this outcome is worth: its reward, or the cumulant of the state it leads to, which is 0 at the end. */
    public double reward(Mdp.Outcome outcome) {
        if (cumulant.length == 0) {
            return outcome.reward();
        }
        return outcome.to() == Mdp.END ? 0 : cumulant[outcome.to()];
    }

    private static void require(String target, double[] values, DoublePredicate fits, String otherwise) {
        Arrays.stream(values).filter(fits.negate()).findFirst().ifPresent(value -> {
            throw new IllegalArgumentException(otherwise + value + " (target " + target + ")");
        });
    }
}
