package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The factored engine of the one-trace family with clipping or projection, for sparse features: as
 * {@link FactoredTraceEngine} in every step in which neither does anything, and those cost O(active features).
 *
 * <p>A step whose largest |α κ δ eⱼ| exceeds the clip moves weights one by one, those of the generations of the trace
 * in which an increment does (see {@link TraceGenerations}), and all others as if there were no clip. θ is kept as f u:
 * projection changes f, and ‖u‖ is kept up by what a step changes ({@link ProjectedWeights}). All n weights are looked
 * at when ‖θ‖ may exceed the radius for the first time, and again after a clipped step.
 *
 * <p>What is dropped: as in all factored engines, entries of the trace below {@value TraceGenerations#NEGLIGIBLE} of
 * the largest. All entries shrink and grow together, so what such an entry would still add to its weight stays below
 * that fraction of what the largest adds to its own, before clipping. Where increments have of late been clipped to a
 * fraction, the entry has to be below that fraction of it, and stays negligible beside the clip as long as increments
 * do not exceed the clip by more than they did when it was dropped. If the trace grows by orders of magnitude later, so
 * that the increment of a dropped entry would have reached the clip too, the weight of that feature lacks it: up to the
 * clip per step, until the feature is active again.
 */
final class LimitedTraceEngine extends FactoredEngine {
    /** The name under which the excess is saved. */
    static final String EXCESS = "excess";

    private static final double FORGETTING = 0.99;
    private static final double LARGEST_EXCESS = 1e100; // a clip may be as small as numbers get

    private final StepLimits limits;
    private final ProjectedWeights projected = new ProjectedWeights();
    private final double[] excess = new double[1]; // by which factor increments of late exceeded the clip

    LimitedTraceEngine(TraceRule rule, double clip, double radius, int size) {
        super(rule, size, new TraceScale());
        this.limits = new StepLimits(clip, radius, size);
        state.put(EXCESS, excess);
        state.put(ProjectedWeights.NAME, projected.state());
    }

    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        Features phi = t.phi();
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        double valueNext = t.gammaNext() == 0 ? 0 : predict(t.phiNext());
        double delta = TdError.of(t.reward(), t.gammaNext(), value(phi), valueNext);
        double scale = alpha * c.kappa() * delta;

        double traceNorm = vectors.scale.normAfter(c.a(), c.b(), phi);
        double weightsNorm = limits.weightsNormAfter(vectors.weightsNorm(), Math.abs(scale) * traceNorm);
        if (!Divergence.allows(Divergence.shared(t, c, traceNorm), scale, weightsNorm)) {
            return false;
        }

        rule.remember(t, memory, c);
        // eₜ = aₜ eₜ₋₁ + bₜ φₜ
        if (projected.isKept()) {
            projected.advance(c.a(), c.b(), vectors.value(), vectors.traceDot(), phi.norm());
        }
        vectors.setNegligible(negligible(excess[0]));
        vectors.advance(c.a(), c.b(), phi);
        if (projected.isOutOfRange(weightsNorm)) {
            unite();
        }
        // θₜ₊₁ = θₜ + clipped α κₜ δₜ eₜ
        double largest = Math.abs(scale) * vectors.largestOfTrace();
        excess[0] = excess(excess[0], largest, limits.clip);
        double factor = projected.factor();
        if (limits.isSurelyWithinClip(largest)) {
            vectors.moveAlongTrace(scale / factor);
            projected.move(scale / factor);
        } else {
            vectors.moveAlongTrace(scale / factor, limits.clip / factor);
            projected.forget();
        }
        vectors.setWeightsNorm(weightsNorm <= limits.radius ? weightsNorm : project());
        if (projected.factor() < Double.MIN_NORMAL) {
            unite(); // a factor of 0 would be lost
        }
        this.delta = delta;
        this.valueNext = valueNext;
        return true;
    }

    private void unite() {
        vectors.multiply(projected.factor());
        projected.unite();
    }

    /** θᵀφ; eᵀφ beside it where ‖θ‖ is kept up. */
    private double value(Features phi) {
        if (!projected.isKept()) {
            return predict(phi);
        }
        vectors.sum(phi);
        return projected.factor() * vectors.value();
    }

    /** θ ← θ · min(1, radius / ‖θ‖₂). Returns ‖θ‖₂ after it. */
    private double project() {
        if (projected.isKept() && !projected.isDue()) {
            return projected.project(limits.radius);
        }
        boolean isOfUse = !projected.isKept() || projected.hasProjected();
        double norm = vectors.foldedNorm();
        if (isOfUse) {
            projected.keep(norm * norm, vectors.alongTrace(), vectors.traceSquares(), limits.radius);
        } else {
            projected.forget();
        }
        return projected.project(projected.factor() * norm, limits.radius);
    }

    @Override
    public void begin(double[] initialWeights) {
        super.begin(initialWeights);
        projected.begin();
    }

    @Override
    public double predict(Features features) {
        return projected.factor() * super.predict(features);
    }

    @Override
    public double[] weights() {
        double[] weights = super.weights();
        double factor = projected.factor();
        Arrays.setAll(weights, j -> factor * weights[j]);
        return weights;
    }

    @Override
    public Map<String, double[]> upToDate(Map<String, double[]> arrays) {
        Map<String, double[]> all = new HashMap<>(super.upToDate(arrays));
        all.putIfAbsent(ProjectedWeights.NAME, ProjectedWeights.none());
        return all;
    }

    @Override
    public void load(Map<String, double[]> arrays) {
        super.load(upToDate(arrays));
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        super.loaded(arrays);
        if (!(projected.factor() > 0)) {
            throw new IllegalArgumentException(
                    "its " + ProjectedWeights.NAME + " has a factor that is not positive: " + projected.factor());
        }
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
