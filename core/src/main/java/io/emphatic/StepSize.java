package io.emphatic;

import java.util.List;
import java.util.Map;

/**
 * The step size αₜ: constant, or αₜ = c₁/(c₂ + t) with t from 0, which satisfies the convergence theorem of the paper
 * (§4, Assumption 3(ii)), or {@linkplain #auto chosen from the data}.
 *
 * @param constant α; NaN with a schedule; {@link Parameter#AUTO} if chosen from the data
 * @param c1 c₁; NaN when constant
 * @param c2 c₂; NaN when constant
 */
public record StepSize(double constant, double c1, double c2) {
    static final Parameter CONSTANT = Parameter.orAuto(
            "step_size", 0.01, Range.POSITIVE, "α, the same at every step; auto: chosen from the data as it goes");
    private static final Parameter C1 = Parameter.optional(
            "c1", "off", Range.POSITIVE, "c₁ of the schedule αₜ = c₁/(c₂ + t), t from 0; instead of step_size");
    private static final Parameter C2 = Parameter.optional("c2", "off", Range.POSITIVE, "c₂ of the schedule");

    static final List<Parameter> PARAMETERS = List.of(CONSTANT, C1, C2);

    public StepSize {
        boolean scheduled = !Double.isNaN(c1) || !Double.isNaN(c2);
        if (scheduled) {
            if (Double.isNaN(c1) || Double.isNaN(c2)) {
                throw new IllegalArgumentException("c1 and c2 belong together: c₁/(c₂ + t) needs both");
            }
            if (!Double.isNaN(constant)) {
                throw new IllegalArgumentException(
                        "step_size is constant, c1 and c2 are a schedule: give one or the other");
            }
            C1.check(c1);
            C2.check(c2);
        } else {
            CONSTANT.check(constant);
        }
    }

    /** The same α at every step. */
    public static StepSize constant(double alpha) {
        return new StepSize(alpha, Double.NaN, Double.NaN);
    }

    /** αₜ = c₁/(c₂ + t), t from 0. */
    public static StepSize decaying(double c1, double c2) {
        return new StepSize(Double.NaN, c1, c2);
    }

    /**
     * No step size to choose: ten candidates learn side by side, each with a step size of 2⁻¹⁸ … 2⁰ divided by the mean
     * of ‖φ‖² of the steps so far, this one among them. The learner is at any time the candidate that progressive
     * off-policy validation finds best so far, and copies of the best with step sizes near its own replace the worst
     * ({@code docs/choosing.md}).
     *
     * <p>A candidate that diverges drops out; the learner has diverged when the last one has.
     */
    public static StepSize auto() {
        return constant(Parameter.AUTO);
    }

    /** Whether the step size is {@linkplain #auto chosen from the data}. */
    public boolean isAuto() {
        return constant == Parameter.AUTO;
    }

    /** Itself, unless it is chosen from the data. */
    StepSize requireGiven(Algorithm algorithm) {
        if (isAuto()) {
            throw new IllegalArgumentException(algorithm + " with step_size: auto cannot share weights between streams"
                    + " that take turns: its candidates are scored along one stream\nGive a step size, or each stream a learner"
                    + " (per: stream).");
        }
        return this;
    }

    /** From the parameters that the one-trace and the gradient family have in common. */
    public static StepSize from(Algorithm.Settings settings) {
        boolean scheduled = settings.has("c1") || settings.has("c2");
        double constant = scheduled && !settings.has("step_size") ? Double.NaN : settings.get("step_size");
        return new StepSize(constant, settings.get("c1"), settings.get("c2"));
    }

    void putInto(Map<String, Double> parameters) {
        parameters.put("step_size", constant);
        parameters.put("c1", c1);
        parameters.put("c2", c2);
    }

    /** αₜ; {@link Parameter#AUTO} if it is chosen from the data. */
    public double at(long t) {
        return Double.isNaN(constant) ? c1 / (c2 + t) : constant;
    }
}
