package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.SumExchange;
import io.emphatic.evaluation.internal.episodes.EpisodeBlock;
import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.internal.targets.TargetState;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import io.emphatic.evaluation.log.GateQuestion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The terms of every life, which only wrong probabilities and a gate need. */
final class LifeTable {
    private static final int PRODUCTS = GateQuestion.LOGGED_SHARES.size();
    private static final int STARTS = PRODUCTS;
    private static final int JOINS = PRODUCTS + 1;
    private static final int BEHAVIOUR = PRODUCTS + 2;
    private static final int TARGETS = PRODUCTS + 3;
    private static final List<Estimator> ESTIMATORS = List.of(
            Estimator.IS, Estimator.WIS, Estimator.PDIS, Estimator.CWPDIS, Estimator.VDR, Estimator.WDR, Estimator.DR);
    private static final Set<Estimator> NORMALISED = Set.of(Estimator.WIS, Estimator.CWPDIS, Estimator.WDR);
    private static final int FROM_WEIGHT = EvaluationConstants.TERMS - EvaluationConstants.WEIGHT;
    private static final int PER_TARGET = ESTIMATORS.size() + FROM_WEIGHT;

    private final int[] targets;
    private final int policy; // of the gate; −1 without
    private final List<double[]> lives = new ArrayList<>();
    private final double[] products = new double[PRODUCTS]; // of the life so far

    private LifeTable(int[] targets, int policy) {
        this.targets = targets;
        this.policy = policy;
    }

    /** For all targets where probabilities may be wrong, else for those that a gate compares; null if none. */
    static LifeTable of(EvaluationSettings settings) {
        List<String> names =
                settings.targets().stream().map(EvaluationTarget::name).toList();
        GateQuestion gate = settings.gate();
        boolean all = settings.declared().probabilityError() > 1;
        int[] chosen = IntStream.range(0, names.size())
                .filter(k -> all
                        || gate != null
                                && List.of(gate.policy(), gate.against()).contains(names.get(k)))
                .toArray();
        return chosen.length == 0 ? null : new LifeTable(chosen, gate == null ? -1 : names.indexOf(gate.policy()));
    }

    /** A row of a life. */
    void follow(EpisodeBlock block, int row) {
        for (int e = 0; policy >= 0 && e < PRODUCTS; e++) {
            double share = GateQuestion.LOGGED_SHARES.get(e);
            double before = block.has(EpisodeBlock.FIRST, row) ? 1 : products[e];
            double product = before * (1 - share + share * block.ratio[row][policy]);
            products[e] = Math.min(product, EvaluationConstants.LARGEST_PRODUCT);
        }
    }

    void add(double starts, boolean joins, List<TargetState> states, int at) {
        double[] life = Arrays.copyOf(products, TARGETS + PER_TARGET * targets.length);
        life[STARTS] = starts;
        life[JOINS] = joins ? 1 : 0;
        life[BEHAVIOUR] = states.get(0).terms()[at + Estimator.BEHAVIOUR.ordinal()];
        for (int k = 0; k < targets.length; k++) {
            double[] terms = states.get(targets[k]).terms();
            int to = TARGETS + PER_TARGET * k;
            for (int e = 0; e < ESTIMATORS.size(); e++) {
                life[to + e] = terms[at + ESTIMATORS.get(e).ordinal()];
            }
            System.arraycopy(terms, at + EvaluationConstants.WEIGHT, life, to + ESTIMATORS.size(), FROM_WEIGHT);
        }
        lives.add(life);
    }

    void exchange(SumExchange sums) throws IOException {
        int count = sums.ofPart(lives.size());
        for (int j = 0; j < count; j++) {
            double[] life = sums.isWriting() ? lives.get(j) : new double[TARGETS + PER_TARGET * targets.length];
            sums.totals(life);
            if (!sums.isWriting()) {
                lives.add(life);
            }
        }
    }

    /** What no probability moves: what the behaviour earned, or nothing. */
    WrongProbabilities unmoved(boolean isBehaviour) {
        double[] none = new double[lives.size()];
        double[] earned = lives.stream().mapToDouble(life -> life[BEHAVIOUR]).toArray();
        return new WrongProbabilities(isBehaviour ? earned : none, none, none, true);
    }

    /** An estimate of a target; null if it is not in the table, or if no life has a weight. */
    WrongProbabilities of(int target, Estimator estimator, double shift, double episodes) {
        int k = Arrays.binarySearch(targets, target);
        int at = TARGETS + PER_TARGET * k;
        int term = at + ESTIMATORS.indexOf(estimator);
        int ofWeight = at + ESTIMATORS.size();
        int known = ofWeight + (estimator == Estimator.DR ? 2 : 1); // as the constants of terms follow each other
        if (k < 0 || !ESTIMATORS.contains(estimator) || !(sum(ofWeight) > 0)) {
            return null;
        }
        boolean hasKnown = estimator.ordinal() >= Estimator.VDR.ordinal();
        boolean isNormalised = NORMALISED.contains(estimator);
        double scale = episodes / sum(ofWeight);
        double expected = hasKnown ? sum(known) / episodes : 0;
        double mean = sum(term) / episodes + shift - expected;
        double[] fixed = new double[lives.size()];
        double[] residual = new double[lives.size()];
        double[] weight = new double[lives.size()];
        for (int j = 0; j < weight.length; j++) {
            double[] life = lives.get(j);
            double starts = life[STARTS];
            double ofStarts = hasKnown ? life[known] : 0;
            weight[j] = isNormalised ? life[ofWeight] * scale : starts;
            fixed[j] = ofStarts - starts * (isNormalised ? expected : expected + mean);
            residual[j] = life[term] + starts * shift - ofStarts - (isNormalised ? starts * mean : 0);
        }
        return new WrongProbabilities(fixed, residual, weight, isNormalised);
    }

    private double sum(int at) {
        return lives.stream().mapToDouble(life -> life[at]).sum();
    }

    /** The standard error of the difference of two estimates. */
    double error(double[] a, double[] b, int logged, LogShape.Clusters clusters) {
        double squares = 0;
        double open = 0;
        for (int j = 0; j < a.length; j++) {
            double[] life = lives.get(j);
            double one = a[j] - b[j];
            if (life[JOINS] == 0) {
                squares += open * open;
                open = 0;
            }
            open += one;
            squares += logged == 0 ? 0 : one * one * (1 / life[logged] - 1); // only of the life itself
        }
        return clusters.error(squares + open * open);
    }
}
