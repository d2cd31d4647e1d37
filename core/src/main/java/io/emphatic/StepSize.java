package io.emphatic;

import io.emphatic.Parameter.Range;
import java.util.List;
import java.util.Map;

/**
 * The step size αₜ: constant, or relative to the features, or αₜ = c₁/(c₂ + t) with t from 0, which satisfies the
 * convergence theorem of the paper (§4, Assumption 3(ii)), or {@linkplain #auto chosen from the data}. Components of
 * the other kinds are NaN.
 *
 * @param constant α; {@link Parameter#AUTO} if chosen from the data
 * @param relative αₜ = relative/m, with m the mean of ‖φ‖² of the steps so far, this one among them
 * @param c1 c₁
 * @param c2 c₂
 */
public record StepSize(double constant, double relative, double c1, double c2) {
    static final double DEFAULT_RELATIVE = 0x1p-6; // the relative step size of one-trace algorithms where none is given

    private static final String SUMMARY = "α, the same at every step; auto: chosen from the data";
    static final Parameter CONSTANT = new Parameter("step_size", 0.01, "", Range.POSITIVE, SUMMARY, true);
    private static final Parameter OPTIONAL =
            new Parameter("step_size", Double.NaN, "2⁻⁶/m", Range.POSITIVE, SUMMARY, true);
    private static final Parameter RELATIVE = Parameter.optional(
            "relative_step_size", "off", Range.POSITIVE, "α m, m the mean of ‖φ‖² so far; instead of step_size");
    private static final Parameter C1 = Parameter.optional(
            "c1", "off", Range.POSITIVE, "c₁ of the schedule αₜ = c₁/(c₂ + t), t from 0; instead of step_size");
    private static final Parameter C2 = Parameter.optional("c2", "off", Range.POSITIVE, "c₂ of the schedule");

    static final List<Parameter> PARAMETERS = List.of(CONSTANT, RELATIVE, C1, C2);

    /** The parameters of algorithms whose default is relative. */
    static final List<Parameter> OPTIONAL_PARAMETERS = List.of(OPTIONAL, RELATIVE, C1, C2);

    public StepSize {
        boolean scheduled = !Double.isNaN(c1) || !Double.isNaN(c2);
        if (scheduled && (Double.isNaN(c1) || Double.isNaN(c2))) {
            throw new IllegalArgumentException("c1 and c2 belong together: c₁/(c₂ + t) needs both");
        }
        if (scheduled && !(Double.isNaN(constant) && Double.isNaN(relative))) {
            throw new IllegalArgumentException(
                    "step_size is constant, c1 and c2 are a schedule: give one or the other");
        }
        if (!Double.isNaN(relative) && !Double.isNaN(constant)) {
            throw new IllegalArgumentException("step_size is α, relative_step_size is α m: give one or the other");
        }
        if (scheduled) {
            C1.check(c1);
            C2.check(c2);
        } else if (Double.isNaN(relative)) {
            CONSTANT.check(constant);
        } else {
            RELATIVE.check(relative);
        }
    }

    /** The same α at every step. */
    public static StepSize constant(double alpha) {
        return new StepSize(alpha, Double.NaN, Double.NaN, Double.NaN);
    }

    /** αₜ = factor/m, with m the mean of ‖φ‖² of the steps so far: no unit of a feature matters. */
    public static StepSize relative(double factor) {
        return new StepSize(Double.NaN, factor, Double.NaN, Double.NaN);
    }

    /** αₜ = c₁/(c₂ + t), t from 0. */
    public static StepSize decaying(double c1, double c2) {
        return new StepSize(Double.NaN, Double.NaN, c1, c2);
    }

    /**
     * No step size to choose: six candidates learn side by side, each with a step size of 2⁻¹⁸ … 2⁰ divided by the mean
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

    /** Whether αₜ depends on the features so far. */
    public boolean isRelative() {
        return !Double.isNaN(relative);
    }

    /** Whether it depends on what was seen, so that no batch can hold it. */
    public boolean isFromData() {
        return isAuto() || isRelative();
    }

    /** Refuses one that is chosen from the data. */
    void requireGiven(Algorithm algorithm) {
        if (isAuto()) {
            throw new IllegalArgumentException(algorithm + " with step_size: auto cannot share weights between streams"
                    + " that take turns: its candidates are scored along one stream\nGive a step size, or each stream a learner"
                    + " (per: stream).");
        }
    }

    /** From the parameters that the one-trace and the gradient family have in common. */
    public static StepSize from(Algorithm.Settings settings) {
        double relative = settings.get("relative_step_size");
        boolean other = settings.has("c1") || settings.has("c2") || !Double.isNaN(relative);
        double constant = other && !settings.has("step_size") ? Double.NaN : settings.get("step_size");
        boolean none = !other && Double.isNaN(constant);
        return new StepSize(constant, none ? DEFAULT_RELATIVE : relative, settings.get("c1"), settings.get("c2"));
    }

    void putInto(Map<String, Double> parameters) {
        parameters.put("step_size", constant);
        parameters.put("relative_step_size", relative);
        parameters.put("c1", c1);
        parameters.put("c2", c2);
    }

    /** αₜ; {@link Parameter#AUTO} if it is chosen from the data, and αₜ m if it is relative. */
    public double at(long t) {
        return isRelative() ? relative : Double.isNaN(constant) ? c1 / (c2 + t) : constant;
    }
}
