package io.emphatic.engine.internal.sparse;

import io.emphatic.engine.Divergence;
import io.emphatic.engine.TdError;
import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.plain.Overshoot;
import io.emphatic.engine.internal.plain.StepLimits;
import io.emphatic.experience.Norm;
import io.emphatic.experience.Transition;

/**
 * The engine of the one-trace family for sparse features, on {@link SparseVectors}: a step costs O(active features),
 * whatever n is and however long the trace.
 *
 * <pre>
 *   eₜ = aₜ eₜ₋₁ + bₜ φₜ          θₜ₊₁ = θₜ + α κₜ δₜ eₜ          with  e = c g  and  θ = x + A g
 * </pre>
 *
 * A step that clips moves the weights of the trace one by one; at the radius all n weights are looked at. Entries of
 * the trace below {@value SparseVectors#NEGLIGIBLE} of the largest are dropped ({@code docs/decisions/engines.md}).
 */
public final class SparseTraceEngine extends SparseEngine {
    /** The largest n: two numbers for each feature in one array. */
    public static final int LARGEST_SIZE = (Integer.MAX_VALUE - 16) / 2;

    private final StepLimits limits;
    private final Overshoot overshoot;
    private final double[] excess = new double[1]; // by which factor increments of late exceeded the clip

    public SparseTraceEngine(TraceRule rule, StepLimits limits, int size) {
        super(rule, size);
        this.limits = limits;
        this.overshoot = new Overshoot(limits.overshoot);
        overshoot.putState(state);
        if (limits.clips()) {
            state.put(StepLimits.EXCESS, excess);
        }
    }

    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        double valueNext = t.gammaNext() == 0 ? 0 : vectors.predict(t.phiNext());
        double delta = TdError.of(t.reward(), t.gammaNext(), vectors.predict(t.phi()), valueNext);
        double alphaNow = overshoot.isOn() ? overshoot.limited(alpha, c, vectors.traceDot(t.phi()), t.norm()) : alpha;
        double scale = alphaNow * c.kappa() * delta;
        double traceNorm = vectors.e.normAfter(c.a(), c.b(), t.phi());
        double weightsNorm = limits.weightsNormAfter(thetaNorm[0], Math.abs(scale) * traceNorm);
        if (!Divergence.allows(Divergence.shared(t, c, traceNorm), scale, weightsNorm)) {
            return false;
        }
        rule.remember(t, memory, c);
        beforeAdvance();
        // eₜ = aₜ eₜ₋₁ + bₜ φₜ
        vectors.advance(c.a(), c.b(), t.phi());
        // θₜ₊₁ = θₜ + α κₜ δₜ eₜ
        move(scale);
        overshoot.taken(alpha);
        this.delta = delta;
        this.valueNext = valueNext;
        thetaNorm[0] = weightsNorm;
        if (!(thetaNorm[0] <= limits.radius)) {
            project();
        }
        return true;
    }

    @Override
    public long boundedSteps() {
        return overshoot.boundedSteps();
    }

    /** Where increments were clipped, tiny entries may still move their weights by a noticeable part of the clip. */
    @Override
    void beforeAdvance() {
        if (limits.clips()) {
            vectors.negligible = SparseVectors.NEGLIGIBLE / Math.max(1, excess[0]);
        }
    }

    /** θ ← θ + clipped x e. */
    private void move(double x) {
        if (limits.clips()) {
            double largest = Math.abs(x) * vectors.largestOfTrace();
            excess[0] = limits.excess(excess[0], largest);
            if (!limits.isSurelyWithinClip(largest)) {
                vectors.moveAlongTraceClipped(x, limits.clip);
                return;
            }
        }
        vectors.moveAlongTrace(x, 0);
    }

    /** θ ← θ · min(1, radius / ‖θ‖₂). */
    private void project() {
        double norm = vectors.weightsNorm();
        if (!(norm > 1e-140 && norm < 1e140)) { // its square may have lost digits
            norm = Norm.of(weights());
        }
        if (norm > limits.radius) {
            vectors.scaleX(limits.radius / norm);
            norm = limits.radius;
        }
        thetaNorm[0] = norm;
    }
}
