package io.emphatic.lab;

import io.emphatic.experience.Arrival;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * One life in a finite MDP under its behaviour policy, as the learners of its questions see it.
 *
 * <p>What happens is the same for all questions; π, γ, λ and i are each question's own, so each has a
 * {@link Transition} of its own. {@link #step} advances them all by one time step, with one random number, and
 * allocates nothing.
 */
public final class Experience {
    private final UniformRandomProvider random;
    private final Chain chain;
    private final double[] start;
    private final Transition[] transitions;

    private final Arrival[] byEdge; // of each question, side by side
    private final Arrival[] byStart;

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
        Features[] features =
                Arrays.stream(mdp.features()).map(Experience::features).toArray(Features[]::new);
        this.byStart = new Arrival[features.length * questions];
        this.byEdge = new Arrival[chain.edges() * questions];
        for (int q = 0; q < questions; q++) {
            Question question = mdp.questions().get(q);
            for (int s = 0; s < features.length; s++) {
                byStart[s * questions + q] = Arrival.start(features[s], question.lambda()[s], question.interest()[s]);
            }
            for (int edge = 0; edge < chain.edges(); edge++) {
                byEdge[edge * questions + q] = arrival(mdp, question, features, edge);
            }
        }
    }

    private Arrival arrival(Mdp mdp, Question question, Features[] features, int edge) {
        int from = chain.from(edge);
        int action = chain.action(edge);
        int to = chain.to(edge);
        double pi = question.policy()[from][action];
        double mu = mdp.behaviour()[from][action];
        if (mu == 0) {
            return null; // is never followed
        }
        if (pi / mu == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("the ratio π/μ = " + pi + "/" + mu + " is too large (target "
                    + question.name() + ", state " + mdp.states().get(from) + ", action "
                    + mdp.actions().get(action) + ")");
        }
        double reward = question.reward(new Mdp.Outcome(to, 1, chain.reward(edge)));
        if (to == Mdp.END) {
            return Arrival.of(pi, mu, reward, Features.none(mdp.featureNames().size()), 0, 0, 0);
        }
        return Arrival.of(
                pi, mu, reward, features[to], question.discount()[to], question.lambda()[to], question.interest()[to]);
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
        final Transition[] transitions = this.transitions;
        final Arrival[] byEdge = this.byEdge;
        int at = edge * transitions.length;
        for (int q = 0; q < transitions.length; q++) {
            transitions[q].follow(byEdge[at + q]);
        }
        this.edge = edge;
        this.state = chain.to(edge);
    }

    private void begin() {
        double u = random.nextDouble();
        int first = 0;
        while (first < start.length - 1 && u >= start[first]) {
            u -= start[first++];
        }
        state = first;
        for (int q = 0; q < transitions.length; q++) {
            transitions[q].start(byStart[first * transitions.length + q]);
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
