package io.emphatic.lab.study;

import io.emphatic.experience.Features;
import io.emphatic.lab.Chain;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Question;
import io.emphatic.lab.problems.Problem;
import io.emphatic.lab.theory.Theory;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A problem made ready for a study: a run's experience is a list of edges of the behaviour's chain, and everything that
 * a learner may want to know about a step is a table over edges.
 */
final class World {
    private final Problem problem;
    private final Mdp mdp;
    private final Chain chain;
    private final double[] initialWeights;
    private final List<Prediction> predictions;

    /** One run's experience: the features of the states, and the edge of each step. */
    record Walk(Features[] features, int[] edges) {}

    World(Problem problem) {
        this.problem = problem;
        this.mdp = problem.mdp();
        this.chain = Chain.of(mdp, mdp.behaviour());
        this.initialWeights = problem.initialWeights();
        this.predictions = Theory.of(mdp).stream()
                .map(theory -> new Prediction(this, theory))
                .toList();
    }

    Mdp mdp() {
        return mdp;
    }

    Chain chain() {
        return chain;
    }

    /** The questions, each with what its learners and its error measure need. */
    List<Prediction> predictions() {
        return predictions;
    }

    boolean learnsFrom(Question question, int state) {
        return problem.learnsFrom(question, state);
    }

    /** Live. */
    double[] initialWeights() {
        return initialWeights;
    }

    /**
     * Walks by the behaviour policy; an end is followed by a new start at once.
     *
     * @param random of the run; features that are drawn anew come first. Modified.
     */
    Walk walk(UniformRandomProvider random, int steps) {
        Features[] features =
                Arrays.stream(problem.features(random)).map(World::features).toArray(Features[]::new);
        int[] edges = new int[steps];
        int state = Mdp.END;
        for (int t = 0; t < steps; t++) {
            if (state == Mdp.END) {
                state = start(random.nextDouble());
            }
            edges[t] = chain.next(state, random.nextLong());
            state = chain.to(edges[t]);
        }
        return new Walk(features, edges);
    }

    private int start(double u) {
        double[] start = mdp.start();
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
}
