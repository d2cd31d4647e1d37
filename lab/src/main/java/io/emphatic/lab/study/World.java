package io.emphatic.lab.study;

import io.emphatic.Features;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import io.emphatic.lab.problems.Problem;
import io.emphatic.lab.theory.Theory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A problem made ready for walking: every transition that can happen has a number, so that a run's experience is a list of numbers, and
 * everything a learner may want to know about a step is a table over these numbers.
 */
final class World {
    private final Problem problem;
    private final Mdp mdp;
    private final List<Prediction> predictions;

    /** By number: where the transition begins, by which action, and where it ends. */
    final int[] from;

    final int[] action;
    final int[] to;

    private final Outcome[] outcomes;
    private final int[][] numbers;
    private final double[][] cumulative;
    private final double[] cumulativeStart;

    /** One run's experience: the features of the states, and the number of each transition. */
    record Walk(Features[] features, int[] transitions) {}

    World(Problem problem) {
        this.problem = problem;
        this.mdp = problem.mdp();
        int states = mdp.states().size();
        List<int[]> found = new ArrayList<>();
        List<Outcome> foundOutcomes = new ArrayList<>();
        numbers = new int[states][];
        cumulative = new double[states][];
        for (int s = 0; s < states; s++) {
            int first = found.size();
            List<Double> probabilities = new ArrayList<>();
            for (int a = 0; a < mdp.actions().size(); a++) {
                for (Outcome outcome : mdp.outcomes()[s][a]) {
                    double probability = mdp.behaviour()[s][a] * outcome.probability();
                    if (probability > 0) {
                        found.add(new int[] {s, a, outcome.to()});
                        foundOutcomes.add(outcome);
                        probabilities.add(probability);
                    }
                }
            }
            numbers[s] = IntStream.range(first, found.size()).toArray();
            cumulative[s] = cumulate(probabilities.stream().mapToDouble(p -> p).toArray());
        }
        from = found.stream().mapToInt(t -> t[0]).toArray();
        action = found.stream().mapToInt(t -> t[1]).toArray();
        to = found.stream().mapToInt(t -> t[2]).toArray();
        outcomes = foundOutcomes.toArray(Outcome[]::new);
        cumulativeStart = cumulate(mdp.start());
        List<Theory> theories = Theory.of(mdp);
        predictions = IntStream.range(0, theories.size())
                .mapToObj(q -> new Prediction(this, theories.get(q)))
                .toList();
    }

    private static double[] cumulate(double[] probabilities) {
        double[] sums = probabilities.clone();
        for (int k = 1; k < sums.length; k++) {
            sums[k] += sums[k - 1];
        }
        return sums;
    }

    Mdp mdp() {
        return mdp;
    }

    /** The questions, each with what its learners and its error measure need. */
    List<Prediction> predictions() {
        return predictions;
    }

    boolean learnsFrom(Question question, int state) {
        return problem.learnsFrom(question, state);
    }

    Outcome outcome(int transition) {
        return outcomes[transition];
    }

    double[] initialWeights() {
        return problem.initialWeights();
    }

    /** Walks by the behaviour policy; an end is followed by a new start at once. */
    Walk walk(UniformRandomProvider random, int steps) {
        Features[] features =
                Arrays.stream(problem.features(random)).map(World::features).toArray(Features[]::new);
        int[] transitions = new int[steps];
        int state = draw(random, cumulativeStart);
        for (int t = 0; t < steps; t++) {
            int number = numbers[state][draw(random, cumulative[state])];
            transitions[t] = number;
            state = to[number] == Mdp.END ? draw(random, cumulativeStart) : to[number];
        }
        return new Walk(features, transitions);
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

    /** One random number even where there is nothing to choose: what is drawn does not depend on the map. */
    private static int draw(UniformRandomProvider random, double[] cumulative) {
        double u = random.nextDouble() * cumulative[cumulative.length - 1];
        int k = 0;
        while (k < cumulative.length - 1 && u >= cumulative[k]) {
            k++;
        }
        return k;
    }
}
