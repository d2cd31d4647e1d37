package io.emphatic.lab.study;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.PolicyProbabilities;
import io.emphatic.lab.Question;
import io.emphatic.lab.simulation.Arrivals;
import io.emphatic.lab.simulation.Chain;
import io.emphatic.lab.theory.Theory;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A question on a finite MDP. It is measured over the states of interest, with d the exact stationary distribution of
 * the behaviour, normalised to one there, and v_π exact.
 */
final class FiniteQuestion implements PreparedQuestion {
    final Question question;
    private final Mdp mdp;
    private final Chain chain;
    private final PolicyProbabilities probabilities;
    private final boolean[] learned;
    private final int[] measured;
    private final double[] weights;
    private final double[] values;

    FiniteQuestion(Theory theory, Chain chain, IntPredicate learnsFrom) {
        this.mdp = theory.mdp();
        this.chain = chain;
        question = theory.question();
        probabilities = PolicyProbabilities.of(mdp, question, learnsFrom);
        learned = new boolean[mdp.states().size()];
        for (int s = 0; s < learned.length; s++) {
            learned[s] = learnsFrom.test(s);
        }
        double[] stationary = theory.stationary();
        double[] value = theory.value();
        measured = IntStream.range(0, stationary.length)
                .filter(s -> question.interest()[s] > 0 && stationary[s] > 0)
                .toArray();
        if (measured.length == 0) {
            throw new IllegalArgumentException("target " + question.name() + " of " + mdp.name()
                    + " has no interest in any state that the behaviour visits: there is no error to measure");
        }
        double sum = Arrays.stream(measured).mapToDouble(s -> stationary[s]).sum();
        weights = Arrays.stream(measured).mapToDouble(s -> stationary[s] / sum).toArray();
        values = Arrays.stream(measured).mapToDouble(s -> value[s]).toArray();
    }

    @Override
    public PolicyProbabilities probabilities() {
        return probabilities;
    }

    /** Whether the steps that begin in this state are learned from. */
    boolean learnsFrom(int state) {
        return learned[state];
    }

    @Override
    public ErrorMeter meter(Walk walk, int learners) {
        Features[] features = ((EdgeWalk) walk).features();
        Features[] states = Arrays.stream(measured).mapToObj(s -> features[s]).toArray(Features[]::new);
        return new ErrorMeter(states, weights, values, learners);
    }

    @Override
    public Passage along(Walk walk, double lambda) {
        EdgeWalk walked = (EdgeWalk) walk;
        double[] lambdas = question.lambda().clone();
        if (!Double.isNaN(lambda)) {
            Arrays.fill(lambdas, lambda);
        }
        return new EdgePassage(walked.edges(), new Arrivals(mdp, chain, question, walked.features(), lambdas));
    }

    private final class EdgePassage implements Passage {
        private final int[] edges;
        private final Arrivals arrivals;

        EdgePassage(int[] edges, Arrivals arrivals) {
            this.edges = edges;
            this.arrivals = arrivals;
        }

        @Override
        public boolean learns(int step) {
            return learned[chain.from(edges[step])];
        }

        @Override
        public void start(int step, Transition t) {
            t.start(arrivals.start(chain.from(edges[step])));
        }

        @Override
        public void advance(int step, Transition t) {
            t.follow(arrivals.over(edges[step]));
        }

        @Override
        public boolean ends(int step) {
            return chain.to(edges[step]) == Mdp.END;
        }
    }
}
