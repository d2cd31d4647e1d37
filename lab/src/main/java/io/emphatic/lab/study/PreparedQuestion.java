package io.emphatic.lab.study;

import io.emphatic.batch.Batch;
import io.emphatic.experience.Features;
import io.emphatic.lab.Mdp;
import io.emphatic.lab.PolicyProbabilities;
import io.emphatic.lab.Question;
import io.emphatic.lab.theory.Theory;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * One question of a {@link PreparedProblem}: where it learns, and how wrong its learners are.
 *
 * <p>The error is the root mean squared value error: RMSVE = √(Σₛ d(s) (θᵀφ(s) − v_π(s))²), with d the exact stationary
 * distribution of the behaviour over the states of interest, normalised to one there, and v_π exact.
 */
final class PreparedQuestion {
    final Question question;
    final PolicyProbabilities probabilities;
    private final boolean[] learned;
    private final int[] measured;
    private final double[] weights;
    private final double[] values;

    PreparedQuestion(Theory theory, IntPredicate learnsFrom) {
        Mdp mdp = theory.mdp();
        question = theory.question();
        probabilities = PolicyProbabilities.of(mdp, question, learnsFrom);
        learned = new boolean[mdp.states().size()];
        for (int s = 0; s < learned.length; s++) {
            learned[s] = learnsFrom.test(s);
        }
        double[] stationary = theory.stationary();
        double[] value = theory.value();
        measured = IntStream.range(0, stationary.length)
                .filter(s -> question.interest()[s] > 0 && stationary[s] > 0)
                .toArray();
        if (measured.length == 0) {
            throw new IllegalArgumentException("target " + question.name() + " of " + mdp.name()
                    + " has no interest in any state that the behaviour visits: there is no error to measure");
        }
        double sum = Arrays.stream(measured).mapToDouble(s -> stationary[s]).sum();
        weights = Arrays.stream(measured).mapToDouble(s -> stationary[s] / sum).toArray();
        values = Arrays.stream(measured).mapToDouble(s -> value[s]).toArray();
    }

    /** Whether the steps that begin in this state are learned from. */
    boolean learnsFrom(int state) {
        return learned[state];
    }

    /** The errors of the learners of one batch. Not thread-safe: it has scratch space. */
    final class Meter {
        private final double[] predictions;

        Meter(int learners) {
            predictions = new double[learners];
        }

        /** RMSVE of every learner, into {@code errors}. */
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

        /** The same with everything divided by the largest difference: the squares have overflowed. */
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
