package io.emphatic.evaluation.internal.weights;

import io.emphatic.evaluation.internal.LongLoops;
import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import java.io.IOException;
import java.util.Arrays;

/**
 * Whether the ratios of several targets balance the log, EVALUATION.md §4. With right probabilities that leave nothing
 * out, both have the mean 0 in every row, whatever led to it, for every feature and every action k:
 *
 * <pre>
 *   min(Fₜ, 1) (ρₜ − 1) φₜ          min(Fₜ, 1) (ρₜ 1{Aₜ = k} − π(k|Sₜ)) φₜ
 * </pre>
 *
 * F is known before the action is. It leaves out where the target hardly ever gets to, and cut off at 1 it makes no row
 * count more than another. Rows are added up within a cluster; f is the sum of one.
 */
public final class BalanceSums {
    private static final double ROUNDING = 1e-9; // relative to what was added up, a smaller sum is rounding

    private final int features;
    private final int actions;
    private final double[][][] sum; // Σ f by target: of all actions, then of each; of the feature 1, then of each
    private final double[][][] squares; // Σ f²
    private final double[][][] size; // Σ min(F, 1)|φ|, and of actions Σ min(F, 1)π|φ|
    private final double[][][] open; // f of the cluster so far
    private final boolean[] touched; // whether it may differ from 0
    private final double[] emphasis; // ρF of the row before
    private final double[] counts; // min(F, 1) of a row
    private final double[] expected; // of this, what an action is expected to have
    private final double[] off; // by how much the row is off

    /** @param actions 0 where the probabilities of all actions do not count */
    public BalanceSums(int features, int actions, int targets) {
        this.features = features;
        this.actions = actions;
        this.sum = new double[actions + 1][features + 1][targets];
        this.squares = new double[actions + 1][features + 1][targets];
        this.size = new double[actions + 1][features + 1][targets];
        this.open = new double[actions + 1][features + 1][targets];
        this.touched = new boolean[actions + 1];
        this.emphasis = new double[targets];
        this.counts = new double[targets];
        this.expected = new double[targets];
        this.off = new double[targets];
    }

    /** @param emphases ρ_t F_t by row and target */
    public void add(EpisodeBlock block, double[][] emphases) {
        double[] before = emphasis;
        for (int i = 0; i < block.rows; i++) {
            if (block.has(EpisodeBlock.FIRST, i) && !block.has(EpisodeBlock.JOINS, i)) {
                closeCluster();
            }
            visit(block, i, before);
            before = emphases[i];
            add(0, counts, block, i);
            for (int a = 0; a < actions; a++) {
                if (visit(a, block, i)) {
                    add(a + 1, expected, block, i);
                }
            }
        }
        System.arraycopy(before, 0, emphasis, 0, emphasis.length);
    }

    private void visit(EpisodeBlock block, int i, double[] before) {
        double interest = block.interest(i);
        double gamma = block.gamma[i];
        for (int k = 0; k < counts.length; k++) {
            counts[k] = Math.min(interest + gamma * before[k], block.weight[i]);
            off[k] = counts[k] * (block.ratio[i][k] - 1);
        }
    }

    /** Whether an action counts in a row. */
    private boolean visit(int a, EpisodeBlock block, int i) {
        boolean any = false;
        for (int k = 0; k < counts.length; k++) {
            double[] policy = block.policy[k];
            double probability = policy == null ? 0 : policy[i * actions + a];
            double taken = policy == null || block.action[i] != a ? 0 : block.ratio[i][k];
            any |= probability != 0 || taken != 0;
            expected[k] = counts[k] * probability;
            off[k] = counts[k] * (taken - probability);
        }
        return any;
    }

    private void add(int kind, double[] wanted, EpisodeBlock block, int i) {
        touched[kind] = true;
        for (int p = 0; p <= features; p++) {
            double phi = p == 0 ? 1 : block.phi[i * block.features + p - 1];
            if (phi != 0) {
                LongLoops.add(open[kind][p], phi, off);
                LongLoops.add(size[kind][p], Math.abs(phi), wanted);
            }
        }
    }

    /** No further row is of the same cluster. */
    private void closeCluster() {
        for (int kind = 0; kind < open.length; kind++) {
            for (int p = 0; p <= features && touched[kind]; p++) {
                double[] f = open[kind][p];
                LongLoops.add(sum[kind][p], 1, f);
                for (int k = 0; k < f.length; k++) {
                    squares[kind][p][k] = Math.fma(f[k], f[k], squares[kind][p][k]);
                }
                Arrays.fill(f, 0);
            }
            touched[kind] = false;
        }
    }

    public void exchange(SumExchange sums) throws IOException {
        closeCluster();
        for (int kind = 0; kind < open.length; kind++) {
            for (int p = 0; p <= features; p++) {
                sums.totals(sum[kind][p]);
                sums.totals(squares[kind][p]);
                sums.totals(size[kind][p]);
            }
        }
    }

    /** Where the log is least in balance. */
    public record Imbalance(
            double off, // Σ f / √Σ f²
            int tests, // how many such numbers there are
            int action, // its index; −1 for all of them
            int feature, // its index; −1 for the feature 1
            double share, // of the visits, where the feature is 0 or 1
            double weighed, // of these visits, in the weighted log the mean ratio, or the share of the action
            double wanted // what it should be: 1, or the target's probability of the action
            ) {}

    /** What is looked at. */
    public record Looked(
            int features, // that are not 1 in every row
            int actions, // 0 if not by action
            double missing, // 1 − mean ratio: the share of the visits in which the log does not do what the target does
            double error, // its standard error
            double never, // the largest share of visits with a feature in which the target, and never the log, does
            // something
            int where // its feature; −1 for the feature 1
            ) {}

    public Looked looked(int target) {
        closeCluster();
        int telling = 0;
        double never = 0;
        int where = 0;
        int known = 0;
        double visits = size[0][0][target];
        for (int kind = 1; kind < open.length; kind++) {
            known = size[kind][0][target] > 0 ? actions : known;
        }
        for (int p = 0; p <= features; p++) {
            telling += size[0][p][target] == size[0][0][target] ? 0 : 1;
            for (int kind = 0; kind < open.length; kind++) {
                boolean isNever =
                        size[kind][p][target] > 0 && sum[kind][p][target] <= -size[kind][p][target] * (1 - ROUNDING);
                double share = Math.min(size[kind][p][target], size[kind][0][target]) / visits;
                if (isNever && share > never) {
                    never = share;
                    where = p;
                }
            }
        }
        double error = Math.sqrt(squares[0][0][target]) / visits;
        return new Looked(telling, known, -sum[0][0][target] / visits, error, never, where - 1);
    }

    public Imbalance worst(int target) {
        closeCluster();
        int tests = 0;
        double worst = 0;
        int kindOfWorst = 0;
        int columnOfWorst = 0;
        for (int kind = 0; kind < open.length; kind++) {
            for (int p = 0; p <= features; p++) {
                if (squares[kind][p][target] > 0 && Math.abs(sum[kind][p][target]) > ROUNDING * size[0][p][target]) {
                    tests++;
                    double off = Math.abs(sum[kind][p][target]) / Math.sqrt(squares[kind][p][target]);
                    if (off > worst) {
                        worst = off;
                        kindOfWorst = kind;
                        columnOfWorst = p;
                    }
                }
            }
        }
        double visits = size[0][columnOfWorst][target];
        double wanted = size[kindOfWorst][columnOfWorst][target] / visits;
        return new Imbalance(
                worst,
                tests,
                kindOfWorst - 1,
                columnOfWorst - 1,
                visits / size[0][0][target],
                wanted + sum[kindOfWorst][columnOfWorst][target] / visits,
                wanted);
    }
}
