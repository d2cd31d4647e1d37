package io.emphatic.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Some of the targets, worked on together, by one thread at a time: they share products of features. Nothing here is
 * shared with other groups but the blocks, which are only read.
 */
final class TargetGroup {
    /** Where {@code elstd} is shown. */
    static final double[] LAMBDAS = {0, 0.5, 0.9, 1};

    /** Terms of a life: those of each {@link Estimator}, then those of {@code elstd} at each of {@link #LAMBDAS}. */
    static final int TERMS = Estimator.count() + LAMBDAS.length;

    private final EvaluationSettings settings;
    private final int from;
    private final List<TargetState> targets = new ArrayList<>();
    private ValueSums valueSums; // null without features; dropped when solved

    /** @param length of the blocks' columns */
    TargetGroup(EvaluationSettings settings, int from, int to, int length, boolean withValues) {
        this.settings = settings;
        this.from = from;
        for (int k = from; k < to; k++) {
            targets.add(new TargetState(settings, k, length, withValues));
        }
        this.valueSums = withValues ? new ValueSums(settings, targets.size(), length) : null;
    }

    List<TargetState> targets() {
        return targets;
    }

    /** The first pass. */
    void addSums(EpisodeBlock block) {
        for (TargetState target : targets) {
            target.addSums(block);
        }
        if (valueSums != null) {
            double[][] ratios = Arrays.copyOfRange(block.ratio, from, from + targets.size());
            valueSums.add(
                    block, ratios, targets.stream().map(TargetState::followOn).toList());
        }
    }

    /**
     * Between the passes: solves what was summed.
     *
     * @param starts Σ φ over starts
     */
    void solve(LogShape shape, double[] starts, boolean folded) {
        for (int k = 0; k < targets.size(); k++) {
            TargetModels solved =
                    valueSums == null ? null : solveOne(k, targets.get(k).isBeyond(), starts, folded);
            targets.get(k).solve(shape, solved, starts, folded);
        }
        valueSums = null;
    }

    private TargetModels solveOne(int k, boolean beyond, double[] starts, boolean folded) {
        double[] elstd = beyond ? null : valueSums.elstd(k, -1).solve();
        double[][] byLambda = new double[LAMBDAS.length][];
        for (int j = 0; j < LAMBDAS.length && !beyond; j++) {
            byLambda[j] = valueSums.elstdAt(k, LAMBDAS[j]).solve();
        }
        double[][] without = folded && elstd != null ? new double[EpisodeReader.FOLDS][] : null;
        for (int fold = 0; fold < EpisodeReader.FOLDS && without != null; fold++) {
            without[fold] = valueSums.elstd(k, fold).solve();
            without = without[fold] == null ? null : without;
        }
        LinearSystem lstd = valueSums.lstd(k);
        double[] theta = lstd.solve();
        double[] dual = theta == null ? null : lstd.solveTransposed(starts);
        return new TargetModels(elstd, byLambda, without, theta, dual);
    }

    /** The second pass. */
    void addTerms(EpisodeBlock block) {
        for (TargetState target : targets) {
            target.addTerms(block);
        }
    }
}
