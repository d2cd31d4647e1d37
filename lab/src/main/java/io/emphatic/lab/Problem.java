package io.emphatic.lab;

import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;

/** A problem of the registry, with its exact MDP. */
public interface Problem {
    /** As typed on the command line. */
    String name();

    /** One line for a list. */
    String summary();

    /** A few lines: the dynamics, the question, and where it comes from. */
    String documentation();

    Mdp mdp();

    /** Where learning starts: zero, unless the problem is about somewhere else. */
    default double[] initialWeights() {
        return new double[mdp().featureNames().size()];
    }

    /** Φ for one run: that of the MDP, unless the problem draws its features anew in each run. */
    default double[][] features(UniformRandomProvider random) {
        return mdp().features();
    }

    /**
     * Whether a question learns from the steps that begin in this state. Where it does not, nothing of its learner
     * moves, and it starts anew when the walk comes back.
     */
    default boolean learnsFrom(Question question, int state) {
        return true;
    }

    /** What can be set, by name, as it is set here. */
    default Map<String, Double> parameters() {
        return Map.of();
    }

    /** @throws IllegalArgumentException for a parameter that the problem does not have, or a value out of range */
    default Problem with(Map<String, Double> given) {
        if (!given.isEmpty()) {
            throw new IllegalArgumentException(
                    name() + " has no parameters: " + String.join(", ", given.keySet()) + " cannot be set");
        }
        return this;
    }
}
