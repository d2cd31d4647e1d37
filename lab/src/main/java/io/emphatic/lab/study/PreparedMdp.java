package io.emphatic.lab.study;

import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.simulation.Arrivals;
import io.emphatic.lab.simulation.Chain;
import io.emphatic.lab.simulation.Simulator;
import io.emphatic.lab.theory.Theory;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/** A finite problem: the behaviour's chain, and each question with its exact values. */
final class PreparedMdp extends PreparedProblem {
    final Mdp mdp;
    final Chain chain;
    final List<FiniteQuestion> questions;
    private final FiniteProblem problem;

    PreparedMdp(FiniteProblem problem) {
        this.problem = problem;
        this.mdp = problem.mdp();
        this.chain = Chain.of(mdp, mdp.behaviour());
        this.questions = Theory.of(mdp).stream()
                .map(theory -> new FiniteQuestion(theory, chain, s -> problem.learnsFrom(theory.question(), s)))
                .toList();
    }

    @Override
    double[] initialWeights() {
        return problem.initialWeights();
    }

    @Override
    List<FiniteQuestion> questions() {
        return questions;
    }

    /** Features that are drawn anew come first. */
    @Override
    EdgeWalk walk(UniformRandomProvider random, int steps) {
        double[][] phi = problem.features(random);
        Simulator simulator = new Simulator(mdp, chain, random);
        int[] edges = new int[steps];
        for (int t = 0; t < steps; t++) {
            edges[t] = simulator.step();
        }
        return new EdgeWalk(Arrivals.features(phi), edges);
    }

    /** An edge. */
    @Override
    long bytesPerStep() {
        return Integer.BYTES;
    }

    @Override
    public double meanSquare(Walk walk) {
        EdgeWalk walked = (EdgeWalk) walk;
        double sum = 0;
        for (int edge : walked.edges()) {
            double norm = walked.features()[chain.from(edge)].norm();
            sum += norm * norm;
        }
        return sum / walked.steps();
    }
}
