package io.emphatic.lab;

/**
 * What is predicted on a finite MDP: the rewards to come under the target policy π, with γ(s), λ(s) and i(s).
 *
 * @param name of the target policy
 * @param policy π(a|s), {@code policy[s][a]}
 * @param discount γ(s)
 * @param lambda λ(s)
 * @param interest i(s)
 */
public record Question(String name, double[][] policy, double[] discount, double[] lambda, double[] interest) {
    public Question {
        for (double gamma : discount) {
            require(gamma >= 0 && gamma <= 1, "discount is not in the interval [0, 1]: " + gamma, name);
        }
        for (double bootstrap : lambda) {
            require(bootstrap >= 0 && bootstrap <= 1, "lambda is not in the interval [0, 1]: " + bootstrap, name);
        }
        for (double i : interest) {
            require(i >= 0 && i < Double.POSITIVE_INFINITY, "interest is not in the interval [0, ∞): " + i, name);
        }
    }

    private static void require(boolean holds, String otherwise, String name) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise + " (target " + name + ")");
        }
    }
}
