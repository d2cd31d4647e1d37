package io.emphatic.lab;

import org.apache.commons.rng.UniformRandomProvider;

/** A problem with its exact MDP: the theory knows its values, and what each algorithm converges to. */
public interface FiniteProblem extends Problem {
    @Override
    Mdp mdp();

    /** Zero, unless the problem is about somewhere else. */
    @Override
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
}
