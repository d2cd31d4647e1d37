package io.emphatic.evaluation;

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

    private final double[] weight = new double[EpisodeReader.MOST_SLOTS]; // Wₜ of the open episodes
    double weights; // Σ W of whole episodes
    double weightSquares; // Σ W²
    double weightedReturns; // Σ WG
    double perDecision; // Σ FₜρₜRₜ₊₁
    boolean beyond; // a product passed the range of numbers
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

    RatioSums(EvaluationSettings settings, boolean withValues) {
        int targets = settings.targets().size();
        this.features = withValues ? settings.features() : 0;
        this.mostAges = Math.max(1024, AGES / targets);
        int perAge = EpisodeReader.FOLDS * features;
        this.mostModelAges = Math.min(mostAges, Math.max(16, MODEL_SUMS / targets / Math.max(1, perAge)));
        Arrays.setAll(differences, fold -> new double[Math.min(64, mostModelAges) * features]);
    }

    /** @param followOn F_t of the block's rows */
    void add(EpisodeBlock block, double[] ratio, double[] followOn) {
        double total = 0;
        for (int i = 0; i < block.rows; i++) {
            // Σ FₜρₜRₜ₊₁
            total += followOn[i] * ratio[i] * block.reward[i];
        }
        perDecision += total;
        for (int v = 0; v < block.visits; v++) {
            visit(block, v, ratio[block.visitRow[v]]);
        }
    }

    private void visit(EpisodeBlock block, int v, double ratio) {
        int slot = block.visitSlot[v];
        int age = block.visitAge[v];
        int row = block.visitRow[v];
        double before = age == 0 ? 1 : weight[slot];
        double now = before * ratio;
        if (!(now <= StartFollowOn.LARGEST)) {
            beyond = true;
            now = 0;
        }
        now = now < StartFollowOn.SMALLEST ? 0 : now;
        weight[slot] = now;
        boolean last = block.has(EpisodeBlock.LAST, row);
        if (last) {
            weights += now;
            weightSquares += now * now;
            weightedReturns += now * block.visitReturn[v];
        }
        if (age >= sum.length && !grow(age)) {
            return;
        }
        ages = Math.max(ages, age + 1);
        double reward = now * block.visitDiscount[v] * block.reward[row];
        sum[age] += now;
        squares[age] += now * now;
        rewards[age] += reward;
        if (last && block.has(EpisodeBlock.ENDED, row)) {
            endedSum[age + 1] += now;
            endedSquares[age + 1] += now * now;
        } else if (last) {
            cutSum[age] += now;
            cutRewards[age] += reward;
        }
        if (features > 0 && block.has(EpisodeBlock.STEP, row)) {
            addDifference(block, row, age, now * block.visitDiscount[v]);
        }
    }

    private void addDifference(EpisodeBlock block, int row, int age, double factor) {
        if (age >= mostModelAges) {
            modelTooLong = true;
            return;
        }
        double[] to = differences[block.fold[row]];
        int at = age * features;
        if (at >= to.length) {
            growDifferences(age);
            to = differences[block.fold[row]];
        }
        double[] from = block.difference;
        int first = row * (features + 1);
        int p = 0;
        for (; p + 3 < features; p += 4) {
            to[at + p] += factor * from[first + p];
            to[at + p + 1] += factor * from[first + p + 1];
            to[at + p + 2] += factor * from[first + p + 2];
            to[at + p + 3] += factor * from[first + p + 3];
        }
        for (; p < features; p++) {
            to[at + p] += factor * from[first + p];
        }
    }

    private void growDifferences(int age) {
        int length = Math.min(mostModelAges, 2 * age) * features;
        for (int fold = 0; fold < differences.length; fold++) {
            differences[fold] = Arrays.copyOf(differences[fold], length);
        }
    }

    private boolean grow(int age) {
        if (age >= mostAges) {
            tooLong = true;
            return false;
        }
        int length = Math.min(mostAges, 2 * age);
        sum = Arrays.copyOf(sum, length);
        squares = Arrays.copyOf(squares, length);
        rewards = Arrays.copyOf(rewards, length);
        endedSum = Arrays.copyOf(endedSum, length + 1);
        endedSquares = Arrays.copyOf(endedSquares, length + 1);
        cutSum = Arrays.copyOf(cutSum, length);
        cutRewards = Arrays.copyOf(cutRewards, length);
        return true;
    }

    /** (Σ W)² / Σ W² of whole episodes; 0 if all are 0. */
    double effective() {
        return weightSquares > 0 ? weights * (weights / weightSquares) : 0;
    }
}
