package io.emphatic.evaluation.internal.episodes;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.LoggedRow;
import java.util.Arrays;
import java.util.List;

/**
 * Some consecutive rows of episodes, columns as flat arrays, filled by an {@link EpisodeReader}. The first
 * {@link #rows} are complete: it is known what followed them.
 */
public final class EpisodeBlock {
    /** The first row of a life that belongs to the question. */
    public static final int FIRST = 1;

    /** An episode begins: i_t > 0. */
    public static final int STARTS = 2;

    /** A step: what follows is known, by the next row or because the life ended. */
    public static final int STEP = 4;

    public static final int ENDED = 8;

    public static final int CUT = 16;

    public static final int LAST = ENDED | CUT;

    /** In the first row of a life: it is of the same cluster as the life before. */
    public static final int JOINS = 32;

    private static final int MOST_ROWS = 2048;
    private static final int NUMBERS = 1 << 16; // with many targets, what is made of a block stays in the second cache

    public final int capacity;
    public final int features;
    public final int actions; // 0 where no target knows them

    public int rows;
    public final int[] flags;
    public final int[] fold;
    public final double[] reward;
    public final double[] gamma; // γₜ; 0 in the first row of a life
    public final double[] gammaNext; // γₜ₊₁; 0 after an end
    public final double[] lambda;
    public final double[] weight; // ω of the life
    private final List<EvaluationTarget> targets;
    public final double[][] ratio; // ρₜ by row and target
    public final double[][] policy; // π(a|Sₜ) by target, action after action; null where unknown
    public final int[] action;
    public final double[] phi; // φₜ, row after row
    public final double[] difference; // of each step φₜ − γₜ₊₁φₜ₊₁, then Rₜ₊₁: n + 1 numbers

    public final EpisodeRuns runs;

    public final double[] lifeStarts; // in the last row of a life, Σ ω over its episodes
    public final double[] lifeReturn; // and Σ ωG
    public final boolean[] lifeJoins; // and whether it is of the same cluster as the life before
    public int lives; // how many end in the block

    public EpisodeBlock(EvaluationSettings settings) {
        this.targets = settings.targets();
        this.features = settings.features();
        boolean known = targets.stream().anyMatch(EvaluationTarget::everyAction);
        this.actions = known ? settings.actions() : 0;
        this.capacity = Math.max(64, Math.min(MOST_ROWS, NUMBERS / (targets.size() + 2 * features + 16)));
        int length = capacity + 1;
        this.flags = new int[length];
        this.fold = new int[length];
        this.reward = new double[length];
        this.gamma = new double[length];
        this.gammaNext = new double[length];
        this.lambda = new double[length];
        this.weight = new double[length];
        this.action = new int[length];
        this.ratio = new double[length][targets.size()];
        this.policy = new double[targets.size()][];
        for (int k = 0; k < policy.length; k++) {
            if (targets.get(k).everyAction()) {
                policy[k] = new double[length * actions];
            }
        }
        this.lifeStarts = new double[length];
        this.lifeReturn = new double[length];
        this.lifeJoins = new boolean[length];
        this.phi = new double[length * features];
        this.difference = new double[length * (features + 1)];
        this.runs = new EpisodeRuns(4 * capacity + EvaluationConstants.MOST_OPEN_EPISODES);
    }

    /** Whether a further row could find no place. */
    public boolean isFull() {
        return rows >= capacity || runs.visits() > 4 * capacity;
    }

    /** i_t: ω where an episode begins. */
    public double interest(int row) {
        return has(STARTS, row) ? weight[row] : 0;
    }

    public boolean has(int flag, int row) {
        return (flags[row] & flag) != 0;
    }

    public void put(int i, LoggedRow row, boolean first, Double lambdaOfAll) {
        flags[i] = (first ? FIRST : 0) | (row.isStart() ? STARTS : 0);
        reward[i] = row.reward();
        gamma[i] = first ? 0 : row.discount();
        lambda[i] = lambdaOfAll == null ? row.lambda() : lambdaOfAll;
        weight[i] = first ? row.weight() : weight[i - 1];
        action[i] = row.action();
        for (int k = 0; actions > 0 && k < policy.length; k++) {
            if (policy[k] != null) {
                System.arraycopy(row.policy(k), 0, policy[k], i * actions, actions);
            }
        }
        for (int k = 0; k < ratio[i].length; k++) {
            EvaluationTarget target = targets.get(k);
            // ρ_a = 1 − a + aρ of a mixture
            ratio[i][k] =
                    target.isMixture() ? 1 - target.share() + target.share() * ratio[i][target.of()] : row.ratio(k);
        }
        if (features > 0) {
            Arrays.fill(phi, i * features, (i + 1) * features, 0);
            row.features().addTo(phi, i * features, 1);
        }
    }

    /** Takes the row i of another block as row 0. */
    public void take(EpisodeBlock other, int i) {
        flags[0] = other.flags[i];
        fold[0] = other.fold[i];
        reward[0] = other.reward[i];
        gamma[0] = other.gamma[i];
        lambda[0] = other.lambda[i];
        weight[0] = other.weight[i];
        action[0] = other.action[i];
        System.arraycopy(other.ratio[i], 0, ratio[0], 0, ratio[0].length);
        for (int k = 0; k < policy.length; k++) {
            if (policy[k] != null) {
                System.arraycopy(other.policy[k], i * actions, policy[k], 0, actions);
            }
        }
        System.arraycopy(other.phi, i * features, phi, 0, features);
    }

    public void clear() {
        rows = 0;
        runs.clear();
        lives = 0;
    }

    /** Row i is a step to row i + 1, or to the end. */
    public void step(int i, boolean ended) {
        flags[i] |= ended ? STEP | ENDED : STEP;
        gammaNext[i] = ended ? 0 : gamma[i + 1];
    }

    public void complete() {
        for (int i = 0; i < rows; i++) {
            if (has(STEP, i)) {
                subtract(i, gammaNext[i]);
            }
        }
    }

    private void subtract(int i, double next) {
        int to = i * (features + 1);
        int from = i * features;
        // φₜ − γₜ₊₁φₜ₊₁
        if (next == 0) {
            System.arraycopy(phi, from, difference, to, features);
        } else {
            for (int p = 0; p < features; p++) {
                difference[to + p] = phi[from + p] - next * phi[from + features + p];
            }
        }
        difference[to + features] = reward[i];
    }

    /** Row i is the last before a cut, and no step. */
    public void cut(int i) {
        flags[i] |= CUT;
        gammaNext[i] = 0;
    }
}
