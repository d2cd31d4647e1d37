package io.emphatic.evaluation;

import java.io.IOException;
import java.util.Arrays;

/**
 * The first pass over the ratios of one target: sums for {@code is}, {@code wis}, {@code pdis}, and by t those of
 * {@code cwpdis} and {@code wdr}; EVALUATION.md §1 and §2.
 */
final class RatioSums {
    /** Of so many t sums are kept in all, shared by the targets. */
    static final int AGES = 1 << 20;

    private static final int MODEL_SUMS = 1 << 22; // numbers

    private final int features;
    private final int mostAges;
    private final int mostModelAges;

    private final WeightPath path;
    double weights; // Σ W of whole episodes
    double weightSquares; // Σ W²
    double weightedReturns; // Σ WG
    double perDecision; // Σ FₜρₜRₜ₊₁
    boolean tooLong; // an episode has more rows than are kept by t
    boolean modelTooLong; // the same for the sums of features

    int ages;
    double[] sum = new double[64]; // by t: Σ Wₜ over rows
    double[] squares = new double[64]; // Σ Wₜ²
    double[] rewards = new double[64]; // Σ WₜgₜRₜ₊₁
    double[] endedSum = new double[65]; // by the number of rows: Σ W of those that ended
    double[] endedSquares = new double[65];
    double[] cutSum = new double[64]; // by t: Σ Wₜ over the last rows of those that were cut
    double[] cutRewards = new double[64];
    final double[][] differences = new double[EpisodeReader.FOLDS][]; // by fold and t: Σ Wₜgₜ(φₜ − γₜ₊₁φₜ₊₁)

    /** @param length of the blocks' columns */
    RatioSums(EvaluationSettings settings, int length, boolean withValues) {
        int targets = settings.targets().size();
        this.features = withValues ? settings.features() : 0;
        this.mostAges = Math.max(1024, AGES / targets);
        int perAge = EpisodeReader.FOLDS * features;
        this.mostModelAges = Math.min(mostAges, Math.max(16, MODEL_SUMS / targets / Math.max(1, perAge)));
        this.path = new WeightPath(length);
        Arrays.setAll(differences, fold -> new double[Math.min(64, mostModelAges) * features]);
    }

    /** @param emphases ρ_t F_t of the block's rows */
    void add(EpisodeBlock block, double[] ratio, double[] emphases) {
        double total = 0;
        for (int i = 0; i < block.rows; i++) {
            // Σ FₜρₜRₜ₊₁
            total = Math.fma(emphases[i], block.reward[i], total);
        }
        perDecision += total;
        for (int run = 0; run < block.runs.count; run++) {
            add(block, run, path.follow(block.runs, run, ratio));
        }
    }

    private void add(EpisodeBlock block, int run, double[] weight) {
        VisitRuns runs = block.runs;
        int length = runs.end[run] - runs.row[run];
        int lastRow = runs.end[run] - 1;
        double last = weight[length - 1];
        boolean whole = block.has(EpisodeBlock.LAST, lastRow);
        if (whole) {
            weights += last;
            weightSquares += last * last;
            weightedReturns += last * runs.returned[run];
        }
        int age = runs.age[run];
        int kept = Math.max(0, Math.min(length, mostAges - age));
        tooLong |= kept < length;
        if (kept == 0) {
            return;
        }
        if (age + kept > sum.length) {
            grow(Math.min(mostAges, Math.max(age + kept, 2 * sum.length)));
        }
        ages = Math.max(ages, age + kept);
        addByAge(age, kept, weight, runs.reward, runs.at[run]);
        if (whole && kept == length) {
            addLast(age + length - 1, last, last * runs.reward[runs.at[run] + length - 1], block, lastRow);
        }
        int steps = block.has(EpisodeBlock.STEP, lastRow) ? kept : Math.min(kept, length - 1);
        if (features > 0 && steps > 0) {
            addDifferences(block, run, steps, weight);
        }
    }

    private void addByAge(int age, int count, double[] weight, double[] reward, int at) {
        double[] sumOf = sum;
        double[] squaresOf = squares;
        double[] rewardsOf = rewards;
        for (int j = 0; j < count; j++) {
            double now = weight[j];
            sumOf[age + j] += now;
            squaresOf[age + j] = Math.fma(now, now, squaresOf[age + j]);
            rewardsOf[age + j] = Math.fma(now, reward[at + j], rewardsOf[age + j]);
        }
    }

    private void addLast(int age, double last, double reward, EpisodeBlock block, int lastRow) {
        if (block.has(EpisodeBlock.ENDED, lastRow)) {
            endedSum[age + 1] += last;
            endedSquares[age + 1] += last * last;
        } else {
            cutSum[age] += last;
            cutRewards[age] += reward;
        }
    }

    private void addDifferences(EpisodeBlock block, int run, int steps, double[] weight) {
        VisitRuns runs = block.runs;
        int age = runs.age[run];
        int kept = Math.max(0, Math.min(steps, mostModelAges - age));
        modelTooLong |= kept < steps;
        int fold = block.fold[runs.row[run]];
        if ((age + kept) * features > differences[fold].length) {
            growDifferences(Math.max(age + kept, 2 * (differences[fold].length / features)));
        }
        double[] to = differences[fold];
        double[] from = block.difference;
        for (int j = 0; j < kept; j++) {
            // Wₜgₜ(φₜ − γₜ₊₁φₜ₊₁)
            double factor = weight[j] * runs.discount[runs.at[run] + j];
            addRow(to, (age + j) * features, factor, from, (runs.row[run] + j) * (features + 1));
        }
    }

    private void addRow(double[] to, int at, double factor, double[] from, int first) {
        int p = 0;
        for (; p + 3 < features; p += 4) {
            to[at + p] = Math.fma(factor, from[first + p], to[at + p]);
            to[at + p + 1] = Math.fma(factor, from[first + p + 1], to[at + p + 1]);
            to[at + p + 2] = Math.fma(factor, from[first + p + 2], to[at + p + 2]);
            to[at + p + 3] = Math.fma(factor, from[first + p + 3], to[at + p + 3]);
        }
        for (; p < features; p++) {
            to[at + p] = Math.fma(factor, from[first + p], to[at + p]);
        }
    }

    private void growDifferences(int length) {
        for (int fold = 0; fold < differences.length; fold++) {
            differences[fold] = Arrays.copyOf(differences[fold], Math.min(mostModelAges, length) * features);
        }
    }

    private void grow(int length) {
        sum = Arrays.copyOf(sum, length);
        squares = Arrays.copyOf(squares, length);
        rewards = Arrays.copyOf(rewards, length);
        endedSum = Arrays.copyOf(endedSum, length + 1);
        endedSquares = Arrays.copyOf(endedSquares, length + 1);
        cutSum = Arrays.copyOf(cutSum, length);
        cutRewards = Arrays.copyOf(cutRewards, length);
    }

    void exchange(SumExchange exchanged) throws IOException {
        weights = exchanged.total(weights);
        weightSquares = exchanged.total(weightSquares);
        weightedReturns = exchanged.total(weightedReturns);
        perDecision = exchanged.total(perDecision);
        tooLong = exchanged.any(tooLong);
        modelTooLong = exchanged.any(modelTooLong);
        path.exchange(exchanged);
        ages = exchanged.most(ages);
        if (ages > sum.length) {
            grow(ages);
        }
        for (double[] byAge : new double[][] {sum, squares, rewards, cutSum, cutRewards}) {
            exchanged.totals(byAge, ages);
        }
        exchanged.totals(endedSum, ages + 1);
        exchanged.totals(endedSquares, ages + 1);
        int modelAges = exchanged.most(features == 0 ? 0 : differences[0].length / features);
        if (modelAges * features > differences[0].length) {
            growDifferences(modelAges);
        }
        for (int fold = 0; fold < differences.length; fold++) {
            exchanged.totals(differences[exchanged.fold(fold)]);
        }
    }

    /** Whether a product passed the range of numbers. */
    boolean isBeyond() {
        return path.isBeyond();
    }

    /** (Σ W)² / Σ W² of whole episodes; 0 if all are 0. */
    double effective() {
        return weightSquares > 0 ? weights * (weights / weightSquares) : 0;
    }
}
