package io.emphatic.lab;

import io.emphatic.Features;
import io.emphatic.Situation;
import io.emphatic.Transition;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * One life in a finite MDP under its behaviour policy, as the learners of its questions see it.
 *
 * <p>What happens is the same for all questions; π, γ, λ and i are each question's own, so each has a {@link Transition} of its own.
 * {@link #step} advances them all by one time step, with one random number, and allocates nothing.
 */
public final class Experience {
    private final UniformRandomProvider random;
    private final Chain chain;
    private final double[] start;
    private final Transition[] transitions;

    // One table for all questions side by side, so that a step reads one stretch of memory of each.
    private final double[] byEdge; // μ, then π of each question
    private final Situation[] byState; // of each question
    private final Situation end;

    private int state = Mdp.END;
    private int edge;

    /** Begins at the start of the MDP. */
    public Experience(Mdp mdp, UniformRandomProvider random) {
        this(mdp, Chain.of(mdp, mdp.behaviour()), random);
    }

    /**
     * The same with a chain that is made already.
     *
     * @param behaviour the chain of the MDP under its behaviour policy
     */
    public Experience(Mdp mdp, Chain behaviour, UniformRandomProvider random) {
        this.random = random;
        this.chain = behaviour;
        this.start = mdp.start().clone();
        int questions = mdp.questions().size();
        this.transitions = Stream.generate(Transition::new).limit(questions).toArray(Transition[]::new);
        this.byEdge = new double[chain.edges() * (1 + questions)];
        for (int edge = 0; edge < chain.edges(); edge++) {
            int s = chain.from(edge);
            int a = chain.action(edge);
            int at = edge * (1 + questions);
            byEdge[at++] = mdp.behaviour()[s][a];
            for (Question question : mdp.questions()) {
                byEdge[at++] = question.policy()[s][a];
            }
        }
        this.byState = new Situation[mdp.states().size() * questions];
        for (int s = 0, at = 0; s < mdp.states().size(); s++) {
            Features features = features(mdp.features()[s]);
            for (Question question : mdp.questions()) {
                byState[at++] =
                        Situation.of(features, question.discount()[s], question.lambda()[s], question.interest()[s]);
            }
        }
        this.end = Situation.of(Features.none(mdp.featureNames().size()), 0, 0, 0);
    }

    /** Indicators are binary features, anything else is dense. */
    private static Features features(double[] phi) {
        return Arrays.stream(phi).allMatch(value -> value == 0 || value == 1)
                ? Features.binary(
                        phi.length,
                        IntStream.range(0, phi.length).filter(j -> phi[j] == 1).toArray())
                : Features.dense(phi);
    }

    /** One time step; an episode that has ended is followed by a new start. */
    public void step() {
        if (state == Mdp.END) {
            begin();
        }
        int edge = chain.next(state, random.nextLong());
        int next = chain.to(edge);
        act(edge);
        if (next == Mdp.END) {
            end(chain.reward(edge));
        } else {
            arrive(chain.reward(edge), next);
        }
        this.edge = edge;
        this.state = next;
    }

    private void act(int edge) {
        final Transition[] transitions = this.transitions;
        final double[] byEdge = this.byEdge;
        int at = edge * (1 + transitions.length);
        double mu = byEdge[at];
        for (int q = 0; q < transitions.length; q++) {
            transitions[q].action(byEdge[at + 1 + q], mu);
        }
    }

    private void arrive(double reward, int next) {
        final Transition[] transitions = this.transitions;
        final Situation[] byState = this.byState;
        int at = next * transitions.length;
        for (int q = 0; q < transitions.length; q++) {
            transitions[q].arrive(reward, byState[at + q]);
        }
    }

    private void end(double reward) {
        for (Transition t : transitions) {
            t.arrive(reward, end);
        }
    }

    private void begin() {
        double u = random.nextDouble();
        int first = 0;
        while (first < start.length - 1 && u >= start[first]) {
            u -= start[first++];
        }
        state = first;
        for (int q = 0; q < transitions.length; q++) {
            transitions[q].start(byState[first * transitions.length + q]);
        }
    }

    /** The last step as the question of this number sees it, to be learned from; always the same object. */
    public Transition transition(int question) {
        return transitions[question];
    }

    /** The state arrived at, or {@link Mdp#END}. */
    public int state() {
        return state;
    }

    /** The edge of the chain taken last. */
    public int edge() {
        return edge;
    }
}
