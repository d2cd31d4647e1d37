package io.emphatic.lab.study;

import io.emphatic.batch.Batch;
import io.emphatic.experience.Features;
import io.emphatic.lab.Chain;
import io.emphatic.lab.Mdp.Outcome;
import io.emphatic.lab.Question;
import io.emphatic.lab.theory.Theory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * One question of a {@link World}: what its learners see of each edge, and how wrong they are.
 *
 * <p>The error is the field's: RMSVE = √(Σₛ d(s) (θᵀφ(s) − v_π(s))²), with d the exact stationary distribution of the
 * behaviour over the states of interest, normalised to one there, and v_π exact.
 */
final class Prediction {
    private final Question question;
    private final Map<String, Double> facts;

    /** By edge: whether it is learned from, π and μ of the action, and what it is worth. */
    final boolean[] learned;

    final double[] pi;
    final double[] mu;
    final double[] reward;

    private final int[] measured;
    private final double[] weights;
    private final double[] values;

    Prediction(World world, Theory theory) {
        question = theory.question();
        Chain chain = world.chain();
        double[][] behaviour = world.mdp().behaviour();
        learned = new boolean[chain.edges()];
        pi = new double[chain.edges()];
        mu = new double[chain.edges()];
        reward = new double[chain.edges()];
        for (int edge = 0; edge < chain.edges(); edge++) {
            int s = chain.from(edge);
            int a = chain.action(edge);
            learned[edge] = world.learnsFrom(question, s);
            pi[edge] = question.policy()[s][a];
            mu[edge] = behaviour[s][a];
            reward[edge] = question.reward(new Outcome(chain.to(edge), 1, chain.reward(edge)));
        }
        double largest = 0;
        double smallest = 1;
        for (int s = 0; s < world.mdp().states().size(); s++) {
            for (int a = 0; a < world.mdp().actions().size() && world.learnsFrom(question, s); a++) {
                double larger = Math.max(question.policy()[s][a], behaviour[s][a]);
                largest = Math.max(largest, larger);
                smallest = larger > 0 ? Math.min(smallest, larger) : smallest;
            }
        }
        // ψ₀ = 1/max max(π, μ) and ψ_max = 1/min max(π, μ), over the (s, a) with max(π, μ) > 0
        facts = new LinkedHashMap<>();
        facts.put("psi0", 1 / largest);
        facts.put("psi_max", 1 / smallest);

        double[] stationary = theory.stationary();
        double[] value = theory.value();
        measured = IntStream.range(0, stationary.length)
                .filter(s -> question.interest()[s] > 0 && stationary[s] > 0)
                .toArray();
        if (measured.length == 0) {
            throw new IllegalArgumentException(
                    "target " + question.name() + " of " + world.mdp().name()
                            + " has no interest in any state that the behaviour visits: there is no error to measure");
        }
        double sum = Arrays.stream(measured).mapToDouble(s -> stationary[s]).sum();
        weights = Arrays.stream(measured).mapToDouble(s -> stationary[s] / sum).toArray();
        values = Arrays.stream(measured).mapToDouble(s -> value[s]).toArray();
    }

    Question question() {
        return question;
    }

    /** What the problem knows that an algorithm may need: ψ₀ and ψ_max of ABTD. */
    Map<String, Double> facts() {
        return facts;
    }

    /** The errors of the learners of one batch. Not thread-safe: it has scratch space. */
    final class Meter {
        private final double[] predictions;

        Meter(int learners) {
            predictions = new double[learners];
        }

        /**
         * RMSVE of every learner.
         *
         * @param features of every state. Not modified.
         * @param errors Modified.
         */
        void measure(Batch batch, Features[] features, double[] errors) {
            Arrays.fill(errors, 0);
            for (int m = 0; m < measured.length; m++) {
                batch.predict(features[measured[m]], predictions);
                addSquares(predictions, values[m], weights[m], errors);
            }
            for (int k = 0; k < errors.length; k++) {
                errors[k] = errors[k] < Double.POSITIVE_INFINITY ? Math.sqrt(errors[k]) : scaled(batch, features, k);
            }
        }

        /**
         * The squares have overflowed though the weights have not: the same with everything divided by the largest
         * difference.
         */
        private double scaled(Batch batch, Features[] features, int learner) {
            double[] differences = new double[measured.length];
            double largest = 0;
            for (int m = 0; m < measured.length; m++) {
                batch.predict(features[measured[m]], predictions);
                differences[m] = predictions[learner] - values[m];
                largest = Math.max(largest, Math.abs(differences[m]));
            }
            double sum = 0;
            for (int m = 0; m < measured.length; m++) {
                sum += weights[m] * (differences[m] / largest) * (differences[m] / largest);
            }
            return largest * Math.sqrt(sum);
        }
    }

    private static void addSquares(double[] predictions, double value, double weight, double[] errors) {
        for (int k = 0; k < errors.length; k++) {
            double difference = predictions[k] - value;
            errors[k] += weight * difference * difference;
        }
    }
}
