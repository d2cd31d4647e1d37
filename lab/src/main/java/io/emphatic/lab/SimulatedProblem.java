package io.emphatic.lab;

import io.emphatic.experience.Features;
import java.util.random.RandomGenerator;

/**
 * A problem that is a simulator, and need not be finite: where an episode starts, what a step does, what a learner sees
 * of a state. What is predicted is the rewards to come under the target policy, discounted by {@link #discount}.
 *
 * <p>Learners are measured against {@link #value} in states that the behaviour visits; where it is not known, against
 * the mean of many returns of {@link #targetStep}, and the standard error of these is reported.
 *
 * @param <S> a state: immutable, for it is kept
 */
public interface SimulatedProblem<S> extends Problem {
    /** The number of features, n. */
    int size();

    /** The first state of an episode. All that is random comes from the generator. */
    S start(RandomGenerator random);

    /** One step of the behaviour, with the probabilities with which target and behaviour take its action. */
    SimulatedStep<S> step(S state, RandomGenerator random);

    /** φ(s), of {@link #size} components. */
    Features features(S state);

    /** γ(s) of a state that is arrived at; 0 where the prediction ends. The end of an episode needs none. */
    double discount(S state);

    /** λ(s), where a study does not say. */
    default double lambda(S state) {
        return 0;
    }

    /** i(s). */
    default double interest(S state) {
        return 1;
    }

    /** v_π(s) if it is known exactly; NaN if it is not. */
    default double value(S state) {
        return Double.NaN;
    }

    /** One step of the target policy, needed where {@link #value} is not known; its probabilities do not matter. */
    default SimulatedStep<S> targetStep(S state, RandomGenerator random) {
        throw new IllegalArgumentException(
                name() + " knows neither the value of a state nor how its target policy steps: there is no truth to"
                        + " measure errors against");
    }

    /** Zero, unless the problem is about somewhere else. */
    @Override
    default double[] initialWeights() {
        return new double[size()];
    }
}
