package io.emphatic.engine.internal.plain;

import io.emphatic.experience.Transition;

/**
 * The engine of emphatic TD whose follow-on is learned, F̂ₜ = uᵀφₜ ({@code docs/ALGORITHMS.md} §8), from the old values
 * of all vectors. u and k are learned from all streams; φₜ₋₁ belongs to one, as the trace does.
 *
 * <pre>
 *   δ̄ₜ = iₜ + γₜ ρₜ₋₁ uᵀφₜ₋₁ − uᵀφₜ          Mₜ = λₜ iₜ + (1 − λₜ) uᵀφₜ          α_u = η α
 *   TD:        u ← u + α_u δ̄ₜ φₜ
 *   gradient:  u ← u + α_u ((φₜ − γₜ ρₜ₋₁ φₜ₋₁)(kᵀφₜ) − ridge u)      k ← k + α_u (δ̄ₜ − kᵀφₜ) φₜ
 * </pre>
 */
public final class LearnedEmphasisEngine extends TraceEngine {
    private final boolean isGradient;
    private final double eta;
    private final double ridge;
    private final double[] u;
    private final double[] k;
    private final Trace before; // φₜ₋₁
    private final double[] norms = new double[2]; // upper bounds of ‖u‖₂ and ‖k‖₂

    // Of the coming step.
    private double alphaU;
    private double carried; // γₜ ρₜ₋₁
    private double error; // δ̄ₜ
    private double tracked; // kᵀφₜ
    private double normU;
    private double normK;

    public LearnedEmphasisEngine(boolean isGradient, double eta, double ridge, StepLimits limits, int size) {
        super((t, memory, out) -> {}, limits, size);
        this.isGradient = isGradient;
        this.eta = eta;
        this.ridge = ridge;
        this.u = new double[size];
        this.k = new double[isGradient ? size : 0];
        this.before = new Trace(size);
        state.put("follow_on_weights", u);
        state.put("secondary_follow_on_weights", k);
        state.put("follow_on_norms", norms);
        state.put("features_before", before);
    }

    @Override
    void coefficients(Transition t, double alpha) {
        alphaU = eta * alpha;
        carried = t.gamma() * t.rhoPrev();
        double followOn = t.value(u);
        // δ̄ₜ = iₜ + γₜ ρₜ₋₁ uᵀφₜ₋₁ − uᵀφₜ
        error = t.interest() + (carried == 0 ? 0 : carried * before.dot(u)) - followOn;
        tracked = isGradient ? t.value(k) : 0;
        double move = isGradient
                ? Math.abs(tracked) * (t.norm() + Math.abs(carried) * before.norm())
                : Math.abs(error) * t.norm();
        normU = Math.abs(1 - alphaU * ridge) * norms[0] + alphaU * move;
        normK = norms[1] + (isGradient ? alphaU * Math.abs(error - tracked) * t.norm() : 0);
        c.emphasise(t, followOn);
        c.addMagnitude(normU + normK + Math.abs(error));
    }

    @Override
    void remember(Transition t) {
        if (isGradient) {
            // u ← u + α_u ((φₜ − γₜ ρₜ₋₁ φₜ₋₁)(kᵀφₜ) − ridge u)
            if (ridge > 0) {
                ListedEntries.scale(u, 1 - alphaU * ridge);
            }
            t.phi().addTo(u, alphaU * tracked);
            if (carried != 0) {
                before.addTo(u, -alphaU * carried * tracked);
            }
            // k ← k + α_u (δ̄ₜ − kᵀφₜ) φₜ
            t.phi().addTo(k, alphaU * (error - tracked));
        } else {
            // u ← u + α_u δ̄ₜ φₜ
            t.phi().addTo(u, alphaU * error);
        }
        norms[0] = normU;
        norms[1] = normK;
        before.advance(0, 1, t.phi());
    }
}
