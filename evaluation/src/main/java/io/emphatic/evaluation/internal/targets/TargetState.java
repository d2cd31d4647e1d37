package io.emphatic.evaluation.internal.targets;

import io.emphatic.bands.LargestNumbers;
import io.emphatic.bands.ParetoTail;
import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.internal.values.ActionValueSums;
import io.emphatic.evaluation.internal.values.ActionValueTerms;
import io.emphatic.evaluation.internal.values.LinearSystem;
import io.emphatic.evaluation.internal.values.ValueModels;
import io.emphatic.evaluation.internal.weights.BalanceSums;
import io.emphatic.evaluation.internal.weights.GuaranteedEpisodes;
import io.emphatic.evaluation.internal.weights.TargetWeightSums;
import io.emphatic.evaluation.internal.weights.WeightTable;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.result.GuaranteedInterval;
import java.io.IOException;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** What is kept of one target through both passes. */
public final class TargetState {
    private final EvaluationSettings settings;
    private final int index;
    private final int length; // of the blocks' columns
    private ActionValueSums actionSums; // null where they do not apply; dropped when solved
    private final BalanceSums balance; // of all targets
    private final Map<Estimator, Double> solved = new EnumMap<>(Estimator.class);
    private final Set<Estimator> overflowed = EnumSet.noneOf(Estimator.class);
    private double[] byLambda = new double[0]; // NaN where there is none
    private final DoubleSummaryStatistics atStarts = new DoubleSummaryStatistics(); // values there, of each fold
    private TargetWeightSums ratioSums; // of the first pass, as the next ones
    private boolean beyond;
    private WeightTable table;
    private double wis; // 0 without
    private double meanWeight; // of whole episodes; 1 if it is 0
    private LargestNumbers largest; // of the second pass, as the next ones
    private GuaranteedEpisodes guaranteed; // or null
    private ActionValueTerms actionTerms;
    private TermMoments moments;
    private double[] terms = new double[0];

    public TargetState(EvaluationSettings settings, int index, int length, boolean withActions, BalanceSums balance) {
        this.settings = settings;
        this.index = index;
        this.length = length;
        this.balance = balance;
        if (withActions && settings.targets().get(index).everyAction()) {
            actionSums = new ActionValueSums(settings.features(), settings.actions());
        }
    }

    public void addActionSums(EpisodeBlock block) {
        if (actionSums != null) {
            actionSums.add(block, index);
        }
    }

    /** Between the passes. */
    public void solve(
            LogShape shape,
            TargetWeightSums sums,
            boolean isBeyond,
            ValueModels models,
            double[] starts,
            boolean folded) {
        ratioSums = sums;
        beyond = isBeyond;
        double episodes = shape.weight;
        boolean weighted = !ratioSums.isBeyond() && !shape.crowded;
        double[][] without = models == null ? null : models.elstdWithout();
        table = new WeightTable(ratioSums, shape, without);
        if (weighted) {
            solved.put(Estimator.IS, ratioSums.weightedReturns() / episodes);
        }
        if (weighted && ratioSums.weights() > 0) {
            solved.put(Estimator.WIS, ratioSums.weightedReturns() / ratioSums.weights());
        }
        boolean byAge = weighted && !ratioSums.tooLong() && table.inverse.length > 0 && table.inverse[0] > 0;
        if (byAge) {
            solved.put(Estimator.CWPDIS, table.cwpdis);
        }
        if (!isBeyond()) {
            solved.put(Estimator.PDIS, ratioSums.perDecision() / episodes);
        }
        solved.put(Estimator.BEHAVIOUR, shape.returned / episodes);
        if (models != null) {
            solveValues(models, starts, episodes, byAge);
        }
        solveActions(shape, folded);
        solved.forEach((estimator, value) -> {
            if (!Double.isFinite(value)) {
                overflowed.add(estimator);
            }
        });
        solved.keySet().removeAll(overflowed);
        wis = ratioSums.weights() > 0 ? ratioSums.weightedReturns() / ratioSums.weights() : 0;
        meanWeight = ratioSums.weights() > 0 ? ratioSums.weights() / episodes : 1;
        largest = new LargestNumbers(largestKept(shape.episodes));
        boolean guarantees = settings.range() != null
                && !settings.behaviourEstimated()
                && !shape.severalStarts
                && !shape.weighted
                && shape.clusters == shape.lives
                && !ratioSums.isBeyond();
        guaranteed = guarantees ? new GuaranteedEpisodes(settings.range(), shape.episodes) : null;
        moments = new TermMoments(shifts());
    }

    private int largestKept(long episodes) {
        long percent = (episodes + 99) / 100;
        long most =
                EvaluationConstants.MOST_LARGEST_WEIGHTS / settings.targets().size();
        return (int) Math.max(ParetoTail.size(episodes) + 1, Math.min(percent, most));
    }

    private void solveValues(ValueModels models, double[] starts, double episodes, boolean byAge) {
        byLambda = new double[EvaluationConstants.LAMBDAS.length];
        for (int j = 0; j < byLambda.length; j++) {
            double[] theta = models.byLambda()[j];
            byLambda[j] = theta == null ? Double.NaN : ValueModels.dot(theta, starts) / episodes;
        }
        if (models.elstd() != null) {
            solved.put(Estimator.ELSTD, ValueModels.dot(models.elstd(), starts) / episodes);
        }
        if (models.lstd() != null && models.lstdDual() != null) {
            solved.put(Estimator.LSTD, ValueModels.dot(models.lstd(), starts) / episodes);
        }
        if (models.elstdWithout() != null) {
            // The values follow from the second pass; until then a number near them.
            Arrays.stream(models.elstdWithout())
                    .forEach(theta -> atStarts.accept(ValueModels.dot(theta, starts) / episodes));
            solved.put(Estimator.VDR, solved.get(Estimator.ELSTD));
            if (byAge) {
                solved.put(Estimator.WDR, solved.get(Estimator.ELSTD));
            }
        }
    }

    private void solveActions(LogShape shape, boolean folded) {
        if (actionSums == null) {
            return;
        }
        LinearSystem system = actionSums.system(-1);
        double[] all = system.solve();
        double[] dual = all == null ? null : system.solveTransposed(actionSums.starts());
        if (dual != null) {
            double[][] without = folded && !isBeyond() ? LinearSystem.solveFolds(actionSums::system) : null;
            double dm = ValueModels.dot(all, actionSums.starts()) / shape.weight;
            solved.put(Estimator.DM, dm);
            if (without != null) {
                solved.put(Estimator.DR, dm);
            }
            actionTerms = new ActionValueTerms(settings.features(), settings.actions(), all, dual, without, length);
        }
        actionSums = null;
    }

    private double[] shifts() {
        double[] shifts = new double[EvaluationConstants.ESTIMATES];
        solved.forEach((estimator, value) -> shifts[estimator.ordinal()] = value);
        for (int j = 0; j < byLambda.length; j++) {
            shifts[Estimator.count() + j] = Double.isFinite(byLambda[j]) ? byLambda[j] : 0;
        }
        return shifts;
    }

    /** Makes room for the terms of the lives that end in a block, all 0. */
    public void beginTerms(EpisodeBlock block) {
        int needed = block.lives * EvaluationConstants.TERMS;
        if (terms.length < needed) {
            terms = new double[Math.max(needed, 2 * terms.length)];
        }
        Arrays.fill(terms, 0, needed, 0);
    }

    /** The term of an episode in {@code wis}: ωW (G − wis) / mean W + ω wis. */
    double wisTerm(double stands, double weight, double returned) {
        return weight * (returned - wis) / meanWeight + stands * wis;
    }

    void addWeight(double weight, double returned, boolean ended) {
        largest.offer(weight);
        if (guaranteed != null) {
            guaranteed.add(weight, returned, ended);
        }
    }

    public GuaranteedEpisodes guaranteedEpisodes() {
        return guaranteed;
    }

    public void addActionTerms(EpisodeBlock block, double[][] emphases) {
        if (actionTerms != null) {
            actionTerms.add(block, index, emphases, terms);
        }
    }

    public void endTerms(EpisodeBlock block) {
        int at = 0;
        for (int i = 0; i < block.rows; i++) {
            if (block.has(EpisodeBlock.LAST, i)) {
                terms[at + Estimator.BEHAVIOUR.ordinal()] = block.lifeReturn[i];
                moments.add(terms, at, block.lifeStarts[i], block.lifeJoins[i]);
                at += EvaluationConstants.TERMS;
            }
        }
    }

    public void exchangeActionSums(SumExchange sums) throws IOException {
        if (actionSums != null) {
            actionSums.exchange(sums);
        }
    }

    /** What the second pass reads from here on is a part of the log. */
    public void beginPart() {
        if (guaranteed != null) {
            guaranteed.beginPart();
        }
    }

    public void exchangeTerms(SumExchange sums) throws IOException {
        moments.exchange(sums);
        sums.largest(largest);
        if (guaranteed != null) {
            guaranteed.exchange(sums);
        }
    }

    /** Whether the follow-on trace passed what numbers can hold. */
    public boolean isBeyond() {
        return beyond;
    }

    /** Of each life that ended in the block, {@link EvaluationConstants#TERMS} numbers. */
    public double[] terms() {
        return terms;
    }

    public TargetWeightSums ratioSums() {
        return ratioSums;
    }

    public WeightTable table() {
        return table;
    }

    public LargestNumbers largest() {
        return largest;
    }

    /** Whether values at the starts are no farther from the weighted returns than these are from each other. */
    public boolean isNearReturns() {
        double width = ratioSums.highest() - ratioSums.lowest();
        return width > 0
                && atStarts.getMin() >= ratioSums.lowest() - width
                && atStarts.getMax() <= ratioSums.highest() + width;
    }

    public BalanceSums.Imbalance imbalance() {
        return balance.worst(index);
    }

    public BalanceSums.Looked looked() {
        return balance.looked(index);
    }

    /** Null where nothing is guaranteed. */
    public GuaranteedInterval guaranteed() {
        return guaranteed == null ? null : guaranteed.interval();
    }

    public TermMoments moments() {
        return moments;
    }

    /** Estimates that the sums would allow, but no number holds. */
    public Set<Estimator> overflowed() {
        return overflowed;
    }

    public Map<Estimator, Double> solved() {
        return solved;
    }

    public double[] byLambda() {
        return byLambda;
    }
}
