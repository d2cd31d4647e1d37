package io.emphatic.engine.internal.plain;

import io.emphatic.experience.Transition;

/**
 * The engine of a trace that is bounded by bootstrapping more where it grows ({@code docs/ALGORITHMS.md} §8).
 *
 * <pre>
 *   sₜ = min(λₜ, C / ‖γₜ eₜ₋₁‖)          eₜ = ρₜ (sₜ γₜ eₜ₋₁ + φₜ)
 * </pre>
 */
public final class BoundedTraceEngine extends TraceEngine {
    private final double bound; // C
    private final Trace trace;

    public BoundedTraceEngine(double bound, StepLimits limits, int size) {
        this(bound, limits, new PlainVectors(size));
    }

    private BoundedTraceEngine(double bound, StepLimits limits, PlainVectors vectors) {
        super((t, memory, out) -> {}, limits, vectors);
        this.bound = bound;
        this.trace = vectors.trace;
    }

    @Override
    void coefficients(Transition t, double alpha) {
        double carried = t.gamma() * Math.sqrt(trace.dot(trace.entries()));
        // sₜ = min(λₜ, C / ‖γₜ eₜ₋₁‖)
        double s = t.lambda() * carried > bound ? bound / carried : t.lambda();
        // eₜ = ρₜ sₜ γₜ eₜ₋₁ + ρₜ φₜ
        c.set(t.rho() * t.gamma() * s, t.rho(), 1);
    }
}
