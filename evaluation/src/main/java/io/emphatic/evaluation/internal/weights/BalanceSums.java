package io.emphatic.evaluation.internal.weights;

import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import java.io.IOException;
import java.util.Arrays;

/**
 * Whether the ratios of a target balance the log, EVALUATION.md §4. With right probabilities that leave nothing out,
 * both have the mean 0 in every row, whatever led to it, for every feature and every action k:
 *
 * <pre>
 *   min(Fₜ, 1) (ρₜ − 1) φₜ          min(Fₜ, 1) (ρₜ 1{Aₜ = k} − π(k|Sₜ)) φₜ
 * </pre>
 *
 * F is known before the action is. It leaves out where the target hardly ever gets to, and cut off at 1 it makes no row
 * count more than another. Rows are added up within a cluster; f is the sum of one.
 */
public final class BalanceSums {
    /** Relative to what was added up, a smaller sum is rounding. */
    private static final double ROUNDING = 1e-9;

    private final int features;
    private final int actions;
    private final double[][] sum; // Σ f: of all actions, then of each; of the feature 1, then of each
    private final double[][] squares; // Σ f²
    private final double[][] size; // Σ min(F, 1)|φ|, and of actions Σ min(F, 1)π|φ|
    private final double[][] open; // f of the cluster so far
    private final boolean[] touched; // whether it may differ from 0
    private double emphasis; // ρF of the row before

    /** @param actions 0 where the probability of every action is not known */
    public BalanceSums(int features, int actions) {
        this.features = features;
        this.actions = actions;
        this.sum = new double[actions + 1][features + 1];
        this.squares = new double[actions + 1][features + 1];
        this.size = new double[actions + 1][features + 1];
        this.open = new double[actions + 1][features + 1];
        this.touched = new boolean[actions + 1];
    }

    /**
     * @param policy π(a|S_t) by row and action; null if it is not known
     * @param emphases ρ_t F_t by row and target
     * @param place which of these targets this is
     */
    public void add(EpisodeBlock block, double[] ratio, double[] policy, double[][] emphases, int place) {
        for (int i = 0; i < block.rows; i++) {
            if (block.has(EpisodeBlock.FIRST, i) && !block.has(EpisodeBlock.JOINS, i)) {
                closeCluster();
            }
            double followOn = (block.has(EpisodeBlock.STARTS, i) ? 1 : 0) + block.gamma[i] * emphasis;
            emphasis = emphases[i][place];
            double counts = Math.min(followOn, 1);
            if (counts == 0) {
                continue;
            }
            add(0, counts * (ratio[i] - 1), counts, block, i);
            for (int k = 0; k < actions; k++) {
                double probability = policy[i * actions + k];
                double taken = block.action[i] == k ? ratio[i] : 0;
                if (probability != 0 || taken != 0) {
                    add(k + 1, counts * (taken - probability), counts * probability, block, i);
                }
            }
        }
    }

    private void add(int kind, double off, double counts, EpisodeBlock block, int i) {
        touched[kind] = true;
        double[] f = open[kind];
        double[] sizes = size[kind];
        f[0] += off;
        sizes[0] += counts;
        for (int p = 0; p < features; p++) {
            double phi = block.phi[i * block.features + p];
            f[p + 1] = Math.fma(off, phi, f[p + 1]);
            sizes[p + 1] = Math.fma(counts, Math.abs(phi), sizes[p + 1]);
        }
    }

    /** No further row is of the same cluster. */
    public void closeCluster() {
        for (int kind = 0; kind < open.length; kind++) {
            if (touched[kind]) {
                for (int p = 0; p <= features; p++) {
                    double f = open[kind][p];
                    sum[kind][p] += f;
                    squares[kind][p] = Math.fma(f, f, squares[kind][p]);
                }
                Arrays.fill(open[kind], 0);
                touched[kind] = false;
            }
        }
    }

    public void exchange(SumExchange sums) throws IOException {
        closeCluster();
        for (int kind = 0; kind < open.length; kind++) {
            sums.totals(sum[kind]);
            sums.totals(squares[kind]);
            sums.totals(size[kind]);
        }
    }

    /**
     * Where the log is least in balance.
     *
     * @param off Σ f / √Σ f²
     * @param tests how many such numbers there are
     * @param action its index; −1 for all of them
     * @param feature its index; −1 for the feature 1
     * @param share of the visits, where the feature is 0 or 1
     * @param weighed of these visits, in the weighted log the mean ratio, or the share of the action
     * @param wanted what it should be: 1, or the target's probability of the action
     */
    public record Imbalance(
            double off, int tests, int action, int feature, double share, double weighed, double wanted) {}

    /**
     * What is looked at.
     *
     * @param features that are not 1 in every row
     * @param actions 0 if not by action
     * @param missing of the visits, the share in which the log does not do what the target does: 1 − mean ratio
     * @param error its standard error
     * @param never the largest share of the visits in which the target does something where one feature is not 0, and
     *     the log never does; 0 if there is none
     * @param where its feature; −1 for the feature 1
     */
    public record Looked(int features, int actions, double missing, double error, double never, int where) {}

    public Looked looked() {
        closeCluster();
        int telling = 0;
        double never = 0;
        int where = 0;
        for (int p = 0; p <= features; p++) {
            telling += size[0][p] == size[0][0] ? 0 : 1;
            for (int kind = 0; kind < open.length; kind++) {
                boolean isNever = size[kind][p] > 0 && sum[kind][p] <= -size[kind][p] * (1 - ROUNDING);
                double share = Math.min(size[kind][p], size[kind][0]) / size[0][0];
                if (isNever && share > never) {
                    never = share;
                    where = p;
                }
            }
        }
        double error = Math.sqrt(squares[0][0]) / size[0][0];
        return new Looked(telling, actions, -sum[0][0] / size[0][0], error, never, where - 1);
    }

    public Imbalance worst() {
        closeCluster();
        int tests = 0;
        double worst = 0;
        int kindOfWorst = 0;
        int columnOfWorst = 0;
        for (int kind = 0; kind < open.length; kind++) {
            for (int p = 0; p <= features; p++) {
                if (squares[kind][p] > 0 && Math.abs(sum[kind][p]) > ROUNDING * size[0][p]) {
                    tests++;
                    double off = Math.abs(sum[kind][p]) / Math.sqrt(squares[kind][p]);
                    if (off > worst) {
                        worst = off;
                        kindOfWorst = kind;
                        columnOfWorst = p;
                    }
                }
            }
        }
        double visits = size[0][columnOfWorst];
        double wanted = size[kindOfWorst][columnOfWorst] / visits;
        return new Imbalance(
                worst,
                tests,
                kindOfWorst - 1,
                columnOfWorst - 1,
                visits / size[0][0],
                wanted + sum[kindOfWorst][columnOfWorst] / visits,
                wanted);
    }
}
