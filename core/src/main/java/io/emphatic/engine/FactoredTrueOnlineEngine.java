package io.emphatic.engine;

import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;
import java.util.HashMap;
import java.util.Map;

/**
 * The factored engine of true online TD and ETD, for sparse features: as {@link TrueOnlineEngine}, on
 * {@link FactoredVectors}. A step costs O(active features), whatever n is and however long the trace.
 *
 * <p>By the equations of {@link TrueOnlineMove}, θ moves along the trace and along φₜ, and φₜᵀeₜ₋₁ = c gᵀφₜ comes with
 * the same pass over the active features as θₜᵀφₜ.
 *
 * <h2>Implementation notes</h2>
 *
 * Moving along φₜ changes θᵀφₜ₊₁ wherever the two share a feature, so that, unlike in {@link FactoredTraceEngine}, it
 * has to be computed again in the next step.
 */
final class FactoredTrueOnlineEngine extends FactoredEngine {
    private final double[] valueBefore = new double[1]; // θₜ₋₁ᵀφₜ
    private final TrueOnlineMove move = new TrueOnlineMove();

    FactoredTrueOnlineEngine(TraceRule rule, int size) {
        super(rule, size, new TraceScale());
        state.put("value_before", valueBefore);
    }

    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        Features phi = t.phi();
        vectors.sum(phi);
        double value = vectors.value();
        double traceDot = vectors.traceDot();
        double valueNext = t.gammaNext() == 0 ? 0 : vectors.predict(t.phiNext());
        move.set(t, alpha, c, value, valueNext, valueBefore[0], traceDot);
        if (!move.isAllowed(t, c, vectors.scale.norm(), vectors.weightsNorm())) {
            return false;
        }
        rule.remember(t, memory, c);
        // eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
        vectors.advance(c.a(), move.traceAlongPhi, phi);
        // θₜ₊₁ = θₜ + (δₜ + dₜ) eₜ − ρₜ α Mₜ dₜ φₜ
        vectors.moveAlongTrace(move.alongTrace);
        vectors.moveAlong(phi, move.alongPhi);
        valueBefore[0] = valueNext;
        this.delta = move.delta;
        this.valueNext = valueNext;
        return true;
    }

    @Override
    public Map<String, double[]> handOver() {
        double[] traceBounds = {vectors.largestOfTrace(), vectors.scale.norm()};
        Map<String, double[]> learned =
                new HashMap<>(TraceEngine.state(weights(), vectors.weightsNorm(), vectors.trace(), traceBounds));
        learned.put("value_before", valueBefore);
        learned.put("memory", memory);
        return learned;
    }
}
