package io.emphatic.lab.study;

import io.emphatic.experience.Transition;
import io.emphatic.lab.FiniteProblem;
import io.emphatic.lab.PolicyProbabilities;
import io.emphatic.lab.Problem;
import io.emphatic.lab.SimulatedProblem;
import io.emphatic.lab.study.TraceGroup.ErrorMeter;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/** A problem with all that a study computes once: how to walk, and each question with its true values. */
public abstract sealed class PreparedProblem permits PreparedMdp, PreparedSimulation {
    /** @param seed of the study: true values that are not known exactly are drawn from it */
    static PreparedProblem of(Problem problem, long seed) {
        if (problem instanceof FiniteProblem finite) {
            return new PreparedMdp(finite);
        }
        if (problem instanceof SimulatedProblem<?> simulated) {
            return new PreparedSimulation<>(simulated, seed);
        }
        throw new IllegalArgumentException(problem.name() + " is neither a finite nor a simulated problem: "
                + problem.getClass().getName());
    }

    abstract double[] initialWeights();

    abstract List<? extends PreparedQuestion> questions();

    /** Walks by the behaviour policy; what is drawn depends on the generator alone. */
    abstract Walk walk(UniformRandomProvider random, int steps);

    /** The mean of ‖φ‖² over the states of a walk, by which step sizes are scaled. */
    public double meanSquare(Walk walk) {
        Passage passage = questions().get(0).along(walk, Double.NaN);
        Transition t = new Transition();
        double sum = 0;
        for (int step = 0; step < walk.steps(); step++) {
            if (step == 0 || passage.ends(step - 1)) {
                passage.start(step, t);
            }
            passage.advance(step, t);
            sum += t.norm() * t.norm();
        }
        return sum / walk.steps();
    }

    /** The values that errors are measured against, if they are not exact. */
    Optional<SampledTruth> sampledTruth() {
        return Optional.empty();
    }

    /** A walk as the learners of one question see it, with a λ. Not thread-safe. */
    interface Passage {
        boolean learns(int step);

        void start(int step, Transition t);

        void advance(int step, Transition t);

        boolean ends(int step);
    }

    /** One question of a {@link PreparedProblem}: what a walk is to its learners, and how wrong they are. */
    interface PreparedQuestion {
        /** What the policies decide about parameters. */
        PolicyProbabilities probabilities();

        /** @param lambda λ of every state; NaN for that of the problem */
        Passage along(Walk walk, double lambda);

        ErrorMeter meter(Walk walk, int learners);
    }
}
