package io.emphatic.lab.simulation;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.lab.Mdp;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * One stream of experience in a finite MDP under its behaviour policy, as the learners of its questions see it.
 *
 * <p>What happens is the same for all questions; π, γ, λ and i belong to each question, so each has its own
 * {@link Transition}. {@link #step} advances them all by one time step and allocates nothing.
 */
public final class Experience {
    private final Simulator simulator;
    private final Chain chain;
    private final Transition[] transitions;
    private final Arrivals[] arrivals; // of each question

    /** Begins at the start of the MDP. */
    public Experience(Mdp mdp, UniformRandomProvider random) {
        this(mdp, Chain.of(mdp, mdp.behaviour()), random);
    }

    /** @param behaviour the chain of the MDP under its behaviour policy */
    public Experience(Mdp mdp, Chain behaviour, UniformRandomProvider random) {
        this.simulator = new Simulator(mdp, behaviour, random);
        this.chain = behaviour;
        this.transitions =
                Stream.generate(Transition::new).limit(mdp.questions().size()).toArray(Transition[]::new);
        Features[] features = Arrivals.features(mdp.features());
        this.arrivals = mdp.questions().stream()
                .map(question -> new Arrivals(mdp, chain, question, features, question.lambda()))
                .toArray(Arrivals[]::new);
    }

    /** One time step; an episode that has ended is followed by a new start. */
    public void step() {
        boolean starts = simulator.state() == Mdp.END;
        int edge = simulator.step();
        for (int q = 0; q < transitions.length; q++) {
            if (starts) {
                transitions[q].start(arrivals[q].start(chain.from(edge)));
            }
            transitions[q].follow(arrivals[q].over(edge));
        }
    }

    /** The last step as the question of this number sees it, to be learned from; always the same object. */
    public Transition transition(int question) {
        return transitions[question];
    }

    /** The state arrived at, or {@link Mdp#END}. */
    public int state() {
        return simulator.state();
    }
}
