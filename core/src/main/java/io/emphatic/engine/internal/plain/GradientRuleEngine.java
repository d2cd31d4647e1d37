package io.emphatic.engine.internal.plain;

import io.emphatic.engine.Divergence;
import io.emphatic.engine.GradientLanes;
import io.emphatic.engine.GradientRule;
import io.emphatic.experience.Transition;
import java.util.Map;

/**
 * The common part of the engines of a {@link GradientRule}: δ, the step sizes, the bounds by which a step is judged,
 * and the order of the parts of a step.
 */
public abstract class GradientRuleEngine extends GradientLanes implements SavedEngine {
    protected final GradientRule rule;
    protected final EngineState state = new EngineState();
    private final double eta;
    protected final double[] weightNorms = new double[2]; // upper bounds of ‖θ‖₂ and ‖w‖₂
    protected final double[] traceNorms = new double[2]; // upper bounds of ‖e‖₂ and ‖h‖₂
    private final StepNorms norms = new StepNorms();

    protected GradientRuleEngine(GradientRule rule, double eta) {
        super(1);
        this.rule = rule;
        this.eta = eta;
        state.put("weight_norms", weightNorms);
        state.putOfStream("trace_norms", traceNorms);
    }

    @Override
    public final boolean step(Transition t, double alpha) {
        return step(t, alpha, predict(t.phi()), t.gammaNext() == 0 ? 0 : predict(t.phiNext()));
    }

    @Override
    public final boolean step(Transition t, double alphaNow, double value, double valueNext) {
        // δₜ = Rₜ₊₁ + γₜ₊₁ θᵀφₜ₊₁ − θᵀφₜ
        double deltaNow = t.tdError(value, valueNext);
        double alphaWNow = eta * alphaNow;
        double kept = rule.kept(alphaWNow);
        double decay = t.gamma() * t.lambda();
        double a = t.rho() * decay;
        double e = Math.abs(a) * traceNorms[0] + Math.abs(t.rho()) * t.norm();
        norms.set(t, e, rule.hasSecondTrace() ? decay * traceNorms[1] + t.norm() : 0);
        double reach = norms.reach(alphaNow + alphaWNow, deltaNow, weightNorms[1], rule.hasHalfStep());
        if (!Divergence.allows(weightNorms[0] + Math.abs(kept) * weightNorms[1] + reach + norms.sum())) {
            return false;
        }
        delta[0] = deltaNow;
        alpha[0] = alphaNow;
        alphaW[0] = alphaWNow;
        traceNorms[0] = norms.e;
        traceNorms[1] = norms.h;
        advance(t, a, decay);
        rule.set(t, this);
        weightNorms[0] += norms.move(weightsAlongTrace[0], weightsAlongPhi[0], weightsAlongPhiNext[0]);
        weightNorms[1] = Math.abs(kept) * weightNorms[1]
                + norms.move(secondaryAlongTrace[0], secondaryAlongPhi[0], secondaryAlongPhiNext[0]);
        move(t, kept);
        return true;
    }

    /** eₜ = a eₜ₋₁ + ρₜ φₜ, and where the rule has a second trace hₜ = decay · hₜ₋₁ + φₜ. */
    protected abstract void advance(Transition t, double a, double decay);

    /** θ ← θ + xₑ e + xφ φₜ + xφ′ φₜ₊₁, w ← k w + yₑ e + yφ φₜ + yφ′ φₜ₊₁, by the scalars that the rule has set. */
    protected abstract void move(Transition t, double kept);

    @Override
    public final double tdError() {
        return delta[0];
    }

    @Override
    public final EngineState parts() {
        return state;
    }

    @Override
    public void loaded(Map<String, double[]> arrays) {
        delta[0] = Double.NaN;
        state.loaded(arrays);
    }
}
