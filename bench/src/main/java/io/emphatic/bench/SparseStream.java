package io.emphatic.bench;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.SplittableRandom;

/**
 * A stream over binary features of which a few are active, as tile coding gives them: a ring of states made beforehand,
 * walked in order, so that a benchmark measures the learner and not the source.
 */
public final class SparseStream {
    private final Features[] phi;
    private final double[] reward;
    private final double[] rho;
    private final double gamma;
    private final double lambda;
    private final Transition t = new Transition();
    private int now;

    /**
     * @param states how many states the ring has
     * @param ratios ρ is drawn from these, uniformly
     */
    public SparseStream(long seed, int size, int active, int states, double gamma, double lambda, double... ratios) {
        this.gamma = gamma;
        this.lambda = lambda;
        SplittableRandom random = new SplittableRandom(seed);
        phi = new Features[states];
        reward = new double[states];
        rho = new double[states];
        for (int s = 0; s < states; s++) {
            phi[s] = Features.binary(
                    size, random.ints(0, size).distinct().limit(active).toArray());
            reward[s] = random.nextDouble() - 0.5;
            rho[s] = ratios[random.nextInt(ratios.length)];
        }
        t.start(phi[0], lambda, 1);
    }

    /** The next step; always the same object. */
    public Transition next() {
        int from = now;
        int to = from + 1 == phi.length ? 0 : from + 1;
        t.ratio(rho[from]);
        t.arrive(reward[from], phi[to], gamma, lambda, 1);
        now = to;
        return t;
    }
}
