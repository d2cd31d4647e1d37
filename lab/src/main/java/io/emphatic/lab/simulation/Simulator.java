package io.emphatic.lab.simulation;

import io.emphatic.lab.Mdp;
import org.apache.commons.rng.UniformRandomProvider;

/** The behaviour policy at work in a finite MDP: one step after another; an end is followed by a new start at once. */
public final class Simulator {
    private final Chain chain;
    private final double[] start;
    private final UniformRandomProvider random;
    private int state = Mdp.END;

    /** @param behaviour the chain of the MDP under its behaviour policy */
    public Simulator(Mdp mdp, Chain behaviour, UniformRandomProvider random) {
        this.chain = behaviour;
        this.start = mdp.start();
        this.random = random;
    }

    /** One time step, with one random number, and another one at a start; returns the edge of the chain. */
    public int step() {
        if (state == Mdp.END) {
            state = start(random.nextDouble());
        }
        int edge = chain.next(state, random.nextLong());
        state = chain.to(edge);
        return edge;
    }

    private int start(double u) {
        int last = 0;
        double sum = 0;
        for (int s = 0; s < start.length; s++) {
            if (start[s] > 0) {
                sum += start[s];
                last = s;
                if (u < sum) {
                    break;
                }
            }
        }
        return last;
    }

    /** The state arrived at, or {@link Mdp#END}. */
    public int state() {
        return state;
    }
}
