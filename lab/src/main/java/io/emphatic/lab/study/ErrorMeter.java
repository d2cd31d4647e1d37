package io.emphatic.lab.study;

import io.emphatic.batch.Batch;
import io.emphatic.experience.Features;
import java.util.Arrays;

/**
 * The errors of the learners of one batch: RMSVE = √(Σₛ d(s) (θᵀφ(s) − v_π(s))²) over the states that are measured,
 * with Σₛ d(s) = 1. Not thread-safe: it has scratch space.
 */
final class ErrorMeter {
    private final Features[] states;
    private final double[] weights;
    private final double[] values;
    private final double[] predictions;

    /** @param states φ of the states that are measured, with d and v_π of each. Not modified. */
    ErrorMeter(Features[] states, double[] weights, double[] values, int learners) {
        this.states = states;
        this.weights = weights;
        this.values = values;
        this.predictions = new double[learners];
    }

    /** RMSVE of every learner, into {@code errors}. */
    void measure(Batch batch, double[] errors) {
        Arrays.fill(errors, 0);
        for (int m = 0; m < states.length; m++) {
            batch.predict(states[m], predictions);
            addSquares(predictions, values[m], weights[m], errors);
        }
        for (int k = 0; k < errors.length; k++) {
            errors[k] = errors[k] < Double.POSITIVE_INFINITY ? Math.sqrt(errors[k]) : scaled(batch, k);
        }
    }

    /** The same with everything divided by the largest difference: the squares have overflowed. */
    private double scaled(Batch batch, int learner) {
        double[] differences = new double[states.length];
        double largest = 0;
        for (int m = 0; m < states.length; m++) {
            batch.predict(states[m], predictions);
            differences[m] = predictions[learner] - values[m];
            largest = Math.max(largest, Math.abs(differences[m]));
        }
        double sum = 0;
        for (int m = 0; m < states.length; m++) {
            sum += weights[m] * (differences[m] / largest) * (differences[m] / largest);
        }
        return largest * Math.sqrt(sum);
    }

    private static void addSquares(double[] predictions, double value, double weight, double[] errors) {
        for (int k = 0; k < errors.length; k++) {
            double difference = predictions[k] - value;
            errors[k] += weight * difference * difference;
        }
    }
}
