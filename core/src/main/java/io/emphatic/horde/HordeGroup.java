package io.emphatic.horde;

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
    private final Horde horde;
    private final OneTrace config;
    private final TraceRule rule;
    private final HordeTrace trace;
    private final double[] memory;
    private final Coefficients c = new Coefficients();
    private boolean diverged;

    // What the predictions need of the current step.
    private double gammaNext;
    private boolean folds;
    private boolean amends;
    private double traceNorm;
    private double shared;
    private double joining; // bₜ / c
    private boolean traceIsNewest;
    private double alongKnown; // gᵀφ of the features whose values are known

    HordeGroup(Horde horde, OneTrace config, int size) {
        this.horde = horde;
        this.config = config;
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

    /**
     * Adds a prediction with weights of zero.
     *
     * @param config of the same trace as the group's; its step size is the prediction's
     */
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
     * <p>It joins the trace and follow-on of the group as they are, which are those of the policy and not of a
     * prediction. To begin with an empty trace, as a learner of its own would, make a new group.
     *
     * @param initialWeights θ₀, finite. Not modified; copied.
     */
    public HordePrediction add(StepSize stepSize, double[] initialWeights) {
        return horde.add(this, stepSize, initialWeights);
    }

    Horde horde() {
        return horde;
    }

    HordeTrace trace() {
        return trace;
    }

    double[] memory() {
        return memory;
    }

    /**
     * Whether the trace or follow-on has passed the limit of {@link Divergence}, so that nothing more is learned here.
     */
    boolean hasDiverged() {
        return diverged;
    }

    void setDiverged(boolean diverged) {
        this.diverged = diverged;
    }

    /** The scalars of the step. The group has diverged if the trace would pass the limit. */
    void begin(Transition t) {
        if (diverged) {
            return;
        }
        gammaNext = t.gammaNext();
        rule.coefficients(t, memory, c);
        traceNorm = trace.scale().normAfter(c.a(), c.b(), t.phi());
        shared = Divergence.shared(c, traceNorm);
        diverged = !Divergence.allows(shared);
        folds = !diverged && !trace.scale().reaches(c.a(), c.b(), t.phi());
        if (diverged) {
            c.clearEmphasis();
        } else {
            rule.remember(t, memory, c);
        }
    }

    /** The magnitudes of the step that all predictions of the group share. */
    double shared() {
        return shared;
    }

    /** Whether the weights have to be folded before the trace advances. */
    boolean folds() {
        return folds;
    }

    /** Before the weights are folded and the rows that are due written. */
    void makeRoom(PendingCorrections pending) {
        PendingFolds lacking = trace.folds();
        if (pending.isUsed() && !lacking.isUsed()) {
            lacking.use(trace.g().length);
        }
        amends = folds && traceIsNewest;
        if (folds && !amends && lacking.isUsed()) {
            lacking.makeRoom(pending);
        }
    }

    /** Whether folding takes no more than {@link HordeWeights#amend}. */
    boolean amends() {
        return amends;
    }

    /** After that. */
    void written(PendingCorrections pending) {
        PendingFolds lacking = trace.folds();
        if (lacking.isUsed()) {
            for (int i = 0; i < pending.dueCount(); i++) {
                lacking.written(pending.feature(pending.due(i)));
            }
            if (folds && !amends) {
                lacking.fold(trace);
            }
        }
    }

    /** eₜ = aₜ eₜ₋₁ + bₜ φₜ; the weights have been folded if they had to be. */
    void advance(Transition t, PendingCorrections pending) {
        joining = 0;
        if (!diverged) {
            if (folds) {
                trace.fold(c.a(), c.b(), t.phi());
            } else {
                trace.scale().decay(c.a());
            }
            trace.scale().setNorm(traceNorm);
            traceIsNewest = pending.isUsed() && trace.count() == 0 && t.phi().active() > 0;
            joining = c.b() / trace.scale().scale();
            trace.add(joining, t.phi());
        }
    }

    void know(Features phi) {
        alongKnown = phi.dot(trace.g());
        trace.folds().look(phi);
    }

    /** Whether the trace is nothing but what joined last, and was put off: {@link #joining} times its φ. */
    boolean traceIsNewest() {
        return traceIsNewest;
    }

    void setNewest(boolean traceIsNewest, double joining) {
        this.traceIsNewest = traceIsNewest;
        this.joining = joining;
    }

    /** bₜ / c of the last step. */
    double joining() {
        return joining;
    }

    double alongKnown() {
        return alongKnown;
    }

    double gammaNext() {
        return gammaNext;
    }

    double kappa() {
        return c.kappa();
    }

    double traceNorm() {
        return traceNorm;
    }
}
