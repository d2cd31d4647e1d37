package io.emphatic.evaluation.internal.targets;

import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.LongLoops;
import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.internal.values.ActionValueSums;
import io.emphatic.evaluation.internal.values.FeatureSums;
import io.emphatic.evaluation.internal.values.LinearSystem;
import io.emphatic.evaluation.internal.values.ValueModels;
import io.emphatic.evaluation.internal.values.ValueSums;
import io.emphatic.evaluation.internal.values.ValueTerms;
import io.emphatic.evaluation.internal.weights.BalanceSums;
import io.emphatic.evaluation.internal.weights.WeightSums;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** The targets, worked on together: they share products of features. Blocks are only read. */
public final class TargetGroup {
    private final EvaluationSettings settings;
    private final int length;
    private final List<TargetState> targets = new ArrayList<>();
    private final BalanceSums balance;
    private final FeatureSums features; // null without
    private final double[][] stepWeights; // N gₜwₜ by row and target
    private FollowOnTrace followOn;
    private WeightSums ratioSums; // dropped when solved
    private ValueSums valueSums; // null without features; dropped when solved
    private WeightTerms ratioTerms; // from then on
    private ValueTerms valueTerms; // null without features

    /** @param length of the blocks' columns */
    public TargetGroup(EvaluationSettings settings, int length, boolean withValues) {
        this.settings = settings;
        this.length = length;
        long systems = ActionValueSums.size(settings.features(), settings.actions())
                * settings.targets().size();
        boolean isByAction = (!withValues || systems <= EvaluationConstants.MOST_SYSTEM_NUMBERS)
                && settings.targets().stream().anyMatch(EvaluationTarget::everyAction);
        boolean withActions = withValues && isByAction;
        int count = settings.targets().size();
        this.balance =
                new BalanceSums(withValues ? settings.features() : 0, isByAction ? settings.actions() : 0, count);
        for (int k = 0; k < count; k++) {
            targets.add(new TargetState(settings, k, length, withActions, balance));
        }
        this.features = withValues ? new FeatureSums(settings.features()) : null;
        this.followOn = new FollowOnTrace(targets.size(), length);
        this.stepWeights = new double[length][targets.size()];
        this.ratioSums = new WeightSums(settings, targets.size(), withValues);
        this.valueSums = withValues ? new ValueSums(settings, targets.size()) : null;
    }

    public List<TargetState> targets() {
        return targets;
    }

    /** What is true of the features whatever the target; null without. */
    public FeatureSums features() {
        return features;
    }

    /** The first pass: tasks that may be done side by side. */
    public List<Runnable> sumTasks(EpisodeBlock block) {
        AtomicBoolean begun = new AtomicBoolean();
        Runnable ratios = () -> {
            followOnce(block, begun);
            ratioSums.add(block, followOn.emphases);
            balance.add(block, followOn.emphases);
            targets.forEach(target -> target.addActionSums(block));
        };
        if (features == null) {
            return List.of(ratios);
        }
        Runnable values = () -> {
            followOnce(block, begun);
            valueSums.add(block, followOn.emphases);
        };
        return List.of(values, ratios, () -> features.add(block));
    }

    /** What both tasks of the first pass need, by the one that comes first. */
    private synchronized void followOnce(EpisodeBlock block, AtomicBoolean begun) {
        if (begun.compareAndSet(false, true)) {
            followOn.advance(block);
        }
    }

    /** Between the passes: solves what was summed. */
    public void solve(LogShape shape) {
        double[] starts = features == null ? null : features.starts();
        boolean folded = shape.clusters >= EvaluationConstants.FOLDS;
        List<ValueModels> models = new ArrayList<>();
        for (int k = 0; k < targets.size(); k++) {
            boolean beyond = followOn.isBeyond(k);
            ValueModels solved = valueSums == null ? null : solveOne(k, beyond, starts, folded);
            models.add(solved);
            targets.get(k).solve(shape, ratioSums.of(k), beyond, solved, starts, folded);
        }
        valueTerms = valueSums == null ? null : new ValueTerms(settings.features(), models);
        valueSums = null;
        ratioSums = null;
        ratioTerms = new WeightTerms(targets);
        followOn = new FollowOnTrace(targets.size(), length);
    }

    private ValueModels solveOne(int k, boolean beyond, double[] starts, boolean folded) {
        double[] elstd = beyond ? null : valueSums.elstd(k, -1).solve();
        double[][] byLambda = new double[EvaluationConstants.LAMBDAS.length][];
        for (int j = 0; j < EvaluationConstants.LAMBDAS.length && !beyond; j++) {
            byLambda[j] = valueSums.elstdAt(k, EvaluationConstants.LAMBDAS[j]).solve();
        }
        double[][] without = folded && elstd != null ? LinearSystem.solveFolds(fold -> valueSums.elstd(k, fold)) : null;
        LinearSystem lstd = valueSums.lstd(k);
        double[] theta = lstd.solve();
        double[] dual = theta == null ? null : lstd.solveTransposed(starts);
        return new ValueModels(elstd, byLambda, without, theta, dual);
    }

    public void exchangeSums(SumExchange sums) throws IOException {
        followOn.exchange(sums);
        ratioSums.exchange(sums);
        balance.exchange(sums);
        for (TargetState target : targets) {
            target.exchangeActionSums(sums);
        }
        if (valueSums != null) {
            valueSums.exchange(sums);
            features.exchange(sums);
        }
    }

    /** The second pass. */
    public void addTerms(EpisodeBlock block) {
        followOn.advance(block);
        double[][] emphases = followOn.emphases;
        targets.forEach(target -> target.beginTerms(block));
        ratioTerms.add(block, emphases, stepWeights);
        targets.forEach(target -> target.addActionTerms(block, emphases));
        if (valueTerms != null) {
            valueTerms.add(block, emphases, stepWeights, k -> targets.get(k).terms());
        }
        targets.forEach(target -> target.endTerms(block));
    }

    /** F_t = i_t + γ_t ρ_{t−1} F_{t−1} of several targets, EVALUATION.md §1, up to the largest product. */
    private static final class FollowOnTrace {
        private final double[] carried; // ρₜ₋₁Fₜ₋₁
        private final double[] largest; // ρₜFₜ
        private final double[][] emphases; // ρₜFₜ by row and target

        /** @param length of the blocks' columns */
        FollowOnTrace(int targets, int length) {
            this.carried = new double[targets];
            this.largest = new double[targets];
            this.emphases = new double[length][targets];
        }

        void advance(EpisodeBlock block) {
            double[] before = carried;
            for (int i = 0; i < block.rows; i++) {
                LongLoops.follow(before, block.ratio[i], block.gamma[i], block.interest(i), emphases[i]);
                LongLoops.raise(largest, emphases[i]);
                before = emphases[i];
                if (i % EvaluationConstants.ROWS_UNCHECKED == 0) {
                    LongLoops.dropSmall(before);
                }
            }
            System.arraycopy(before, 0, carried, 0, carried.length);
        }

        void exchange(SumExchange sums) throws IOException {
            sums.largest(largest);
        }

        /** Whether a product of the target passed what numbers can hold. */
        boolean isBeyond(int target) {
            return !(largest[target] < EvaluationConstants.LARGEST_PRODUCT);
        }
    }
}
