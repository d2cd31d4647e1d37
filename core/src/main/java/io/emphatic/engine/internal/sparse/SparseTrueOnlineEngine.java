package io.emphatic.engine.internal.sparse;

import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.plain.TrueOnlineEngine;
import io.emphatic.engine.internal.plain.TrueOnlineMove;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;

/**
 * The engine of true online TD and ETD for sparse features: as {@link TrueOnlineEngine}, on {@link SparseVectors}. A
 * step costs O(active features), whatever n is and however long the trace.
 */
public final class SparseTrueOnlineEngine extends SparseEngine {
    private final double[] valueBefore = new double[1]; // θₜ₋₁ᵀφₜ
    private final TrueOnlineMove move = new TrueOnlineMove();

    public SparseTrueOnlineEngine(TraceRule rule, int size) {
        super(rule, size);
        state.put("value_before", valueBefore);
    }

    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        Features phi = t.phi();
        double value = vectors.predict(phi);
        double traceDot = vectors.traceDot(phi);
        double valueNext = t.gammaNext() == 0 ? 0 : vectors.predict(t.phiNext());
        move.set(t, alpha, c, value, valueNext, valueBefore[0], traceDot);
        if (!move.isAllowed(t, c, vectors.e.norm(), thetaNorm[0])) {
            return false;
        }
        rule.remember(t, memory, c);
        // eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
        vectors.advance(c.a(), move.traceAlongPhi, phi);
        // θₜ₊₁ = θₜ + (δₜ + dₜ) eₜ − ρₜ α Mₜ dₜ φₜ
        vectors.moveAlongTrace(move.alongTrace, 0);
        if (move.alongPhi != 0) {
            vectors.move(phi, move.alongPhi, 0);
        }
        thetaNorm[0] += Math.abs(move.alongTrace) * vectors.e.norm() + Math.abs(move.alongPhi) * phi.norm();
        valueBefore[0] = valueNext;
        this.delta = move.delta;
        this.valueNext = valueNext;
        return true;
    }
}
