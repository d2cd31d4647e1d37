package io.emphatic.engine.internal.plain;

import io.emphatic.engine.ParkedStream;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;

/** The explicit engine of true online TD and ETD: θ and e as they stand in the equations of {@link TrueOnlineMove}. */
public final class TrueOnlineEngine extends ExplicitEngine<Trace> {
    private final double[] valueBefore = new double[1]; // θₜ₋₁ᵀφₜ
    private final TrueOnlineMove move = new TrueOnlineMove();

    public TrueOnlineEngine(TraceRule rule, int size) {
        super(rule, size, new Trace(size));
        state.put("value_before", valueBefore);
    }

    @Override
    public boolean step(Transition t, double alpha) {
        rule.coefficients(t, memory, c);
        Features phi = t.phi();
        double value = phi.dot(theta);
        double valueNext = t.gammaNext() == 0 ? 0 : t.phiNext().dot(theta);
        move.set(t, alpha, c, value, valueNext, valueBefore[0], phi.dot(trace.entries()));
        if (!move.isAllowed(t, c, trace.norm(), thetaNorm[0])) {
            return false;
        }
        rule.remember(t, memory, c);
        // eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
        trace.advance(c.a(), move.traceAlongPhi, phi);
        // θₜ₊₁ = θₜ + (δₜ + dₜ) eₜ − ρₜ α Mₜ dₜ φₜ
        trace.addTo(theta, move.alongTrace);
        phi.addTo(theta, move.alongPhi);
        thetaNorm[0] += Math.abs(move.alongTrace) * trace.norm() + Math.abs(move.alongPhi) * phi.norm();
        valueBefore[0] = valueNext;
        this.delta = move.delta;
        this.valueNext = valueNext;
        return true;
    }

    @Override
    protected void parkTraces(ParkedStream into) {
        into.put(valueBefore);
        valueBefore[0] = 0;
        super.parkTraces(into);
    }

    @Override
    protected void resumeTraces(ParkedStream from) {
        from.take(valueBefore);
        super.resumeTraces(from);
    }
}
