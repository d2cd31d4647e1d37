package io.emphatic;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * Learners of one algorithm that share their trace, side by side.
 *
 * <h2>Divergence</h2>
 *
 * A weight that is not finite stays so, whatever is added to it. So it is enough to look every {@value #REMEMBERED}
 * steps, and before anybody asks, and if a lane has gone, to take it through the same steps once more from a copy of
 * its weights, alone, until the very step that a plain learner would have refused. That costs a healthy lane nothing.
 * The lane then leaves the loops, and its last finite weights are kept aside.
 */
final class LaneBatch implements Batch {
    private static final int REMEMBERED = 64;
    private static final long NEVER = -1;

    private final int size;
    private final int lanes;
    private final Algorithm algorithm;
    private final LaneKernel kernel;
    private final double[][] rows;
    private final double[][] settled;
    private final double[] check;
    private final long[] divergedAt;
    private final double[][] lastFinite;

    /** A ring: one more than are remembered, so that the step before the oldest is there too. */
    private final SharedStep[] recent = new SharedStep[REMEMBERED + 1];

    private int newest;
    private int unsettled;
    private long steps;
    private int alive;

    LaneBatch(List<? extends Config> configs, double[] initialWeights) {
        for (int j = 0; j < initialWeights.length; j++) {
            Check.finite("initial weight", j, initialWeights[j]);
        }
        size = initialWeights.length;
        lanes = configs.size();
        alive = lanes;
        algorithm = configs.get(0).algorithm();
        kernel = configs.get(0) instanceof OneTrace ? new TraceLanes(configs, size) : new GradientLanes(configs, size);
        rows = kernel.rows();
        for (int j = 0; j < size; j++) {
            Arrays.fill(kernel.theta()[j], initialWeights[j]);
        }
        settled = Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
        check = new double[lanes];
        divergedAt = new long[lanes];
        Arrays.fill(divergedAt, NEVER);
        lastFinite = new double[lanes][];
        Arrays.setAll(recent, k -> new SharedStep(size, kernel.hasSecondTrace()));
    }

    @Override
    public int count() {
        return lanes;
    }

    @Override
    public void update(Transition t) {
        if (!t.isComplete() || t.phi().size() != size || (algorithm.needsProbabilities() && !t.hasProbabilities())) {
            throw new IllegalArgumentException("the transition is not a whole step of " + size + " features"
                    + (algorithm.needsProbabilities() ? " with the probabilities π and μ" : ""));
        }
        if (alive == 0) {
            return;
        }
        int next = newest == REMEMBERED ? 0 : newest + 1;
        SharedStep now = recent[next];
        now.read(t, steps);
        if (!kernel.share(t, recent[newest], now)) {
            sharedDiverged();
            return;
        }
        newest = next;
        kernel.move(now, 0, lanes);
        steps++;
        unsettled++;
        if (unsettled == REMEMBERED) {
            settle();
        }
    }

    /**
     * The trace itself is not finite: nobody can take this step, which is not among the recent ones. Some may have gone
     * before.
     */
    private void sharedDiverged() {
        settle();
        for (int l = 0; l < lanes; l++) {
            if (divergedAt[l] == NEVER) {
                retire(l, steps);
            }
        }
    }

    /** Finds out who diverged in the steps since the last time. */
    private void settle() {
        if (unsettled == 0) {
            return;
        }
        Arrays.fill(check, 0);
        for (double[] row : rows) {
            for (int l = 0; l < lanes; l++) {
                check[l] += 0 * row[l];
            }
        }
        for (int l = 0; l < lanes; l++) {
            if (check[l] != 0) {
                replay(l);
            }
        }
        for (int j = 0; j < rows.length; j++) {
            System.arraycopy(rows[j], 0, settled[j], 0, lanes);
        }
        unsettled = 0;
    }

    /** Takes a lane that is known to have diverged through the unsettled steps, alone, up to the one before. */
    private void replay(int lane) {
        double[] last = new double[rows.length];
        load(lane, settled);
        for (int k = unsettled - 1; k >= 0; k--) {
            for (int j = 0; j < rows.length; j++) {
                last[j] = rows[j][lane];
            }
            SharedStep step = recent[Math.floorMod(newest - k, recent.length)];
            kernel.move(step, lane, lane + 1);
            if (!isFinite(lane)) {
                for (int j = 0; j < rows.length; j++) {
                    rows[j][lane] = last[j];
                }
                retire(lane, step.index);
                return;
            }
        }
        throw new IllegalStateException("lane " + lane + " diverged and cannot be seen to");
    }

    private void load(int lane, double[][] from) {
        for (int j = 0; j < rows.length; j++) {
            rows[j][lane] = from[j][lane];
        }
    }

    private boolean isFinite(int lane) {
        for (double[] row : rows) {
            if (!Double.isFinite(row[lane])) {
                return false;
            }
        }
        return true;
    }

    /** Keeps the weights of a lane aside, and leaves zeros in the loops: with no step size they stay zero. */
    private void retire(int lane, long step) {
        double[] weights = new double[size];
        for (int j = 0; j < size; j++) {
            weights[j] = rows[j][lane];
        }
        lastFinite[lane] = weights;
        divergedAt[lane] = step;
        alive--;
        for (double[] row : rows) {
            row[lane] = 0;
        }
        kernel.stop(lane);
    }

    @Override
    public void predict(Features features, double[] predictions) {
        if (features.size() != size) {
            throw new IllegalArgumentException(
                    "the learners have " + size + " weights, the state " + features.size() + " features");
        }
        settle();
        Lanes.dot(features, kernel.theta(), predictions, 0, lanes);
        for (int l = 0; alive < lanes && l < lanes; l++) {
            if (divergedAt[l] != NEVER) {
                predictions[l] = features.dot(lastFinite[l]);
            }
        }
    }

    @Override
    public double[] weights(int k) {
        settle();
        if (divergedAt[k] != NEVER) {
            return lastFinite[k].clone();
        }
        double[] weights = new double[size];
        for (int j = 0; j < size; j++) {
            weights[j] = kernel.theta()[j][k];
        }
        return weights;
    }

    @Override
    public OptionalLong divergedAt(int k) {
        settle();
        return divergedAt[k] == NEVER ? OptionalLong.empty() : OptionalLong.of(divergedAt[k]);
    }
}
