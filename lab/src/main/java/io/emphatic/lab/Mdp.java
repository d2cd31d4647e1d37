package io.emphatic.lab;

import java.util.List;

/**
 * A finite Markov decision process with the policy that behaves in it, the features a learner sees and the questions asked.
 *
 * @param name of the problem or the file
 * @param states their names
 * @param actions their names
 * @param outcomes {@code outcomes[s][a]}: what can follow; the probabilities of each sum to one
 * @param behaviour μ(a|s), {@code behaviour[s][a]}
 * @param questions what is predicted, one for each target policy
 * @param featureNames one for each feature
 * @param features Φ: {@code features[s]} is φ(s)
 * @param start the distribution of the first state
 */
public record Mdp(
        String name,
        List<String> states,
        List<String> actions,
        Outcome[][][] outcomes,
        double[][] behaviour,
        List<Question> questions,
        List<String> featureNames,
        double[][] features,
        double[] start) {

    /** Where an {@link Outcome} leads that ends the episode. */
    public static final int END = -1;

    /**
     * One thing that can follow an action.
     *
     * @param to the next state
     * @param probability given state and action
     * @param reward on this transition
     */
    public record Outcome(int to, double probability, double reward) {}
}
