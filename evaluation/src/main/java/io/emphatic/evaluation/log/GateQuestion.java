package io.emphatic.evaluation.log;

import java.util.List;

/**
 * Whether a policy is shown to earn more than another one.
 *
 * @param policy the name of a target
 * @param against the name of another one, or {@link #BEHAVIOUR}
 * @param margin by how much more, in units of the return
 * @param confidence of the interval of the difference, whose lower end has to exceed the margin
 * @param anytime whether that interval holds however often a log that grows is looked at
 */
public record GateQuestion(String policy, String against, double margin, double confidence, boolean anytime) {
    /** As {@code against}: the policy that wrote the log. */
    public static final String BEHAVIOUR = "behaviour";

    /** The confidence where none is asked for. */
    public static final double USUAL_CONFIDENCE = 0.95;

    /** How much of the policy there is in the mixtures that are tested, in this order; EVALUATION.md §8. */
    public static final List<Double> SHARES = List.of(1.0 / 16, 1.0 / 8, 1.0 / 4, 1.0 / 2, 3.0 / 4, 1.0);

    /** Shares of what is logged next. */
    public static final List<Double> LOGGED_SHARES = List.of(0.0, 0.01, 0.05, 0.1, 0.25);

    /** About a log that is looked at once. */
    public GateQuestion(String policy, String against, double margin, double confidence) {
        this(policy, against, margin, confidence, false);
    }

    public GateQuestion {
        if (policy.equals(against)) {
            throw new IllegalArgumentException("policy and against are the same: " + policy);
        }
        if (!Double.isFinite(margin)) {
            throw new IllegalArgumentException("margin is not a finite number: " + margin);
        }
        if (!(confidence >= 0.5 && confidence < 1)) {
            throw new IllegalArgumentException("confidence is not in the interval [0.5, 1): " + confidence);
        }
    }

    /** This question of a log that grows, whose answer holds at any time. */
    public GateQuestion atAnyTime() {
        return new GateQuestion(policy, against, margin, confidence, true);
    }
}
