package io.emphatic.engine;

import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;
import java.util.Map;

/**
 * The explicit engine of the one-trace family: e and θ as they stand in the equations.
 *
 * <pre>
 *   δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ
 * </pre>
 *
 * {@code docs/ALGORITHMS.md} §1, with its two options: element-wise clipping of the increment, and projection of θ onto
 * a ball.
 */
final class TraceEngine extends ExplicitEngine {
    /** Increments clipped to this do not take a weight past the limit in any number of steps that can be made. */
    private static final double NEVER_PAST_THE_LIMIT = 1e-25 * Divergence.LIMIT;

    private final double clip;
    private final double surelyWithinClip;
    private final double clippedNorm;
    private final double radius;
    private final boolean boundsTheta;

    TraceEngine(TraceRule rule, double clip, double radius, int size) {
        super(rule, size);
        this.clip = clip;
        // no component exceeds the norm of the vector; the margin is for the rounding of its bound
        this.surelyWithinClip = clip * (1 - 1e-9);
        this.clippedNorm = clip * Math.sqrt(size);
        this.radius = radius;
        this.boundsTheta = Double.isFinite(radius) || !(clip < NEVER_PAST_THE_LIMIT);
    }

    /** Its state without the memory of the rule. */
    static Map<String, double[]> state(double[] theta, double weightsNorm, double[] e, double[] traceBounds) {
        return Map.of(
                "weights", theta, "weights_norm", new double[] {weightsNorm}, "trace", e, "trace_bounds", traceBounds);
    }

    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        double delta = TdError.of(t, theta);
        double scale = alpha * c.kappa() * delta;

        double traceNorm = trace.normAfter(c.a(), c.b(), t.norm());
        double incrementNorm = Math.abs(scale) * traceNorm;
        double weightsNorm =
                boundsTheta ? thetaNorm[0] + (incrementNorm > clippedNorm ? clippedNorm : incrementNorm) : 0;
        if (!Divergence.allows(Divergence.shared(t, c, traceNorm), scale, weightsNorm)) {
            return false;
        }

        rule.remember(t, memory, c);
        // eₜ = aₜ eₜ₋₁ + bₜ φₜ, θₜ₊₁ = θₜ + α κₜ δₜ eₜ
        if (incrementNorm < surelyWithinClip) {
            trace.advanceAndAddTo(theta, scale, c.a(), c.b(), t, traceNorm);
        } else {
            advanceAndAddClipped(t, scale);
        }
        this.delta = delta;
        if (boundsTheta) {
            bound(weightsNorm);
        }
        return true;
    }

    private void bound(double weightsNorm) {
        thetaNorm[0] = weightsNorm;
        if (!(weightsNorm <= radius)) {
            project();
        }
    }

    private void advanceAndAddClipped(Transition t, double scale) {
        trace.advance(c.a(), c.b(), t.phi());
        trace.addTo(theta, scale, clip);
    }

    /** θ ← θ · min(1, radius / ‖θ‖₂). Called only when the bound of the norm exceeds the radius. */
    private void project() {
        double norm = Norm.of(theta);
        if (norm > radius) {
            double factor = radius / norm;
            for (int j = 0; j < theta.length; j++) {
                theta[j] *= factor;
            }
            norm = radius;
        }
        thetaNorm[0] = norm;
    }
}
