package io.emphatic.lab.study;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.lab.PolicyProbabilities;
import io.emphatic.lab.SimulatedProblem;
import io.emphatic.lab.SimulatedStep;
import io.emphatic.lab.study.PreparedProblem.Passage;
import io.emphatic.lab.study.PreparedProblem.PreparedQuestion;
import io.emphatic.lab.study.PreparedSimulation.DrawnWalk.Taken;
import io.emphatic.lab.study.PreparedSimulation.DrawnWalk.Visited;
import io.emphatic.lab.study.TraceGroup.ErrorMeter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.apache.commons.rng.UniformRandomProvider;

/** A simulated problem: the one question it asks, measured in states that its behaviour visits. */
final class PreparedSimulation<S> extends PreparedProblem implements PreparedQuestion {
    private final SimulatedProblem<S> problem;
    private final TrueValues<S> truth;

    PreparedSimulation(SimulatedProblem<S> problem, long seed) {
        this.problem = problem;
        this.truth = TrueValues.of(problem, seed);
    }

    @Override
    double[] initialWeights() {
        return problem.initialWeights();
    }

    @Override
    List<PreparedQuestion> questions() {
        return List.of(this);
    }

    @Override
    Optional<SampledTruth> sampledTruth() {
        return truth.sampled();
    }

    @Override
    DrawnWalk walk(UniformRandomProvider random, int steps) {
        RandomGenerator generator = random::nextLong;
        List<Visited> starts = new ArrayList<>(steps);
        List<Taken> arrivals = new ArrayList<>(steps);
        S state = null;
        for (int t = 0; t < steps; t++) {
            boolean begins = state == null;
            state = begins ? problem.start(generator) : state;
            starts.add(begins ? visited(state) : null);
            SimulatedStep<S> step = problem.step(state, generator);
            state = step.next();
            Visited next = state == null ? null : visited(state);
            arrivals.add(new Taken(step.target(), step.behaviour(), step.reward(), next));
        }
        return new DrawnWalk(starts, arrivals);
    }

    private Visited visited(S state) {
        Features features = problem.features(state);
        if (features.size() != problem.size()) {
            throw new IllegalArgumentException(problem.name() + " has a state of " + features.size()
                    + " features, but says that it has " + problem.size());
        }
        return new Visited(features, problem.discount(state), problem.lambda(state), problem.interest(state));
    }

    @Override
    public PolicyProbabilities probabilities() {
        return PolicyProbabilities.UNKNOWN;
    }

    @Override
    public ErrorMeter meter(Walk walk, int learners) {
        double[] weights = new double[truth.values().length];
        Arrays.fill(weights, 1.0 / weights.length);
        return new ErrorMeter(truth.features(), weights, truth.values(), learners);
    }

    @Override
    public Passage along(Walk walk, double lambda) {
        return new DrawnPassage((DrawnWalk) walk, lambda, Features.none(problem.size()));
    }

    private record DrawnPassage(DrawnWalk walk, double lambda, Features none) implements Passage {
        private double lambda(Visited state) {
            return Double.isNaN(lambda) ? state.lambda() : lambda;
        }

        @Override
        public boolean learns(int step) {
            return true;
        }

        @Override
        public void start(int step, Transition t) {
            Visited state = walk.starts().get(step);
            t.start(state.features(), lambda(state), state.interest());
        }

        @Override
        public void advance(int step, Transition t) {
            Taken taken = walk.arrivals().get(step);
            Visited next = taken.next();
            // of densities the ratio is all that an algorithm can use
            if (walk.densities()) {
                t.ratio(taken.target() / taken.behaviour());
            } else {
                t.action(taken.target(), taken.behaviour());
            }
            if (next == null) {
                t.arrive(taken.reward(), none, 0, 0, 0);
            } else {
                t.arrive(taken.reward(), next.features(), next.discount(), lambda(next), next.interest());
            }
        }

        @Override
        public boolean ends(int step) {
            return walk.arrivals().get(step).next() == null;
        }
    }

    /** {@code starts} has the state of a step that begins an episode, else null; densities may exceed one. */
    record DrawnWalk(List<Visited> starts, List<Taken> arrivals, boolean densities) implements Walk {
        /** A single density above one tells that none of the walk's numbers is a probability. */
        DrawnWalk(List<Visited> starts, List<Taken> arrivals) {
            this(starts, arrivals, arrivals.stream().anyMatch(taken -> taken.target > 1 || taken.behaviour > 1));
        }

        /** A state as a learner sees it. */
        record Visited(Features features, double discount, double lambda, double interest) {}

        /** {@code next} is null where the episode ends. */
        record Taken(double target, double behaviour, double reward, Visited next) {}

        @Override
        public int steps() {
            return arrivals.size();
        }
    }
}
