package io.emphatic.lab.reproduce;

import io.emphatic.lab.Chain;
import io.emphatic.lab.Estimate;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import io.emphatic.lab.Seeds;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A state's value by simulating the target policy from it, as the paper got its true values (§5).
 *
 * <pre>
 *   G = R₁ + γ₁ (R₂ + γ₂ (R₃ + …)),   γₖ of the state arrived at with Rₖ
 * </pre>
 *
 * An episode ends at γ = 0, or when what is still to come is multiplied by less than {@value #NEGLIGIBLE}.
 */
final class MonteCarlo {
    private static final double NEGLIGIBLE = 1e-12;

    /** The standard error that is enough, relative to the mean. */
    private static final double PRECISION = 0.005;

    private static final int EPISODES = 1_000;
    private static final int BATCHES = 16;
    private static final int MOST_ROUNDS = 1_000;

    private final Chain chain;
    private final double[] discount;
    private final int start;

    MonteCarlo(Mdp mdp, Question question, int start) {
        this.chain = Chain.of(mdp, question.policy());
        this.discount = question.discount();
        this.start = start;
    }

    /**
     * Simulates in rounds of {@value #BATCHES} batches, each with a generator of its own, until the standard error is small enough:
     * the same number whatever runs the batches.
     *
     * @param part of the seed
     * @param workers does the batches
     */
    Estimate estimate(long seed, long part, Workers workers) {
        long episodes = 0;
        double sum = 0;
        double squares = 0;
        Estimate estimate = new Estimate(Double.NaN, Double.NaN);
        for (int round = 0; round < MOST_ROUNDS && !isPrecise(estimate); round++) {
            int first = round * BATCHES;
            for (double[] sums : workers.map(
                    IntStream.range(first, first + BATCHES), batch -> batch(Seeds.generator(seed, part, batch)))) {
                sum += sums[0];
                squares += sums[1];
                episodes += EPISODES;
            }
            double mean = sum / episodes;
            double variance = (squares - episodes * mean * mean) / (episodes - 1);
            estimate = new Estimate(mean, Math.sqrt(Math.max(0, variance) / episodes));
        }
        return estimate;
    }

    private static boolean isPrecise(Estimate estimate) {
        return estimate.stderr() <= PRECISION * Math.abs(estimate.mean());
    }

    /** Σ G and Σ G² of a batch of episodes. */
    private double[] batch(UniformRandomProvider random) {
        double sum = 0;
        double squares = 0;
        for (int episode = 0; episode < EPISODES; episode++) {
            double g = episode(random);
            sum += g;
            squares += g * g;
        }
        return new double[] {sum, squares};
    }

    private double episode(UniformRandomProvider random) {
        double g = 0;
        double weight = 1;
        int state = start;
        while (weight > NEGLIGIBLE) {
            int edge = chain.next(state, random.nextLong());
            state = chain.to(edge);
            g += weight * chain.reward(edge);
            weight *= state == Mdp.END ? 0 : discount[state];
        }
        return g;
    }
}
