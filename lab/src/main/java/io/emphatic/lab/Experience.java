package io.emphatic.lab;

import io.emphatic.Features;
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
    private final Features[] features;
    private final Transition[] transitions;

    // One table for all questions side by side, so that a step reads one stretch of memory of each.
    private final double[] byEdge; // μ, then π of each question
    private final double[] byState; // γ, λ and i of each question

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
        this.features = Arrays.stream(mdp.features()).map(Experience::features).toArray(Features[]::new);
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
        this.byState = new double[features.length * 3 * questions];
        for (int s = 0, at = 0; s < features.length; s++) {
            for (Question question : mdp.questions()) {
                byState[at++] = question.discount()[s];
                byState[at++] = question.lambda()[s];
                byState[at++] = question.interest()[s];
            }
        }
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
        final double[] byState = this.byState;
        Features phi = features[next];
        int at = next * 3 * transitions.length;
        for (int q = 0; q < transitions.length; q++, at += 3) {
            transitions[q].arrive(reward, phi, byState[at], byState[at + 1], byState[at + 2]);
        }
    }

    private void end(double reward) {
        Features none = Features.none(features[0].size());
        for (Transition t : transitions) {
            t.arrive(reward, none, 0, 0, 0);
        }
    }

    private void begin() {
        double u = random.nextDouble();
        int first = 0;
        while (first < start.length - 1 && u >= start[first]) {
            u -= start[first++];
        }
        state = first;
        int at = first * 3 * transitions.length;
        for (Transition t : transitions) {
            t.start(features[first], byState[at + 1], byState[at + 2]);
            at += 3;
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
