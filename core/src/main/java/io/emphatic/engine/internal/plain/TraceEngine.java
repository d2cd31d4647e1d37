package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Divergence;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Transition;

/**
 * The engine of the one-trace family, over any {@link TraceVectors}.
 *
 * <pre>
 *   δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ
 * </pre>
 *
 * {@code docs/ALGORITHMS.md} §1, with its options: element-wise clipping of the increment, projection of θ onto a ball,
 * and {@link Overshoot}.
 */
public class TraceEngine extends WeightsEngine {
    private final StepLimits limits;
    private final Overshoot overshoot;
    private final double[] excess = new double[1]; // by which factor recent increments exceeded the clip

    public TraceEngine(TraceRule rule, StepLimits limits, TraceVectors vectors) {
        super(rule, vectors);
        vectors.putState(state);
        this.limits = limits;
        this.overshoot = new Overshoot(limits.overshoot());
        overshoot.putState(state);
        if (limits.clips()) {
            state.put(StepLimits.EXCESS, excess);
        }
    }

    /** With θ and e as they stand. */
    public TraceEngine(TraceRule rule, StepLimits limits, int size) {
        this(rule, limits, new PlainVectors(size));
    }

    @Override
    public final boolean step(Transition t, double alpha, double value, double valueNext) {
        coefficients(t, alpha);
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        double delta = t.tdError(value, valueNext);
        double alphaNow =
                overshoot.isOn() ? Math.min(alpha, overshoot.bound(c, vectors.traceDot(t.phi()), t.norm())) : alpha;
        double scale = alphaNow * c.kappa() * delta;
        double traceNorm = Math.abs(c.a()) * vectors.traceNorm() + Math.abs(c.b()) * t.norm();
        double weightsNorm = thetaNorm[0] + limits.clippedNorm(Math.abs(scale) * traceNorm);
        if (!Divergence.allows(Divergence.shared(t, c, traceNorm), scale, weightsNorm)) {
            return false;
        }

        remember(t);
        vectors.setExcess(excess[0]);
        // eₜ = aₜ eₜ₋₁ + bₜ φₜ
        vectors.advance(c.a(), c.b(), t.phi());
        // θₜ₊₁ = θₜ + α κₜ δₜ eₜ
        move(scale);
        overshoot.taken(alpha);
        this.delta = delta;
        thetaNorm[0] = weightsNorm;
        if (!(weightsNorm <= limits.radius())) {
            project();
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

    /** θ ← θ + clipped x e. */
    private void move(double x) {
        if (limits.clips()) {
            double largest = Math.abs(x) * vectors.largestOfTrace();
            excess[0] = limits.excess(excess[0], largest);
            if (!limits.isSurelyWithinClip(largest)) {
                vectors.moveAlongTraceClipped(x, limits.clip());
                return;
            }
        }
        vectors.moveAlongTrace(x);
    }

    /** θ ← θ · min(1, radius / ‖θ‖₂). Called only when the bound of the norm exceeds the radius. */
    private void project() {
        double norm = vectors.weightsNorm();
        if (norm > limits.radius()) {
            vectors.scaleWeights(limits.radius() / norm);
        }
        thetaNorm[0] = Math.min(norm, limits.radius());
    }

    @Override
    public long boundedSteps() {
        return overshoot.boundedSteps();
    }

    /**
     * The engine of a trace that is bounded by bootstrapping more where it grows ({@code docs/ALGORITHMS.md} §8).
     *
     * <pre>
     *   sₜ = min(λₜ, C / ‖γₜ eₜ₋₁‖)          eₜ = ρₜ (sₜ γₜ eₜ₋₁ + φₜ)
     * </pre>
     */
    public static final class BoundedTraceEngine extends TraceEngine {
        private final double bound; // C
        private final PlainVectors plain;

        public BoundedTraceEngine(double bound, StepLimits limits, int size) {
            this(bound, limits, new PlainVectors(size));
        }

        private BoundedTraceEngine(double bound, StepLimits limits, PlainVectors vectors) {
            super((t, memory, out) -> {}, limits, vectors);
            this.bound = bound;
            this.plain = vectors;
        }

        @Override
        void coefficients(Transition t, double alpha) {
            double carried = t.gamma() * Math.sqrt(plain.dot(plain.entries()));
            // sₜ = min(λₜ, C / ‖γₜ eₜ₋₁‖)
            double s = t.lambda() * carried > bound ? bound / carried : t.lambda();
            // eₜ = ρₜ sₜ γₜ eₜ₋₁ + ρₜ φₜ
            c.set(t.rho() * t.gamma() * s, t.rho(), 1);
        }
    }
}
