package io.emphatic.engine.internal.plain;

/**
 * eₜ₋₁ᵀφₜ of the step that is being made. Learners with one and the same trace share it: the first that needs it
 * computes it for all.
 */
public final class TraceProduct {
    final boolean isShared;
    double value = Double.NaN; // if it is not known

    public TraceProduct(boolean isShared) {
        this.isShared = isShared;
    }

    /** Another step begins. */
    public void forget() {
        value = Double.NaN;
    }
}
