package io.emphatic.lab.problems.miner;

import io.emphatic.lab.Estimate;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import io.emphatic.lab.Seeds;
import io.emphatic.lab.Threads;
import io.emphatic.lab.simulation.Chain;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/** A state's value by simulating the target policy from it, as in the paper (§5): G = R₁ + γ₁ (R₂ + …). */
final class MonteCarlo {
    private static final double NEGLIGIBLE = 1e-12;

    private static final double PROMISED = 0.01; // the standard error that is promised, relative to the mean

    /** The standard error at which simulation stops: a margin, since the error itself is an estimate. */
    private static final double PRECISION = PROMISED / 2;

    private static final int EPISODES = 1_000;
    private static final int SAMPLES = 16;

    /** The number of steps, a few seconds of work, after which no further round begins. */
    static final long MOST_STEPS = 100_000_000;

    private final Chain chain;
    private final double[] discount;
    private final int start;
    private final long mostSteps;

    MonteCarlo(Mdp mdp, Question question, int start, long mostSteps) {
        this.chain = Chain.of(mdp, question.policy());
        this.discount = question.discount();
        this.start = start;
        this.mostSteps = mostSteps;
    }

    /** In rounds, until the standard error is small enough; NaN if all returns are equal. Threads do not matter. */
    Estimate estimate(long seed, long part, Threads threads) {
        long episodes = 0;
        long steps = 0;
        double sum = 0;
        double squares = 0;
        Estimate estimate = new Estimate(Double.NaN, Double.NaN);
        for (int round = 0; steps < mostSteps && !(relativeError(estimate) <= PRECISION); round++) {
            int first = round * SAMPLES;
            for (Sample sample : threads.map(
                    IntStream.range(first, first + SAMPLES), number -> sample(Seeds.generator(seed, part, number)))) {
                sum += sample.sum;
                squares += sample.squares;
                steps += sample.steps;
                episodes += EPISODES;
            }
            double mean = sum / episodes;
            double variance = (squares - episodes * mean * mean) / (episodes - 1);
            estimate = new Estimate(mean, variance > 0 ? Math.sqrt(variance / episodes) : Double.NaN);
        }
        return estimate;
    }

    /** Whether an estimate is as precise as promised: a standard error of at most 1 % of the mean. */
    static boolean isEnough(Estimate estimate) {
        return relativeError(estimate) <= PROMISED;
    }

    private static double relativeError(Estimate estimate) {
        return estimate.stderr() / Math.abs(estimate.mean());
    }

    /** Σ G and Σ G² of a sample of episodes, and the steps they took. */
    private record Sample(double sum, double squares, long steps) {}

    private Sample sample(UniformRandomProvider random) {
        double sum = 0;
        double squares = 0;
        long steps = 0;
        for (int episode = 0; episode < EPISODES; episode++) {
            double g = 0;
            double weight = 1;
            int state = start;
            while (weight > NEGLIGIBLE) {
                int edge = chain.next(state, random.nextLong());
                state = chain.to(edge);
                g += weight * chain.reward(edge);
                weight *= state == Mdp.END ? 0 : discount[state];
                steps++;
            }
            sum += g;
            squares += g * g;
        }
        return new Sample(sum, squares, steps);
    }
}
