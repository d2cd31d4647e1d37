package io.emphatic;

/**
 * Predictions of a {@link Horde} that share policy, discount, λ, interest and rule, and therefore their trace and
 * follow-on: neither depends on what is predicted. They differ in cumulant and step size.
 */
public final class HordeGroup {
    private final Horde horde;
    private final OneTrace config;
    private final TraceRule rule;
    private final SharedTrace trace;
    private final double[] memory;
    private final double[] memoryBefore;
    private final Coefficients k = new Coefficients();
    private boolean stopped;
    private boolean overflowed; // the memory of the rule, after which only learners of their own know better

    // What the predictions need of the current step.
    private double gammaNext;
    private boolean folds;
    private boolean amends;
    private double traceNorm;
    private double joining; // bₜ / c
    private boolean traceIsNewest;
    private double alongKnown; // gᵀφ of the features whose values are known

    HordeGroup(Horde horde, OneTrace config, int size, double range) {
        this.horde = horde;
        this.config = config;
        this.rule = config.rule();
        this.trace = new SharedTrace(size, range);
        this.memory = new double[rule.memorySize()];
        this.memoryBefore = new double[rule.memorySize()];
    }

    /** The algorithm and its parameters; the step size is the default of the group's predictions. */
    public Config config() {
        return config;
    }

    /** F of the last step; NaN where there is no follow-on trace. */
    public double followOn() {
        return k.followOn;
    }

    /** M of the last step; NaN where there is no emphasis. */
    public double emphasis() {
        return k.emphasis;
    }

    /** Adds a prediction with the group's step size and weights of zero. */
    public HordePrediction add() {
        return add(config.stepSize());
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

    SharedTrace trace() {
        return trace;
    }

    double[] memory() {
        return memory;
    }

    /** As it was before the current step. */
    double[] memoryBefore() {
        return memoryBefore;
    }

    /**
     * Whether the trace or follow-on has come near overflow, so that the horde learns for no prediction of the group
     * any more.
     */
    boolean isStopped() {
        return stopped;
    }

    void setStopped(boolean stopped) {
        this.stopped = stopped;
    }

    /** The scalars of the step. The group is stopped from here on if the trace might pass the limit. */
    void begin(Transition t, double limit) {
        gammaNext = t.gammaNext();
        System.arraycopy(memory, 0, memoryBefore, 0, memory.length);
        rule.advance(t, memory, k);
        traceNorm = trace.scale().normAfter(k.a, k.b, t.phi());
        stopped |= !(traceNorm < limit && Math.abs(k.a) < limit && Bounds.safe(memory));
        folds = !stopped && !trace.scale().reaches(k.a, k.b, t.phi());
        if (!Bounds.finite(memory)) {
            System.arraycopy(memoryBefore, 0, memory, 0, memory.length);
            overflowed = true;
        }
        if (overflowed) {
            k.setEmphasis(Double.NaN, Double.NaN); // what the rule goes on from has never been
        }
    }

    /** Whether the weights have to be folded before the trace advances. */
    boolean folds() {
        return folds;
    }

    /** Before the weights are folded and the rows that are due settled. */
    void makeRoom(HordePending pending) {
        HordeFolds lacking = trace.folds();
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
    void settled(HordePending pending) {
        HordeFolds lacking = trace.folds();
        if (lacking.isUsed()) {
            for (int i = 0; i < pending.dueCount(); i++) {
                lacking.settled(pending.feature(pending.due(i)));
            }
            if (folds && !amends) {
                lacking.fold(trace);
            }
        }
    }

    /** eₜ = aₜ eₜ₋₁ + bₜ φₜ; the weights have been folded if they had to be. */
    void advance(Transition t, HordePending pending) {
        joining = 0;
        if (!stopped) {
            if (folds) {
                trace.fold(k.a, k.b, t.phi());
            } else {
                trace.scale().decay(k.a);
            }
            trace.scale().setNorm(traceNorm);
            traceIsNewest = pending.isUsed() && trace.count() == 0 && t.phi().active() > 0;
            joining = k.b / trace.scale().scale();
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
        return k.kappa;
    }

    double traceNorm() {
        return traceNorm;
    }
}
