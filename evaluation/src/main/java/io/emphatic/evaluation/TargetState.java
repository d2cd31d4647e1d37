package io.emphatic.evaluation;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** What is kept of one target through both passes. */
final class TargetState {
    private final EvaluationSettings settings;
    private final int index;
    private final int length; // of the blocks' columns
    private ActionValueSums actionSums; // null where they do not apply; dropped when solved
    private final AddedSystems addedActions = new AddedSystems(EpisodeReader.FOLDS + 1); // without a fold, then of all

    private final Map<Estimator, Double> solved = new EnumMap<>(Estimator.class);
    private final Set<Estimator> overflowed = EnumSet.noneOf(Estimator.class);
    private double[] byLambda = new double[0]; // NaN where there is none
    private RatioSums ratioSums; // of the first pass, as the next ones
    private boolean beyond;
    private WeightTable table;
    private double wis; // 0 without
    private double meanWeight; // of whole episodes; 1 if it is 0
    private LargestWeights largest; // of the second pass, as the next ones
    private GuaranteedInterval guaranteed; // or null
    private ActionValueTerms actionTerms;
    private TermMoments moments;
    private double[] terms = new double[0];

    TargetState(EvaluationSettings settings, int index, int length, boolean withValues) {
        this.settings = settings;
        this.index = index;
        this.length = length;
        if (withValues && settings.targets().get(index).everyAction()) {
            long size = ActionValueSums.size(settings.features(), settings.actions());
            if (size * settings.targets().size() <= Evaluation.MOST_NUMBERS) {
                actionSums = new ActionValueSums(settings.features(), settings.actions());
            }
        }
    }

    /** The first pass over action values. */
    void addActionSums(EpisodeBlock block) {
        if (actionSums != null) {
            actionSums.add(block, block.ratio[index], block.policy[index]);
        }
    }

    /**
     * Between the passes.
     *
     * @param sums of the first
     * @param isBeyond whether its follow-on trace passed what numbers can hold
     * @param models solved from its sums; null without values
     */
    void solve(LogShape shape, RatioSums sums, boolean isBeyond, TargetModels models, double[] starts, boolean folded) {
        ratioSums = sums;
        beyond = isBeyond;
        double episodes = shape.episodes;
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
        largest = new LargestWeights(largestKept(shape.episodes));
        boolean guarantees = settings.range() != null
                && !settings.behaviourEstimated()
                && !shape.severalStarts
                && !ratioSums.isBeyond();
        guaranteed = guarantees ? new GuaranteedInterval(settings.range(), shape.episodes) : null;
        moments = new TermMoments(shifts());
    }

    private int largestKept(long episodes) {
        long percent = (episodes + 99) / 100;
        long most = Evaluation.MOST_LARGEST / settings.targets().size();
        return (int) Math.max(ParetoTail.size(episodes) + 1, Math.min(percent, most));
    }

    private void solveValues(TargetModels models, double[] starts, double episodes, boolean byAge) {
        byLambda = new double[TargetGroup.LAMBDAS.length];
        for (int j = 0; j < byLambda.length; j++) {
            double[] theta = models.byLambda()[j];
            byLambda[j] = theta == null ? Double.NaN : TargetModels.dot(theta, starts) / episodes;
        }
        if (models.elstd() != null) {
            solved.put(Estimator.ELSTD, TargetModels.dot(models.elstd(), starts) / episodes);
        }
        if (models.lstd() != null && models.lstdDual() != null) {
            solved.put(Estimator.LSTD, TargetModels.dot(models.lstd(), starts) / episodes);
        }
        if (models.elstdWithout() != null) {
            // The values follow from the second pass; until then a number near them.
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
        LinearSystem system = addedActions.plus(EpisodeReader.FOLDS, actionSums.system(-1));
        double[] all = system.solve();
        double[] dual = all == null ? null : system.solveTransposed(actionSums.starts());
        if (dual != null) {
            double[][] without = folded && !isBeyond() ? new double[EpisodeReader.FOLDS][] : null;
            for (int fold = 0; fold < EpisodeReader.FOLDS && without != null; fold++) {
                without[fold] = addedActions.plus(fold, actionSums.system(fold)).solve();
                without = without[fold] == null ? null : without;
            }
            double dm = TargetModels.dot(all, actionSums.starts()) / shape.episodes;
            solved.put(Estimator.DM, dm);
            if (without != null) {
                solved.put(Estimator.DR, dm);
            }
            actionTerms = new ActionValueTerms(settings.features(), settings.actions(), all, dual, without, length);
        }
        actionSums = null;
    }

    private double[] shifts() {
        double[] shifts = new double[TargetGroup.TERMS];
        solved.forEach((estimator, value) -> shifts[estimator.ordinal()] = value);
        for (int j = 0; j < byLambda.length; j++) {
            shifts[Estimator.count() + j] = Double.isFinite(byLambda[j]) ? byLambda[j] : 0;
        }
        return shifts;
    }

    /** Makes room for the terms of the lives that end in a block, all 0. */
    void beginTerms(EpisodeBlock block) {
        int needed = block.lives * TargetGroup.TERMS;
        if (terms.length < needed) {
            terms = new double[Math.max(needed, 2 * terms.length)];
        }
        Arrays.fill(terms, 0, needed, 0);
    }

    /** The term of an episode in {@code wis}: W (G − wis) / mean W + wis. */
    double wisTerm(double weight, double returned) {
        return weight * (returned - wis) / meanWeight + wis;
    }

    /** An episode of the second pass. */
    void addWeight(double weight, double returned, boolean ended) {
        largest.offer(weight);
        if (guaranteed != null) {
            guaranteed.add(weight, returned, ended);
        }
    }

    /**
     * The second pass over action values.
     *
     * @param emphases ρ_t F_t by row and target of a group
     * @param lane this target's place among those
     */
    void addActionTerms(EpisodeBlock block, double[][] emphases, int lane) {
        if (actionTerms != null) {
            actionTerms.add(block, block.ratio[index], block.policy[index], emphases, lane, terms);
        }
    }

    /** The terms of the block are complete. */
    void endTerms(EpisodeBlock block) {
        int at = 0;
        for (int i = 0; i < block.rows; i++) {
            if (block.has(EpisodeBlock.LAST, i)) {
                terms[at + Estimator.BEHAVIOUR.ordinal()] = block.lifeReturn[i];
                moments.add(terms, at, block.lifeStarts[i]);
                at += TargetGroup.TERMS;
            }
        }
    }

    /** Writes or adds what {@link #addActionSums} collects. */
    void exchangeActionSums(SumExchange sums) throws IOException {
        if (actionSums == null) {
            return;
        }
        int size = settings.features() * settings.actions();
        for (int fold = 0; fold < EpisodeReader.FOLDS; fold++) {
            int without = fold;
            addedActions.exchange(sums, sums.fold(fold), size, () -> actionSums.system(without));
        }
        addedActions.exchange(sums, EpisodeReader.FOLDS, size, () -> actionSums.system(-1));
        sums.totals(actionSums.starts());
    }

    /** What the second pass reads from here on is a part of the log. */
    void beginPart() {
        if (guaranteed != null) {
            guaranteed.keepEpisodes();
        }
    }

    /** Writes or adds what the second pass collects. */
    void exchangeTerms(SumExchange sums) throws IOException {
        moments.exchange(sums);
        largest.exchange(sums);
        if (guaranteed != null) {
            guaranteed.exchange(sums);
        }
    }

    /** Whether the follow-on trace passed what numbers can hold. */
    boolean isBeyond() {
        return beyond;
    }

    /** Of each life that ended in the block, {@link TargetGroup#TERMS} numbers. */
    double[] terms() {
        return terms;
    }

    RatioSums ratioSums() {
        return ratioSums;
    }

    WeightTable table() {
        return table;
    }

    LargestWeights largest() {
        return largest;
    }

    /** Null where nothing is guaranteed. */
    GuaranteedInterval guaranteed() {
        return guaranteed;
    }

    TermMoments moments() {
        return moments;
    }

    /** Estimates that the sums would allow, but no number holds. */
    Set<Estimator> overflowed() {
        return overflowed;
    }

    Map<Estimator, Double> solved() {
        return solved;
    }

    double[] byLambda() {
        return byLambda;
    }
}
