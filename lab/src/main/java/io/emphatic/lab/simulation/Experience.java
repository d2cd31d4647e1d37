package io.emphatic.lab.simulation;

import io.emphatic.experience.Arrival;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
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

    private final Arrival[] byEdge; // of each question, side by side
    private final Arrival[] byStart;

    private int edge;

    /** Begins at the start of the MDP. */
    public Experience(Mdp mdp, UniformRandomProvider random) {
        this(mdp, Chain.of(mdp, mdp.behaviour()), random);
    }

    /** @param behaviour the chain of the MDP under its behaviour policy */
    public Experience(Mdp mdp, Chain behaviour, UniformRandomProvider random) {
        this.simulator = new Simulator(mdp, behaviour, random);
        this.chain = behaviour;
        int questions = mdp.questions().size();
        this.transitions = Stream.generate(Transition::new).limit(questions).toArray(Transition[]::new);
        Features[] features = Arrivals.features(mdp.features());
        this.byStart = new Arrival[features.length * questions];
        this.byEdge = new Arrival[chain.edges() * questions];
        for (int q = 0; q < questions; q++) {
            Question question = mdp.questions().get(q);
            Arrivals arrivals = new Arrivals(mdp, chain, question, features, question.lambda());
            for (int s = 0; s < features.length; s++) {
                byStart[s * questions + q] = arrivals.start(s);
            }
            for (int edge = 0; edge < chain.edges(); edge++) {
                byEdge[edge * questions + q] = arrivals.isTaken(edge) ? arrivals.over(edge) : null;
            }
        }
    }

    /** One time step; an episode that has ended is followed by a new start. */
    public void step() {
        boolean starts = simulator.state() == Mdp.END;
        int edge = simulator.step();
        final Transition[] transitions = this.transitions;
        final Arrival[] byEdge = this.byEdge;
        int from = chain.from(edge) * transitions.length;
        for (int q = 0; starts && q < transitions.length; q++) {
            transitions[q].start(byStart[from + q]);
        }
        int at = edge * transitions.length;
        for (int q = 0; q < transitions.length; q++) {
            transitions[q].follow(byEdge[at + q]);
        }
        this.edge = edge;
    }

    /** The last step as the question of this number sees it, to be learned from; always the same object. */
    public Transition transition(int question) {
        return transitions[question];
    }

    /** The state arrived at, or {@link Mdp#END}. */
    public int state() {
        return simulator.state();
    }

    public int edge() {
        return edge;
    }
}
