package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.HashMap;
import java.util.Map;

/**
 * The factored engine of the one-trace family with clipping or projection, for sparse features: as
 * {@link FactoredTraceEngine} in every step in which neither does anything, and those cost O(active features).
 *
 * <p>A step whose largest |α κ δ eⱼ| exceeds the clip moves weights one by one, those of the generations of the trace
 * in which an increment does (see {@link TraceGenerations}), and all others as if there were no clip; one after which
 * ‖θ‖ may exceed the radius looks at all n weights.
 *
 * <p>What is dropped: as in all factored engines, entries of the trace below {@value TraceGenerations#NEGLIGIBLE} of
 * the largest. All entries shrink and grow together, so what such an entry would still add to its weight stays below
 * that fraction of what the largest adds to its own, before clipping. Where increments have of late been clipped to a
 * fraction, the entry has to be below that fraction of it: then it stays negligible beside the clip.
 */
final class LimitedTraceEngine extends FactoredEngine {
    /** The name under which the excess is saved. */
    static final String EXCESS = "excess";

    private static final double FORGETTING = 0.99;
    private static final double LARGEST_EXCESS = 1e100; // a clip may be as small as numbers get

    private final StepLimits limits;
    private final double[] excess = new double[1]; // by which factor increments of late exceeded the clip

    LimitedTraceEngine(TraceRule rule, double clip, double radius, int size) {
        super(rule, size, new TraceScale());
        this.limits = new StepLimits(clip, radius, size);
        state.put(EXCESS, excess);
    }

    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        Features phi = t.phi();
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        double valueNext = t.gammaNext() == 0 ? 0 : vectors.predict(t.phiNext());
        double delta = TdError.of(t.reward(), t.gammaNext(), vectors.predict(phi), valueNext);
        double scale = alpha * c.kappa() * delta;

        double traceNorm = vectors.scale.normAfter(c.a(), c.b(), phi);
        double weightsNorm = limits.weightsNormAfter(vectors.weightsNorm(), Math.abs(scale) * traceNorm);
        if (!Divergence.allows(Divergence.shared(t, c, traceNorm), scale, weightsNorm)) {
            return false;
        }

        rule.remember(t, memory, c);
        // eₜ = aₜ eₜ₋₁ + bₜ φₜ
        vectors.setNegligible(negligible(excess[0]));
        vectors.advance(c.a(), c.b(), phi);
        // θₜ₊₁ = θₜ + clipped α κₜ δₜ eₜ
        double largest = Math.abs(scale) * vectors.largestOfTrace();
        excess[0] = excess(excess[0], largest, limits.clip);
        if (limits.isSurelyWithinClip(largest)) {
            vectors.moveAlongTrace(scale);
        } else {
            vectors.moveAlongTrace(scale, limits.clip);
        }
        vectors.setWeightsNorm(weightsNorm);
        if (!(weightsNorm <= limits.radius)) {
            vectors.project(limits.radius);
        }
        this.delta = delta;
        return true;
    }

    @Override
    public Map<String, double[]> handOver() {
        double[] traceBounds = {vectors.largestOfTrace(), vectors.scale.norm()};
        Map<String, double[]> learned =
                new HashMap<>(TraceEngine.state(weights(), vectors.weightsNorm(), vectors.trace(), traceBounds));
        learned.put("memory", memory);
        learned.put(EXCESS, excess);
        return learned;
    }

    /** By which factor increments of late exceeded the clip, after one whose largest component is this. */
    static double excess(double before, double largest, double clip) {
        return Math.min(LARGEST_EXCESS, Math.max(FORGETTING * before, largest / clip));
    }

    /** The fraction of the largest entry of the trace below which others are dropped. */
    static double negligible(double excess) {
        return TraceGenerations.NEGLIGIBLE / Math.max(1, excess);
    }
}
