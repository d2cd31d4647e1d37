package io.emphatic.lab.theory;

import io.emphatic.lab.theory.GradientUpdate.Gradient;
import io.emphatic.lab.theory.MeanUpdate.Stability;

/** What becomes of the mean ODE of an algorithm, and why. */
public enum Convergence {
    /** Not defined: the behaviour never takes an action that the target takes in a visited state. */
    UNCOVERED,
    /** Not defined: the follow-on trace of ETD(λ,β) grows for ever, as the target never leaves some states. */
    ENDLESS,
    /** A = 0, or η = 0 where θ follows w alone: no weight moves. */
    NOTHING_LEARNED,
    /** Converges: A is positive definite on its range. */
    DEFINITE,
    /** Converges, although A need not be positive definite. */
    STABLE,
    /** Diverges: an eigenvalue of A has a negative real part. */
    UNSTABLE,
    /** Diverges: Aθ = b has no solution. */
    UNSOLVABLE,
    /** Diverges: the eigenvalue 0 of A lacks eigenvectors, and the weights drift. */
    DRIFTING,
    /** Diverges: an eigenvalue of A has real part 0, and the weights oscillate. */
    OSCILLATING,
    /** Gradient family and least squares: not known to converge, because A is singular on the features seen. */
    SINGULAR,
    /** Gradient family: not stable with any η that was tried. */
    NO_STABLE_ETA,
    /** Gradient family: not stable with the η that is given. */
    UNSTABLE_ETA,
    /** Gradient family: too many dimensions to compute the eigenvalues that would decide. */
    UNDECIDED;

    /** Whether there is a mean update at all. */
    public boolean defined() {
        return this != UNCOVERED && this != ENDLESS;
    }

    /** Whether the expected update converges for a small enough step size. */
    public boolean converges() {
        return this == DEFINITE || this == STABLE || this == NOTHING_LEARNED;
    }

    /** Whether θ̇ = b − Aθ converges. */
    static Convergence of(MeanUpdate mean) {
        Stability stability = mean.stability();
        if (mean.rank() == 0 && mean.solvable) {
            return NOTHING_LEARNED;
        }
        if (!stability.stable() && stability.minReal() < 0) {
            return UNSTABLE;
        }
        if (!mean.solvable) {
            return UNSOLVABLE;
        }
        if (!mean.semisimple) {
            return DRIFTING;
        }
        if (!stability.stable()) {
            return OSCILLATING;
        }
        return mean.definite ? DEFINITE : STABLE;
    }

    /** Whether the gradient family converges, with the A of TD; a large enough η is known to if it {@code descends}. */
    static Convergence of(MeanUpdate td, Gradient gradient, boolean pulled, boolean descends, boolean etaGiven) {
        if (td.rank() == 0) {
            return NOTHING_LEARNED;
        }
        if (gradient.eta() == 0) {
            return pulled ? of(td) : NOTHING_LEARNED;
        }
        if (!td.regular()) {
            return SINGULAR;
        }
        if (Gradient.isTooLarge(td) && (etaGiven || !descends)) {
            return UNDECIDED;
        }
        return gradient.stability().stable() ? STABLE : etaGiven ? UNSTABLE_ETA : NO_STABLE_ETA;
    }

    /** Where A has to be regular on the features seen and nothing else, as for least squares. */
    static Convergence ofRegular(MeanUpdate mean) {
        return mean.rank() == 0 ? NOTHING_LEARNED : mean.regular() ? STABLE : SINGULAR;
    }
}
