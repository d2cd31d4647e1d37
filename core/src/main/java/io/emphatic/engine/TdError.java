package io.emphatic.engine;

import io.emphatic.experience.Transition;

/** δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ ({@code docs/ALGORITHMS.md}, "Time"; paper eq. 7). */
public final class TdError {
    private TdError() {}

    /** δₜ of the weights θ. */
    public static double of(Transition t, double[] theta) {
        double gammaNext = t.gammaNext();
        return of(t.reward(), gammaNext, t.value(theta), gammaNext == 0 ? 0 : t.valueNext(theta));
    }

    /** δₜ from θᵀφₜ and θᵀφₜ₊₁, which is ignored at an end, γₜ₊₁ = 0. */
    public static double of(double reward, double gammaNext, double value, double valueNext) {
        return gammaNext == 0 ? reward - value : reward + gammaNext * valueNext - value;
    }
}
