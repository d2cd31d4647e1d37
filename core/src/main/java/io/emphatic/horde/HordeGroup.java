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

    // Results of the current step that the predictions use.
    private double gammaNext;
    private boolean folds;
    private boolean foldsInRing;
    private double traceNorm;
    private double shared;
    private double gAlongPhi; // bₜ / c
    private boolean traceIsLastPhi;
    private double gDotPhi; // gᵀφ of the last setProducts

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
     * <p>The prediction uses the current trace and follow-on of the group, which depend on the policy only. To begin
     * with an empty trace, as a single learner does, make a new group.
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

    /** Whether a step of the trace or follow-on was refused (see {@link Divergence}); later steps are ignored. */
    boolean hasDiverged() {
        return diverged;
    }

    void setDiverged(boolean diverged) {
        this.diverged = diverged;
    }

    /** Computes the scalars of the step, or diverges if the step would bring trace or follow-on past the limit. */
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

    /** Chooses how to fold, and the slot for it. Called before weights are folded and due rows written. */
    void makeRoom(PendingCorrections pending) {
        PendingFolds pendingFolds = trace.folds();
        if (pending.isUsed() && !pendingFolds.isUsed()) {
            pendingFolds.use(trace.g().length);
        }
        foldsInRing = folds && traceIsLastPhi;
        if (folds && !foldsInRing && pendingFolds.isUsed()) {
            pendingFolds.makeRoom(pending);
        }
    }

    /** Whether the fold only changes the newest vector of the ring, by {@link HordeWeights#addToNewest}. */
    boolean foldsInRing() {
        return foldsInRing;
    }

    /** Called after weights have been folded and due rows written. */
    void rowsWritten(PendingCorrections pending) {
        PendingFolds pendingFolds = trace.folds();
        if (pendingFolds.isUsed()) {
            for (int i = 0; i < pending.dueCount(); i++) {
                pendingFolds.written(pending.feature(pending.due(i)));
            }
            if (folds && !foldsInRing) {
                pendingFolds.fold(trace);
            }
        }
    }

    /** eₜ = aₜ eₜ₋₁ + bₜ φₜ; the weights have been folded if they had to be. */
    void advance(Transition t, PendingCorrections pending) {
        gAlongPhi = 0;
        if (!diverged) {
            if (folds) {
                trace.fold(c.a(), c.b(), t.phi());
            } else {
                trace.scale().decay(c.a());
            }
            trace.scale().setNorm(traceNorm);
            traceIsLastPhi = pending.isUsed() && trace.count() == 0 && t.phi().active() > 0;
            gAlongPhi = c.b() / trace.scale().scale();
            trace.add(gAlongPhi, t.phi());
        }
    }

    /** Computes the inner products with φ that predictions of θᵀφ need. */
    void setProducts(Features phi) {
        gDotPhi = phi.dot(trace.g());
        trace.folds().setProducts(phi);
    }

    /** Whether g is {@link #gAlongPhi} φ with the φ that joined last, whose correction is pending. */
    boolean traceIsLastPhi() {
        return traceIsLastPhi;
    }

    void setLastPhi(boolean traceIsLastPhi, double gAlongPhi) {
        this.traceIsLastPhi = traceIsLastPhi;
        this.gAlongPhi = gAlongPhi;
    }

    /** bₜ / c of the last step: how far g moved along φₜ. */
    double gAlongPhi() {
        return gAlongPhi;
    }

    /** gᵀφ of the last {@link #setProducts}. */
    double gDotPhi() {
        return gDotPhi;
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
