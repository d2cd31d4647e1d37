package io.emphatic;

/**
 * The exact quantities of one question on a finite MDP, for {@link Config#emphasis}: one entry for each state, in the
 * order of the MDP. Arrays are copies.
 *
 * @param transitions P_π, by rows
 * @param visits d_μ, how often the behaviour visits each state
 * @param interest i
 * @param discount γ
 * @param lambda λ
 * @param features φ of each state
 */
public record ExactStates(
        double[][] transitions,
        double[] visits,
        double[] interest,
        double[] discount,
        double[] lambda,
        double[][] features) {}
