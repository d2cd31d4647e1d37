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
public record Question(String name, double[][] policy, double[] discount, double[] lambda, double[] interest) {}
