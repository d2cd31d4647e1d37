package io.emphatic.evaluation.log;

import io.emphatic.experience.Features;

/**
 * One row of the log: S_t, A_t and R_{t+1}. The source fills and hands over the same object again and again; nothing of
 * it is kept but the features, which are immutable.
 *
 * <p>A <em>life</em> is a run of rows that lead to each other: it begins at a {@link #first} row and continues until a
 * row {@linkplain #terminated terminates} or {@linkplain #truncated is cut}, until the next first row, or to the end of
 * the log; the last two are cuts, too. The row after an end or a cut is first in any case.
 */
public final class LoggedRow {
    private static final double POLICY_TOLERANCE = 1e-6;

    private final double[] ratios; // ρ by target
    private final double[][] policies; // of each target that knows it, π(a|Sₜ) of every action; null for the others
    private int action;
    private double reward;
    private double discount;
    private double lambda;
    private double weight = 1;
    private boolean first;
    private boolean joins;
    private boolean starts;
    private boolean terminated;
    private boolean truncated;
    private Features features; // null without

    /** @param settings of the evaluation that it is handed to */
    public LoggedRow(EvaluationSettings settings) {
        int count = settings.targets().size();
        this.ratios = new double[count];
        this.policies = new double[count][];
        for (int k = 0; k < count; k++) {
            if (settings.targets().get(k).everyAction()) {
                policies[k] = new double[settings.actions()];
            }
        }
    }

    /** ρ_t = π(A_t|S_t) / μ(A_t|S_t) of one target. */
    public LoggedRow ratio(int target, double ratio) {
        ratios[target] = ratio;
        return this;
    }

    /**
     * ρ_t of all targets at once, each a finite number ≥ 0.
     *
     * @param columns by target and row. Not modified.
     * @param row which row of the columns this one is
     */
    public LoggedRow ratios(double[][] columns, int row) {
        for (int k = 0; k < columns.length; k++) {
            ratios[k] = columns[k][row];
        }
        return this;
    }

    /** π(a|S_t) of one action under a target that knows every action. */
    public LoggedRow probability(int target, int action, double probability) {
        policies[target][action] = probability;
        return this;
    }

    /** The index of A_t; only needed where a target knows every action. */
    public LoggedRow action(int index) {
        this.action = index;
        return this;
    }

    /** R_{t+1}. */
    public LoggedRow reward(double reward) {
        this.reward = reward;
        return this;
    }

    /** γ_t, the discount of S_t; of no meaning in a row in which a life begins. */
    public LoggedRow discount(double discount) {
        this.discount = discount;
        return this;
    }

    /** λ_t; of no meaning if the settings say the λ of every row. */
    public LoggedRow lambda(double lambda) {
        this.lambda = lambda;
        return this;
    }

    /** ω, how many lives this one stands for; only that of the first row of a life counts. 1 unless it is said. */
    public LoggedRow weight(double weight) {
        this.weight = weight;
        return this;
    }

    /** φ(S_t); null without features. */
    public LoggedRow features(Features features) {
        this.features = features;
        return this;
    }

    /** Whether no row leads to this one (the first of a stream, for example). */
    public LoggedRow first(boolean first) {
        this.first = first;
        return this;
    }

    /**
     * Whether the life that begins here is no evidence of its own: it is of the same stream, or of the same user, as
     * the life before. Of no meaning in other rows, and in the first of all.
     */
    public LoggedRow joins(boolean joins) {
        this.joins = joins;
        return this;
    }

    /** Whether the question starts here: an episode begins. By default it does at each first row of a life. */
    public LoggedRow starts(boolean starts) {
        this.starts = starts;
        return this;
    }

    /** Whether A_t led to the end: γ_{t+1} = 0. */
    public LoggedRow terminated(boolean terminated) {
        this.terminated = terminated;
        return this;
    }

    /** Whether the life is cut after this row; of no meaning if it terminates. */
    public LoggedRow truncated(boolean truncated) {
        this.truncated = truncated;
        return this;
    }

    /**
     * Refuses numbers that no estimate could be made of.
     *
     * @throws IllegalArgumentException if there are any; the message names them
     */
    public void check(EvaluationSettings settings) {
        if (!Double.isFinite(reward)) {
            throw new IllegalArgumentException("the reward is not a finite number: " + reward);
        }
        if (!(discount >= 0 && Double.isFinite(discount))) {
            throw new IllegalArgumentException("the discount is not a finite number ≥ 0: " + discount);
        }
        if (settings.lambda() == null && !(lambda >= 0 && lambda <= 1)) {
            throw new IllegalArgumentException("lambda is not in the interval [0, 1]: " + lambda);
        }
        if (!(weight > 0 && Double.isFinite(weight))) {
            throw new IllegalArgumentException("the weight is not a finite number > 0: " + weight);
        }
        for (int k = 0; k < ratios.length; k++) {
            if (!(ratios[k] >= 0 && Double.isFinite(ratios[k]))) {
                throw new IllegalArgumentException("the ratio of target "
                        + settings.targets().get(k).name() + " is not a finite number ≥ 0: " + ratios[k]);
            }
        }
        for (int k = 0; settings.actions() > 0 && k < policies.length; k++) {
            if (policies[k] != null) {
                checkPolicy(k, settings);
            }
        }
        if (settings.features() > 0 && (features == null || features.size() != settings.features())) {
            throw new IllegalArgumentException("the row has not " + settings.features() + " features");
        }
    }

    private void checkPolicy(int target, EvaluationSettings settings) {
        if (action < 0 || action >= settings.actions()) {
            throw new IllegalArgumentException("no action has the index " + action);
        }
        double sum = 0;
        for (double probability : policies[target]) {
            if (!(probability >= 0)) {
                throw new IllegalArgumentException("a probability of target "
                        + settings.targets().get(target).name() + " is not a number ≥ 0: " + probability);
            }
            sum += probability;
        }
        if (!(Math.abs(sum - 1) <= POLICY_TOLERANCE)) {
            throw new IllegalArgumentException("the probabilities of target "
                    + settings.targets().get(target).name() + " sum to " + sum + ", not to 1");
        }
    }

    /** ρ_t of one target. */
    public double ratio(int target) {
        return ratios[target];
    }

    /** π(a|S_t) of every action; null for a target that does not know it. Live. */
    public double[] policy(int target) {
        return policies[target];
    }

    /** A_t, the number of the action taken, from 0. */
    public int action() {
        return action;
    }

    /** R_{t+1}. */
    public double reward() {
        return reward;
    }

    /** γ_t of S_t. */
    public double discount() {
        return discount;
    }

    /** λ_t of S_t. */
    public double lambda() {
        return lambda;
    }

    /** ω, how many lives this one stands for. */
    public double weight() {
        return weight;
    }

    /** Whether a life begins here. */
    public boolean isFirst() {
        return first;
    }

    /** Whether its piece of evidence is that of the life before. */
    public boolean isJoined() {
        return joins;
    }

    /** Whether the question starts here. */
    public boolean isStart() {
        return starts;
    }

    /** Whether S_{t+1} is terminal. */
    public boolean isTerminated() {
        return terminated;
    }

    /** Whether nothing is known beyond this row. */
    public boolean isTruncated() {
        return truncated;
    }

    /** Null without. */
    public Features features() {
        return features;
    }
}
