package io.emphatic.validation;

import io.emphatic.experience.Transition;
import java.util.Arrays;

/**
 * The sums of progressive off-policy validation, of learners side by side ({@code docs/EVALUATION.md} §5):
 *
 * <pre>
 *   zₜ = iₜ vₜ + γₜ ρₜ₋₁ zₜ₋₁
 *   S ← S + iₜ vₜ² − 2 zₜ ((1 − ρₜ) bₜ + ρₜ Rₜ₊₁)
 * </pre>
 */
final class ValidationSums {
    private final double[] z;
    private final double[] scores;

    /** @param learners how many lie side by side */
    ValidationSums(int learners) {
        z = new double[learners];
        scores = new double[learners];
    }

    /** z of each learner. Live. */
    double[] z() {
        return z;
    }

    /** S of each learner. Live. */
    double[] scores() {
        return scores;
    }

    /** Adds step t, with vₜ of each learner and the baseline bₜ. */
    void step(Transition t, double[] predictions, double baseline) {
        double interest = t.interest();
        double carried = t.gamma() * t.rhoPrev();
        double twiceTarget = 2 * ((1 - t.rho()) * baseline + t.rho() * t.reward());
        if (carried == 0) {
            Arrays.fill(z, 0); // so that a number beyond the range of doubles does not outlive its episode
        }
        for (int k = 0; k < z.length; k++) {
            double value = predictions[k];
            double zNow = interest * value + carried * z[k];
            scores[k] += interest * value * value - zNow * twiceTarget;
            z[k] = zNow;
        }
    }

    /** S ← S − 2 γ_T ρ_{T−1} z_{T−1} b_T: the stream is cut before S_T. */
    void cut(double carried, double baseline) {
        double twiceTarget = 2 * carried * baseline;
        for (int k = 0; k < z.length; k++) {
            scores[k] -= z[k] * twiceTarget;
        }
        Arrays.fill(z, 0);
    }
}
