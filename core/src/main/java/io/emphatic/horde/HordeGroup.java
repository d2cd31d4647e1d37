package io.emphatic.horde;

import io.emphatic.Algorithm;
import io.emphatic.Config;
import io.emphatic.OneTrace;
import io.emphatic.StepSize;
import io.emphatic.engine.Coefficients;
import io.emphatic.engine.Divergence;
import io.emphatic.engine.TraceRule;
import io.emphatic.experience.Features;
import io.emphatic.experience.Transition;

/**
 * Predictions of a {@link Horde} that share policy, discount, λ, interest and rule, and therefore their trace and
 * follow-on: neither depends on what is predicted. They differ in cumulant and step size.
 */
public final class HordeGroup {
    final Horde horde;
    final HordeTrace trace;
    final double[] memory;
    final Algorithm algorithm;
    private final OneTrace config;
    private final TraceRule rule;

    /** Whether a step of the trace or follow-on was refused (see {@link Divergence}); later steps are ignored. */
    boolean diverged;

    // Results of the current step that the predictions use.
    final Coefficients c = new Coefficients();
    double gammaNext;
    boolean folds; // whether the weights have to be folded before the trace advances
    double traceNorm;
    double shared; // the magnitudes that all predictions of the group share
    double gAlongPhi; // bₜ / c: how far g moved along φₜ
    double gDotPhi; // gᵀφ of the last setProduct

    HordeGroup(Horde horde, OneTrace config, int size) {
        this.horde = horde;
        this.config = config;
        this.algorithm = config.algorithm();
        this.rule = config.rule();
        this.trace = new HordeTrace(size);
        this.memory = new double[rule.memorySize()];
    }

    /** The algorithm and its parameters; the step size is the default of the group's predictions. */
    public OneTrace config() {
        return config;
    }

    /** F of the last step; NaN where there is no follow-on trace. */
    public double followOn() {
        return c.followOn();
    }

    /** M of the last step; NaN where there is no emphasis. */
    public double emphasis() {
        return c.emphasis();
    }

    /** Adds a prediction with the group's step size and weights of zero. */
    public HordePrediction add() {
        return add(config.stepSize());
    }

    /** Adds a prediction with weights of zero and the step size of a config that has the trace of the group. */
    public HordePrediction add(Config config) {
        if (!config.traceKey().equals(this.config.traceKey())) {
            throw new IllegalArgumentException(config + " has not the trace of the group's " + this.config);
        }
        return add(((OneTrace) config).stepSize());
    }

    /** Adds a prediction with weights of zero. */
    public HordePrediction add(StepSize stepSize) {
        return horde.add(this, stepSize);
    }

    /**
     * Adds a prediction.
     *
     * <p>The prediction uses the current trace and follow-on of the group, which depend on the policy only. To begin
     * with an empty trace, as a single learner does, make a new group.
     *
     * @param initialWeights θ₀, finite. Not modified; copied.
     */
    public HordePrediction add(StepSize stepSize, double[] initialWeights) {
        return horde.add(this, stepSize, initialWeights);
    }

    /** Computes the scalars of the step, or diverges if the step would bring trace or follow-on past the limit. */
    void begin(Transition t) {
        if (diverged) {
            return;
        }
        gammaNext = t.gammaNext();
        rule.coefficients(t, memory, c);
        traceNorm = trace.scale.normAfter(c.a(), c.b(), t.phi());
        shared = Divergence.shared(t, c, traceNorm);
        diverged = !Divergence.allows(shared);
        folds = !diverged && !trace.scale.reaches(c.a(), c.b(), t.phi());
        if (diverged) {
            c.clearEmphasis();
        } else {
            rule.remember(t, memory, c);
        }
    }

    /** eₜ = aₜ eₜ₋₁ + bₜ φₜ; the weights have been folded if they had to be. */
    void advance(Transition t) {
        gAlongPhi = 0;
        if (!diverged) {
            if (folds) {
                trace.fold(c.a(), c.b(), t.phi());
            } else {
                trace.scale.decay(c.a());
            }
            trace.scale.setNorm(traceNorm);
            gAlongPhi = c.b() / trace.scale.scale();
            trace.add(gAlongPhi, t.phi());
        }
    }

    /** Computes gᵀφ, which predictions of θᵀφ need. */
    void setProduct(Features phi) {
        gDotPhi = phi.dot(trace.g);
    }
}
