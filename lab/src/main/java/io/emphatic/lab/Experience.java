package io.emphatic.lab;

import io.emphatic.Features;
import io.emphatic.Transition;
import java.util.Arrays;
import java.util.stream.IntStream;
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
    private final Stream[] streams;

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
        double[] mu = chain.byEdge(mdp.behaviour());
        this.streams = mdp.questions().stream()
                .map(q -> new Stream(q, chain.byEdge(q.policy()), mu))
                .toArray(Stream[]::new);
    }

    /** One question's view of the life. */
    private static final class Stream {
        private final Transition t = new Transition();
        private final double[] pi;
        private final double[] mu;
        private final double[] discount;
        private final double[] lambda;
        private final double[] interest;

        Stream(Question question, double[] pi, double[] mu) {
            this.pi = pi;
            this.mu = mu;
            this.discount = question.discount().clone();
            this.lambda = question.lambda().clone();
            this.interest = question.interest().clone();
        }

        void start(int state, Features phi) {
            t.start(phi, lambda[state], interest[state]);
        }

        void advance(int edge, double reward, int state, Features phi) {
            t.action(pi[edge], mu[edge]);
            t.arrive(reward, phi, discount[state], lambda[state], interest[state]);
        }

        void end(int edge, double reward, Features none) {
            t.action(pi[edge], mu[edge]);
            t.arrive(reward, none, 0, 0, 0);
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
        double reward = chain.reward(edge);
        if (next == Mdp.END) {
            Features none = Features.none(features[state].size());
            for (Stream stream : streams) {
                stream.end(edge, reward, none);
            }
        } else {
            Features phi = features[next];
            for (Stream stream : streams) {
                stream.advance(edge, reward, next, phi);
            }
        }
        this.edge = edge;
        this.state = next;
    }

    private void begin() {
        double u = random.nextDouble();
        int first = 0;
        while (first < start.length - 1 && u >= start[first]) {
            u -= start[first++];
        }
        state = first;
        for (Stream stream : streams) {
            stream.start(state, features[state]);
        }
    }

    /** The last step as the question of this number sees it, to be learned from; always the same object. */
    public Transition transition(int question) {
        return streams[question].t;
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
