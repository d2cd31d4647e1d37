package io.emphatic.lab.problems;

import io.emphatic.lab.Mdp;

/** A problem of the registry, with its exact MDP. */
public interface Problem {
    /** As typed on the command line. */
    String name();

    /** One line for a list. */
    String summary();

    /** A few lines: the dynamics, the question, and where it comes from. */
    String documentation();

    /** The exact MDP. */
    Mdp mdp();

    /** Where learning starts: zero, unless the problem is about somewhere else. */
    default double[] initialWeights() {
        return new double[mdp().featureNames().size()];
    }
}
