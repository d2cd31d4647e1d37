package io.emphatic;

/** δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ ({@code docs/ALGORITHMS.md}, "Time"; paper eq. 7). */
final class TdError {
    private TdError() {}

    static double of(Transition t, double[] theta) {
        return of(t, t.phi().dot(theta), next(t, theta));
    }

    /** The same from the two predictions θᵀφₜ and θᵀφₜ₊₁. */
    static double of(Transition t, double value, double valueNext) {
        // γₜ₊₁ = 0 is an end: whatever is beyond does not count
        double bootstrap = t.gammaNext() == 0 ? 0 : t.gammaNext() * valueNext;
        return t.reward() + bootstrap - value;
    }

    private static double next(Transition t, double[] theta) {
        return t.gammaNext() == 0 ? 0 : t.phiNext().dot(theta);
    }
}
