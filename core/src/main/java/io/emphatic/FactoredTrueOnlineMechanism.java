package io.emphatic;

/**
 * The factored engine of true online TD and ETD, for sparse features: as {@link TrueOnlineMechanism}, on
 * {@link FactoredVectors}. A step costs O(active features), whatever n is and however long the trace.
 *
 * <pre>
 *   eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
 *   θₜ₊₁ = θₜ + (δₜ + dₜ) eₜ − ρₜ α Mₜ dₜ φₜ          dₜ = (θₜ − θₜ₋₁)ᵀφₜ
 * </pre>
 *
 * So θ moves along the trace and along φₜ, and φₜᵀeₜ₋₁ = c gᵀφₜ comes with the same pass over the active features as
 * θₜᵀφₜ.
 *
 * <h2>Implementation notes</h2>
 *
 * Moving along φₜ changes θᵀφₜ₊₁ wherever the two share a feature, so that, unlike in {@link FactoredMechanism}, it has
 * to be summed up again in the next step.
 */
final class FactoredTrueOnlineMechanism extends FactoredEngine {
    private final double[] valueBefore = new double[1]; // θₜ₋₁ᵀφₜ

    FactoredTrueOnlineMechanism(TraceRule rule, int size) {
        super(rule, size, TraceScale.RANGE);
        state().put("value_before", valueBefore);
    }

    @Override
    public boolean step(Transition t, double alpha, boolean careful) {
        advanceRule(t);
        Features phi = t.phi();
        if (careful) {
            vectors.settle(phi);
        }
        double value = vectors.predict(phi);
        double traceDot = vectors.traceDot();
        // needed behind γₜ₊₁ only, here and at the next step: where γₜ₊₁ = 0, a is 0 there
        double valueNext = t.gammaNext() == 0 ? 0 : vectors.predict(t.phiNext());
        double delta = TdError.of(t, value, valueNext);
        if (!careful && !Bounds.safeFactors(t, alpha, k, delta, vectors.traceNorm(), vectors.weightsNorm(), memory)) {
            recallRule();
            return false;
        }

        double b = alpha * k.b;
        // (θₜ − θₜ₋₁)ᵀφₜ; where a = 0, as at a start, its factor eₜ − ρₜ α Mₜ φₜ is zero
        double drift = k.a == 0 ? 0 : value - valueBefore[0];
        // eₜ = ρₜγₜλₜ eₜ₋₁ + ρₜ α Mₜ (1 − ρₜγₜλₜ φₜᵀeₜ₋₁) φₜ
        vectors.advance(k.a, b * (1 - k.a * traceDot), phi, careful);
        // θₜ₊₁ = θₜ + δₜ eₜ + (eₜ − ρₜ α Mₜ φₜ)(θₜ − θₜ₋₁)ᵀφₜ
        vectors.moveAlongTrace(delta + drift);
        if (careful) {
            vectors.settle(phi); // in the explicit engine's order: along the trace first
        }
        vectors.moveAlong(phi, -b * drift);
        if (careful) {
            vectors.boundAgain();
        }
        valueBefore[0] = valueNext;
        this.delta = delta;
        return true;
    }

    @Override
    public void handOverTo(Mechanism dense) {
        SparseMechanism.copy(valueBefore, dense.state().get("value_before"));
        super.handOverTo(dense);
    }
}
