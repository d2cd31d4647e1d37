package io.emphatic.evaluation.internal.verdict;

import java.util.Arrays;

/**
 * How far an estimate moves if the weight of every life is wrong by some factor u ∈ [1/Γ, Γ]; EVALUATION.md §7. With
 * what each life adds (r) and its weight (w, of mean 1), a self-normalised estimate moves by
 *
 * <pre>
 *   Δ(u) = Σ (u − 1)r / Σ uw
 * </pre>
 *
 * which is largest for a threshold: u = Γ where r > Δw, found by that of the last Δ (Dinkelbach 1967). Any other moves
 * by Σ (u − 1)r / Σ w, with the threshold r > 0.
 *
 * @param fixed what each life adds that does not depend on its weight: what values expect at its starts
 * @param residual r
 * @param weight w; how many episodes it is, if the estimate is not self-normalised
 */
record WrongProbabilities(double[] fixed, double[] residual, double[] weight, boolean isNormalised) {
    private static final int MOST_THRESHOLDS = 100;

    /** An estimate that was moved: by how much, and what each life adds to its error. */
    record Moved(double shift, double[] influence) {}

    /** As far up as it goes, or, with the sign −1, down. */
    Moved most(double gamma, int sign) {
        double shift = 0;
        double weights = 0;
        for (int k = 0; k < MOST_THRESHOLDS; k++) {
            double sum = 0;
            weights = 0;
            for (int j = 0; j < weight.length; j++) {
                double u = factor(j, gamma, sign, shift);
                sum += (u - 1) * residual[j];
                weights += (isNormalised ? u : 1) * weight[j];
            }
            if (!(weights > 0 && sign * sum / weights > sign * shift)) {
                break;
            }
            shift = sum / weights;
        }
        double whole = Arrays.stream(weight).sum();
        double[] influence = fixed.clone();
        for (int j = 0; j < influence.length && weights > 0; j++) {
            double u = factor(j, gamma, sign, shift);
            double moved = shift * (isNormalised ? u : 1) * weight[j];
            influence[j] += (u * residual[j] - moved) * whole / weights;
        }
        return new Moved(shift, influence);
    }

    private double factor(int j, double gamma, int sign, double shift) {
        double threshold = isNormalised ? shift * weight[j] : 0;
        return sign * (residual[j] - threshold) > 0 ? gamma : 1 / gamma;
    }
}
