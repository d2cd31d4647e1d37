package io.emphatic.lab.simulation;

import io.emphatic.experience.Arrival;
import io.emphatic.experience.Features;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Every start and every edge of a chain as one question sees it, made when it is first asked for. Not thread-safe. */
public final class Arrivals {
    private final Mdp mdp;
    private final Chain chain;
    private final Question question;
    private final Features[] features;
    private final double[] lambda;
    private final Features none;
    private final Arrival[] byEdge;
    private final Arrival[] byStart;

    /** @param chain of the MDP under its behaviour policy */
    public Arrivals(Mdp mdp, Chain chain, Question question, Features[] features, double[] lambda) {
        this.mdp = mdp;
        this.chain = chain;
        this.question = question;
        this.features = features;
        this.lambda = lambda;
        this.none = Features.none(mdp.featureNames().size());
        this.byEdge = new Arrival[chain.edges()];
        this.byStart = new Arrival[features.length];
    }

    /** Φ as features: binary, sparse or dense, whatever is cheapest. Not modified. */
    public static Features[] features(double[][] phi) {
        return Arrays.stream(phi).map(Arrivals::features).toArray(Features[]::new);
    }

    private static Features features(double[] phi) {
        int[] nonZero = IntStream.range(0, phi.length).filter(j -> phi[j] != 0).toArray();
        if (Arrays.stream(nonZero).allMatch(j -> phi[j] == 1)) {
            return Features.binary(phi.length, nonZero);
        }
        return 2 * nonZero.length <= phi.length
                ? Features.sparse(
                        phi.length,
                        nonZero,
                        Arrays.stream(nonZero).mapToDouble(j -> phi[j]).toArray())
                : Features.dense(phi);
    }

    /** A state with nothing before it. */
    public Arrival start(int state) {
        if (byStart[state] == null) {
            byStart[state] = Arrival.start(features[state], lambda[state], question.interest()[state]);
        }
        return byStart[state];
    }

    /** The state that an edge leads to; refused if the ratio π/μ of its action is not finite. */
    public Arrival over(int edge) {
        if (byEdge[edge] == null) {
            byEdge[edge] = arrival(edge);
        }
        return byEdge[edge];
    }

    private Arrival arrival(int edge) {
        int from = chain.from(edge);
        int action = chain.action(edge);
        int to = chain.to(edge);
        double pi = question.policy()[from][action];
        double mu = mdp.behaviour()[from][action];
        if (pi / mu == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("the ratio π/μ = " + pi + "/" + mu + " is too large (target "
                    + question.name() + ", state " + mdp.states().get(from) + ", action "
                    + mdp.actions().get(action) + ")");
        }
        double reward = question.reward(new Mdp.Outcome(to, 1, chain.reward(edge)));
        return to == Mdp.END
                ? Arrival.of(pi, mu, reward, none, 0, 0, 0)
                : Arrival.of(
                        pi, mu, reward, features[to], question.discount()[to], lambda[to], question.interest()[to]);
    }
}
