package io.emphatic.lab.study;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.PolicyProbabilities;
import io.emphatic.lab.Question;
import io.emphatic.lab.simulation.Arrivals;
import io.emphatic.lab.simulation.Chain;
import io.emphatic.lab.simulation.Simulator;
import io.emphatic.lab.study.PreparedProblem.Passage;
import io.emphatic.lab.study.PreparedProblem.PreparedQuestion;
import io.emphatic.lab.study.TraceGroup.ErrorMeter;
import io.emphatic.lab.theory.Theory;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
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
        this.questions = Theory.of(mdp).stream().map(FiniteQuestion::new).toList();
    }

    @Override
    double[] initialWeights() {
        return problem.initialWeights();
    }

    @Override
    List<FiniteQuestion> questions() {
        return questions;
    }

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

    /** A walk through a finite MDP: the features of each state, and an edge of the behaviour's chain for each step. */
    record EdgeWalk(Features[] features, int[] edges) implements Walk {
        @Override
        public int steps() {
            return edges.length;
        }
    }

    /** Measured over the states of interest, with the exact d, normalised to one there, and v_π. */
    final class FiniteQuestion implements PreparedQuestion {
        final Question question;
        private final PolicyProbabilities probabilities;
        private final boolean[] learned;
        private final int[] measured;
        private final double[] weights;
        private final double[] values;

        private FiniteQuestion(Theory theory) {
            question = theory.question();
            learned = new boolean[mdp.states().size()];
            IntStream.range(0, learned.length).forEach(s -> learned[s] = problem.learnsFrom(question, s));
            probabilities = PolicyProbabilities.of(mdp, question, this::learnsFrom);
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
            weights = Arrays.stream(measured)
                    .mapToDouble(s -> stationary[s] / sum)
                    .toArray();
            values = Arrays.stream(measured).mapToDouble(s -> value[s]).toArray();
        }

        @Override
        public PolicyProbabilities probabilities() {
            return probabilities;
        }

        boolean learnsFrom(int state) {
            return learned[state];
        }

        @Override
        public ErrorMeter meter(Walk walk, int learners) {
            Features[] features = ((EdgeWalk) walk).features();
            Features[] states =
                    Arrays.stream(measured).mapToObj(s -> features[s]).toArray(Features[]::new);
            return new ErrorMeter(states, weights, values, learners);
        }

        @Override
        public Passage along(Walk walk, double lambda) {
            int[] edges = ((EdgeWalk) walk).edges();
            double[] lambdas = question.lambda().clone();
            if (!Double.isNaN(lambda)) {
                Arrays.fill(lambdas, lambda);
            }
            Arrivals arrivals = new Arrivals(mdp, chain, question, ((EdgeWalk) walk).features(), lambdas);
            return new Passage() {
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
            };
        }
    }
}
