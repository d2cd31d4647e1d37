package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Divergence;
import io.emphatic.engine.ParkedStream;
import io.emphatic.engine.TdError;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;

/**
 * The explicit engine of the one-trace family: e and θ as they stand in the equations.
 *
 * <pre>
 *   δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ
 * </pre>
 *
 * {@code docs/ALGORITHMS.md} §1, with its options: element-wise clipping of the increment, projection of θ onto a ball,
 * and {@link Overshoot}.
 */
public class TraceEngine extends ExplicitEngine<Trace> {
    private final StepLimits limits;
    private final Overshoot overshoot;
    private final double[] excess = new double[1]; // as of SparseTraceEngine; only clipped steps forget

    public TraceEngine(TraceRule rule, StepLimits limits, int size) {
        super(rule, size, new Trace(size));
        this.limits = limits;
        this.overshoot = new Overshoot(limits.overshoot);
        overshoot.putState(state);
        if (limits.clips()) {
            state.put(StepLimits.EXCESS, excess);
        }
    }

    @Override
    public final boolean step(Transition t, double alpha) {
        coefficients(t, alpha);
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        double valueNext = t.gammaNext() == 0 ? 0 : t.valueNext(theta);
        double delta = TdError.of(t.reward(), t.gammaNext(), t.value(theta), valueNext);
        double alphaNow =
                overshoot.isOn() ? overshoot.limited(alpha, c, t.phi().dot(trace.entries()), t.norm()) : alpha;
        double scale = alphaNow * c.kappa() * delta;

        double traceNorm = trace.normAfter(c.a(), c.b(), t.norm());
        double incrementNorm = Math.abs(scale) * traceNorm;
        double weightsNorm = limits.weightsNormAfter(thetaNorm[0], incrementNorm);
        if (!Divergence.allows(Divergence.shared(t, c, traceNorm), scale, weightsNorm)) {
            return false;
        }

        remember(t);
        // eₜ = aₜ eₜ₋₁ + bₜ φₜ, θₜ₊₁ = θₜ + α κₜ δₜ eₜ
        if (limits.isSurelyWithinClip(incrementNorm)) { // no component exceeds the norm
            trace.advance(c.a(), c.b(), t.phi());
            trace.addTo(theta, scale);
        } else {
            advanceAndAddClipped(t, scale, incrementNorm);
        }
        overshoot.taken(alpha);
        this.delta = delta;
        this.valueNext = valueNext;
        thetaNorm[0] = weightsNorm;
        if (!(weightsNorm <= limits.radius)) {
            project(limits.radius);
        }
        return true;
    }

    /** Computes the scalars of the coming step. Changes no state. */
    void coefficients(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
    }

    /** Called when the step is taken, before trace and weights change. */
    void remember(Transition t) {
        rule.remember(t, memory, c);
    }

    private void advanceAndAddClipped(Transition t, double scale, double incrementNorm) {
        excess[0] = limits.excess(excess[0], incrementNorm);
        trace.advance(c.a(), c.b(), t.phi());
        trace.addTo(theta, scale, limits.clip);
    }

    /** θ ← θ · min(1, radius / ‖θ‖₂). Called only when the bound of the norm exceeds the radius. */
    private void project(double radius) {
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

    @Override
    public long boundedSteps() {
        return overshoot.boundedSteps();
    }

    @Override
    protected void parkTraces(ParkedStream into) {
        super.parkTraces(into);
        overshoot.park(into);
    }

    @Override
    protected void resumeTraces(ParkedStream from) {
        super.resumeTraces(from);
        overshoot.resume(from);
    }
}
