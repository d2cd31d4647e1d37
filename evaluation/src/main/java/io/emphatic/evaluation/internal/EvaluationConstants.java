package io.emphatic.evaluation.internal;

/** Numbers that several rooms of the evaluation agree on. */
public final class EvaluationConstants {
    /** Values that correct an episode are solved from the episodes of the other folds. */
    public static final int FOLDS = 5;

    /** The λ at which {@code elstd} is shown. */
    public static final double[] LAMBDAS = {0, 0.5, 0.9, 1};

    /** Terms of estimates: those of each {@link Estimator}, then those of {@code elstd} at each of {@link #LAMBDAS}. */
    public static final int ESTIMATES = Estimator.count() + LAMBDAS.length;

    /** Behind them: Σ W of the episodes, and what values, or action values, of the other folds expect at the starts. */
    public static final int WEIGHT = ESTIMATES;

    public static final int EXPECTED = ESTIMATES + 1;
    public static final int EXPECTED_OF_ACTIONS = ESTIMATES + 2;

    /** How many numbers there are of a life. */
    public static final int TERMS = ESTIMATES + 3;

    /** More overlapping episodes are not followed one by one. */
    public static final int MOST_OPEN_EPISODES = 1024;

    /** Sums are kept for at most this many t, over all targets. */
    public static final int MOST_TIMES = 1 << 20;

    /** Least squares keeps at most this many numbers; otherwise the estimators from values are absent. */
    public static final long MOST_SYSTEM_NUMBERS = 1 << 25;

    /** At most this many of the largest weights are kept, over all targets. */
    public static final long MOST_LARGEST_WEIGHTS = 1 << 24;

    /** Products of ratios, and F, are cut off here: the square of a larger one is out of range. */
    public static final double LARGEST_PRODUCT = 1e150;

    /** Smaller products count as 0, before arithmetic with them becomes slow. */
    public static final double SMALLEST_PRODUCT = 1e-290;

    /** Small products are looked for in each of this many rows. */
    public static final int ROWS_UNCHECKED = 32;

    private EvaluationConstants() {}
}
