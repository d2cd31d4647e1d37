package io.emphatic.evaluation.internal.values;

import io.emphatic.evaluation.internal.EvaluationConstants;

/**
 * The linear values of one target, solved between the passes. What is beyond all numbers, or lacks data, is null.
 *
 * @param elstd with the λ of the rows
 * @param byLambda with each of {@link EvaluationConstants#LAMBDAS}
 * @param elstdWithout on the folds but one, by fold; null with too few lives
 * @param lstd with the λ of the rows
 * @param lstdDual z with Aᵀz = Σ φ over starts, by which errors of {@code lstd} reach its estimate
 */
public record ValueModels(
        double[] elstd, double[][] byLambda, double[][] elstdWithout, double[] lstd, double[] lstdDual) {
    /** θᵀφ̄. */
    public static double dot(double[] theta, double[] features) {
        double sum = 0;
        for (int p = 0; p < theta.length; p++) {
            sum += theta[p] * features[p];
        }
        return sum;
    }
}
