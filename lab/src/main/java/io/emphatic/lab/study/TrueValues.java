package io.emphatic.lab.study;

import io.emphatic.experience.Features;
import io.emphatic.lab.Estimate;
import io.emphatic.lab.SimulatedProblem;
import io.emphatic.lab.SimulatedStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** States that the behaviour visits, with their values: exact, or means of returns under the target. */
record TrueValues<S>(Features[] features, double[] values, Optional<SampledTruth> sampled) {
    private static final int MEASURED_STATES = 256;

    /** Steps between two states that are measured, so that they have little in common. */
    private static final int STEPS_APART = 61;

    private static final int MOST_STEPS_TO_STATES = 1_000_000;

    private static final int RETURNS_PER_ROUND = 64;

    private static final int FEWEST_RETURNS = 2; // without which there is no standard error, however long they are
    private static final long MOST_STEPS = 10_000_000; // all steps of all returns, but for the last of each state

    private static final int LONGEST_RETURN = 100_000;

    /** A return continues until what is discounted by less than this is left out. */
    private static final double NEGLIGIBLE = 1e-9;

    /** Enough: the standard error as a share of the values, both root mean square. */
    private static final double PRECISION = 0.002;

    static <S> TrueValues<S> of(SimulatedProblem<S> problem, long seed) {
        List<S> states = visited(problem, RandomPurpose.TRUTH.generator(seed, 0)::nextLong);
        Features[] features = states.stream().map(problem::features).toArray(Features[]::new);
        double[] exact = states.stream().mapToDouble(problem::value).toArray();
        if (states.stream().noneMatch(state -> Double.isNaN(problem.value(state)))) {
            return new TrueValues<>(features, exact, Optional.empty());
        }
        List<Estimate> estimates = estimates(problem, states, RandomPurpose.TRUTH.generator(seed, 1)::nextLong);
        double[] values = estimates.stream().mapToDouble(Estimate::mean).toArray();
        return new TrueValues<>(features, values, Optional.of(new SampledTruth(estimates)));
    }

    private static <S> List<S> visited(SimulatedProblem<S> problem, RandomGenerator random) {
        List<S> states = new ArrayList<>();
        S state = null;
        for (int t = 1; states.size() < MEASURED_STATES && t <= MOST_STEPS_TO_STATES; t++) {
            state = state == null ? problem.start(random) : state;
            if (t % STEPS_APART == 0 && problem.interest(state) > 0) {
                states.add(state);
            }
            state = problem.step(state, random).next();
        }
        if (states.isEmpty()) {
            throw new IllegalArgumentException(problem.name()
                    + " has no interest in any state that its behaviour visits: there is no error to measure");
        }
        return states;
    }

    /** In rounds, until the values are known well enough or it takes too long. */
    private static <S> List<Estimate> estimates(SimulatedProblem<S> problem, List<S> states, RandomGenerator random) {
        long[] steps = new long[1];
        double[] means = new double[states.size()];
        double[] squares = new double[states.size()];
        long[] returns = new long[states.size()];
        List<Estimate> estimates;
        do {
            long before = steps[0];
            for (int k = 0; k < means.length; k++) {
                // each state has its share of the steps that are left, and that of the others before it
                long allowed = before + (MOST_STEPS - before) * (k + 1) / means.length;
                for (int n = 0; n < RETURNS_PER_ROUND && (returns[k] < FEWEST_RETURNS || steps[0] < allowed); n++) {
                    // Welford's recurrence
                    double g = sampleReturn(problem, states.get(k), random, steps);
                    returns[k]++;
                    double difference = g - means[k];
                    means[k] += difference / returns[k];
                    squares[k] += difference * (g - means[k]);
                }
            }
            estimates = new ArrayList<>();
            for (int k = 0; k < means.length; k++) {
                estimates.add(new Estimate(means[k], Math.sqrt(squares[k] / (returns[k] - 1.0) / returns[k])));
            }
        } while (!isEnough(estimates) && steps[0] < MOST_STEPS);
        return estimates;
    }

    private static boolean isEnough(List<Estimate> estimates) {
        double values = estimates.stream().mapToDouble(e -> e.mean() * e.mean()).sum();
        double errors =
                estimates.stream().mapToDouble(e -> e.stderr() * e.stderr()).sum();
        return errors <= PRECISION * PRECISION * values;
    }

    /** G = R₁ + γ₁R₂ + γ₁γ₂R₃ + … under the target policy. */
    private static <S> double sampleReturn(SimulatedProblem<S> problem, S from, RandomGenerator random, long[] steps) {
        double sum = 0;
        double discount = 1;
        S state = from;
        for (int t = 0; state != null && discount > NEGLIGIBLE; t++) {
            if (t == LONGEST_RETURN) {
                throw new IllegalArgumentException(
                        "a return of " + problem.name() + " has not ended after " + LONGEST_RETURN
                                + " steps of its target policy\nLet the discount be smaller, or episodes end.");
            }
            SimulatedStep<S> step = problem.targetStep(state, random);
            sum += discount * step.reward();
            state = step.next();
            discount *= state == null ? 0 : problem.discount(state);
            steps[0]++;
        }
        return sum;
    }
}
