package io.emphatic.evaluation.internal.weights;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.LongLoops;
import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import io.emphatic.evaluation.internal.episodes.EpisodeRuns;
import io.emphatic.evaluation.log.EvaluationSettings;
import java.io.IOException;
import java.util.Arrays;

/**
 * The first pass over the ratios of several targets: the sums of {@link TargetWeightSums}. All of them are added up
 * over the log and nothing else is carried from block to block but the weights of open episodes.
 */
public final class WeightSums {
    private static final int MOST_DIFFERENCES = 1 << 22; // numbers

    private final int targets;
    private final int features; // 0 without values
    private final int mostAges;
    private final int mostModelAges;
    private final EpisodeWeights path;

    private final double[] weights; // of whole episodes, by target: Σ W, Σ W², Σ WG
    private final double[] weightSquares;
    private final double[] weightedReturns;
    private final double[] lowest; // −(the smallest G) of those with a weight
    private final double[] highest; // the largest
    private final double[] rewarded; // Σ min(W, ω) of those with a return
    private final double[] perDecision; // Σ FₜρₜRₜ₊₁
    private boolean tooLong; // an episode has more rows than there are sums by t
    private final SumsByTime byTime;
    private double[][] differences; // by fold: of each t and target Σ Wₜgₜ(φₜ − γₜ₊₁φₜ₊₁); null if too many

    public WeightSums(EvaluationSettings settings, int targets, boolean withValues) {
        int allTargets = settings.targets().size();
        this.targets = targets;
        this.features = withValues ? settings.features() : 0;
        this.mostAges = Math.max(1024, EvaluationConstants.MOST_TIMES / allTargets);
        int perAge = EvaluationConstants.FOLDS * features;
        this.mostModelAges = Math.min(mostAges, Math.max(16, MOST_DIFFERENCES / allTargets / Math.max(1, perAge)));
        this.path = new EpisodeWeights(targets);
        this.byTime = new SumsByTime(targets);
        this.weights = new double[targets];
        this.weightSquares = new double[targets];
        this.weightedReturns = new double[targets];
        this.rewarded = new double[targets];
        this.perDecision = new double[targets];
        this.lowest = new double[targets];
        this.highest = new double[targets];
        Arrays.fill(lowest, Double.NEGATIVE_INFINITY);
        Arrays.fill(highest, Double.NEGATIVE_INFINITY);
        this.differences = features == 0 ? null : new double[EvaluationConstants.FOLDS][0];
    }

    /** @param emphases ρ_t F_t by row and target */
    public void add(EpisodeBlock block, double[][] emphases) {
        for (int i = 0; i < block.rows; i++) {
            // Σ FₜρₜRₜ₊₁
            LongLoops.add(perDecision, block.reward[i], emphases[i]);
        }
        for (int run = 0; run < block.runs.count; run++) {
            addRun(block, run);
        }
    }

    private void addRun(EpisodeBlock block, int run) {
        double[][] ratio = block.ratio;
        EpisodeRuns runs = block.runs;
        int length = runs.end[run] - runs.row[run];
        int lastRow = runs.end[run] - 1;
        int age = runs.age[run];
        int counted = Math.max(0, Math.min(length, mostAges - age));
        boolean whole = block.has(EpisodeBlock.LAST, lastRow);
        tooLong |= counted < length;
        byTime.growTo(Math.min(age + counted, mostAges));
        int steps = block.has(EpisodeBlock.STEP, lastRow) ? counted : Math.min(counted, length - 1);
        prepareDifferences(age + steps);
        double[] weight = path.open(block, run);
        double discount = runs.discount[run];
        for (int j = 0; j < length; j++) {
            int row = runs.row[run] + j;
            discount *= j == 0 ? 1 : block.gamma[row];
            path.advance(weight, ratio[row], row);
            if (j < counted) {
                double gamma = age + j == 0 ? 1 : block.gamma[row];
                byTime.add(
                        age + j, weight, discount * block.reward[row], ratio[row], block.weight[row] * gamma * gamma);
            }
            if (j < steps && differences != null) {
                addDifferences(block, row, age + j, discount, weight);
            }
        }
        if (whole) {
            LongLoops.addWeights(weight, runs.returned[run], weights, weightSquares, weightedReturns);
            see(weight, block.weight[lastRow], runs.returned[run]);
        }
        if (whole && counted == length) {
            double reward = discount * block.reward[lastRow];
            byTime.addLast(age + length - 1, weight, reward, block.has(EpisodeBlock.ENDED, lastRow));
        }
    }

    private void see(double[] weight, double stands, double returned) {
        for (int k = 0; k < targets; k++) {
            double seen = weight[k] > 0 ? returned : Double.NaN;
            lowest[k] = -seen > lowest[k] ? -seen : lowest[k];
            highest[k] = seen > highest[k] ? seen : highest[k];
            rewarded[k] += returned == 0 ? 0 : Math.min(weight[k], stands);
        }
    }

    /** Makes room for this many times, or gives up if that takes too much memory. */
    private void prepareDifferences(int count) {
        if (differences == null) {
            return;
        }
        if (count > mostModelAges) {
            differences = null;
            return;
        }
        int perAge = targets * features;
        int there = differences[0].length / perAge;
        if (count > there) {
            int length = Math.min(mostModelAges, Math.max(count, Math.max(64, 2 * there)));
            for (int fold = 0; fold < differences.length; fold++) {
                differences[fold] = Arrays.copyOf(differences[fold], length * perAge);
            }
        }
    }

    /** Wₜgₜ(φₜ − γₜ₊₁φₜ₊₁). */
    private void addDifferences(EpisodeBlock block, int row, int age, double discount, double[] weight) {
        double[] to = differences[block.fold[row]];
        int from = row * (features + 1);
        for (int k = 0; k < targets; k++) {
            double factor = weight[k] * discount;
            if (factor != 0) {
                addRow(to, (age * targets + k) * features, factor, block.difference, from);
            }
        }
    }

    private void addRow(double[] to, int at, double factor, double[] from, int first) {
        for (int p = 0; p < features; p++) {
            to[at + p] = Math.fma(factor, from[first + p], to[at + p]);
        }
    }

    public void exchange(SumExchange sums) throws IOException {
        for (double[] byTarget : new double[][] {weights, weightSquares, weightedReturns, rewarded, perDecision}) {
            sums.totals(byTarget);
        }
        sums.largest(lowest);
        sums.largest(highest);
        path.exchange(sums);
        tooLong = sums.any(tooLong);
        byTime.exchange(sums);
        exchangeDifferences(sums);
    }

    private void exchangeDifferences(SumExchange sums) throws IOException {
        if (sums.ofPart(differences == null ? 0 : 1) == 0) {
            differences = null;
            return;
        }
        int perAge = targets * features;
        int count = sums.ofPart(differences == null ? 0 : differences[0].length / perAge);
        prepareDifferences(count);
        for (int fold = 0; fold < EvaluationConstants.FOLDS; fold++) {
            sums.totals(differences == null ? new double[count * perAge] : differences[sums.fold(fold)]);
        }
    }

    public TargetWeightSums of(int target) {
        return new TargetWeightSums(
                weights[target],
                weightSquares[target],
                weightedReturns[target],
                -lowest[target],
                highest[target],
                rewarded[target],
                perDecision[target],
                tooLong,
                path.isBeyond(target),
                byTime.of(target),
                differences == null ? null : differencesOf(target, byTime.ages()));
    }

    private double[][] differencesOf(int target, int ages) {
        double[][] of = new double[differences.length][ages * features];
        int there = differences[0].length / (targets * features);
        for (int fold = 0; fold < of.length; fold++) {
            for (int t = 0; t < Math.min(ages, there); t++) {
                System.arraycopy(
                        differences[fold], (t * targets + target) * features, of[fold], t * features, features);
            }
        }
        return of;
    }

    /** The weights W_t = ω ρ_0 ⋯ ρ_t of several targets along the runs of their blocks; EVALUATION.md §1 and §6. */
    public static final class EpisodeWeights {
        private final int targets;
        private final double[][] carried = new double[EvaluationConstants.MOST_OPEN_EPISODES][]; // Wₜ by target
        private final double[] largest;

        public EpisodeWeights(int targets) {
            this.targets = targets;
            this.largest = new double[targets];
        }

        /** W_{t−1} before the first row of a run, by target. */
        public double[] open(EpisodeBlock block, int run) {
            EpisodeRuns runs = block.runs;
            int slot = runs.slot[run];
            if (carried[slot] == null) {
                carried[slot] = new double[targets];
            }
            if (runs.age[run] == 0) {
                Arrays.fill(carried[slot], block.weight[runs.row[run]]);
            }
            return carried[slot];
        }

        /** W_t of the next row, in place of W_{t−1}. */
        public void advance(double[] weight, double[] ratio, int row) {
            LongLoops.weigh(weight, ratio);
            LongLoops.raise(largest, weight);
            if (row % EvaluationConstants.ROWS_UNCHECKED == 0) {
                LongLoops.dropSmall(weight);
            }
        }

        void exchange(SumExchange sums) throws IOException {
            sums.largest(largest);
        }

        /** Whether a product of the target passed the range of numbers. */
        boolean isBeyond(int target) {
            return !(largest[target] < EvaluationConstants.LARGEST_PRODUCT);
        }
    }
}
