package io.emphatic.lab.study;

import io.emphatic.lab.Mdp;
import io.emphatic.lab.Problem;
import io.emphatic.lab.simulation.Arrivals;
import io.emphatic.lab.simulation.Chain;
import io.emphatic.lab.simulation.Simulator;
import io.emphatic.lab.theory.Theory;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/** A problem with all that a study computes once: the behaviour's chain, and each question with its exact values. */
public final class PreparedProblem {
    final Mdp mdp;
    final Chain chain;
    final double[] initialWeights;
    final List<PreparedQuestion> questions;
    private final Problem problem;

    PreparedProblem(Problem problem) {
        this.problem = problem;
        this.mdp = problem.mdp();
        this.chain = Chain.of(mdp, mdp.behaviour());
        this.initialWeights = problem.initialWeights();
        this.questions = Theory.of(mdp).stream()
                .map(theory -> new PreparedQuestion(theory, s -> problem.learnsFrom(theory.question(), s)))
                .toList();
    }

    /** Walks by the behaviour policy; features that are drawn anew come first. */
    Walk walk(UniformRandomProvider random, int steps) {
        double[][] phi = problem.features(random);
        Simulator simulator = new Simulator(mdp, chain, random);
        int[] edges = new int[steps];
        for (int t = 0; t < steps; t++) {
            edges[t] = simulator.step();
        }
        return new Walk(Arrivals.features(phi), edges);
    }

    /** The mean of ‖φ‖² over the states of a walk, by which step sizes are scaled. */
    public double meanSquare(Walk walk) {
        double sum = 0;
        for (int edge : walk.edges()) {
            double norm = walk.features()[chain.from(edge)].norm();
            sum += norm * norm;
        }
        return sum / walk.edges().length;
    }
}
