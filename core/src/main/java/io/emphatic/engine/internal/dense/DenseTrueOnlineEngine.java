package io.emphatic.engine.internal.dense;

import static io.emphatic.engine.internal.dense.DenseVectors.E_PHI;
import static io.emphatic.engine.internal.dense.DenseVectors.THETA_PHI;

import io.emphatic.engine.TraceRule;
import io.emphatic.engine.internal.plain.TrueOnlineMove;
import io.emphatic.experience.Transition;

/** The engine of true online TD and ETD for dense features: {@link TrueOnlineMove} over {@link DenseVectors}. */
public final class DenseTrueOnlineEngine extends DenseEngine {
    private final double[] valueBefore = new double[1]; // θₜ₋₁ᵀφₜ
    private final TrueOnlineMove move = new TrueOnlineMove();

    public DenseTrueOnlineEngine(TraceRule rule, int size) {
        super(rule, size);
        state.put("value_before", valueBefore);
    }

    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        boolean isEnd = t.gammaNext() == 0;
        double[][] phi = features.of(t.phi());
        double[][] phiNext = isEnd ? phi : features.of(t.phiNext());
        double value = vectors.dot(THETA_PHI, phi);
        double valueNext = isEnd ? 0 : vectors.dot(THETA_PHI, phiNext);
        double traceDot = vectors.dot(E_PHI, phi);
        move.set(t, alpha, c, value, valueNext, valueBefore[0], traceDot);
        if (!move.isAllowed(t, c, traceNorm(), thetaNorm[0])) {
            return false;
        }
        rule.remember(t, memory, c);
        // eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
        // θₜ₊₁ = θₜ + (δₜ + dₜ) eₜ − ρₜ α Mₜ dₜ φₜ
        vectors.advanceAndMove(c.a(), move.traceAlongPhi, move.alongTrace, move.alongPhi, phi);
        stepped(Math.abs(c.a()) * traceNorm() + Math.abs(move.traceAlongPhi) * t.norm());
        thetaNorm[0] += Math.abs(move.alongTrace) * traceNorm() + Math.abs(move.alongPhi) * t.norm();
        valueBefore[0] = valueNext;
        this.delta = move.delta;
        this.valueNext = valueNext;
        return true;
    }
}
