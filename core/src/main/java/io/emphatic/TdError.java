package io.emphatic;

/** δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ ({@code docs/ALGORITHMS.md}, "Time"; paper eq. 7). */
final class TdError {
    private TdError() {}

    static double of(Transition t, double[] theta) {
        double value = t.value(theta);
        return t.gammaNext() == 0 // an end: whatever is beyond does not count
                ? t.reward() - value
                : t.reward() + t.gammaNext() * t.valueNext(theta) - value;
    }

    /** The same from the two predictions θᵀφₜ and θᵀφₜ₊₁. */
    static double of(Transition t, double value, double valueNext) {
        double bootstrap = t.gammaNext() == 0 ? 0 : t.gammaNext() * valueNext;
        return t.reward() + bootstrap - value;
    }
}
