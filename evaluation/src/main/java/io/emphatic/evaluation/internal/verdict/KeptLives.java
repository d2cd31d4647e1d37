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
import java.util.stream.IntStream;

/**
 * Numbers of every life, which only wrong probabilities and a gate need: Π(1 − ε + ερ) for what could be logged next, Σ
 * ω of its episodes (negative if it is of the cluster of the life before), the behaviour's term, and of some targets a
 * term, what of it is known from the starts, and the weight.
 */
final class KeptLives {
    private static final int PRODUCTS = GateQuestion.LOGGED_SHARES.size();
    private static final int STARTS = PRODUCTS;
    private static final int BEHAVIOUR = PRODUCTS + 1;
    private static final int TARGETS = PRODUCTS + 2;
    private static final int PER_TARGET = 3;

    private final int[] targets;
    private final int policy; // of the gate; −1 without
    private final List<double[]> lives = new ArrayList<>();
    private final double[] products = new double[PRODUCTS]; // of the life so far

    private KeptLives(int[] targets, int policy) {
        this.targets = targets;
        this.policy = policy;
    }

    /** Those of all targets where probabilities may be wrong, else of those that a gate compares; null for none. */
    static KeptLives of(EvaluationSettings settings) {
        List<String> names =
                settings.targets().stream().map(EvaluationTarget::name).toList();
        GateQuestion gate = settings.gate();
        boolean all = settings.declared().probabilityError() > 1;
        int[] kept = IntStream.range(0, names.size())
                .filter(k -> all
                        || gate != null
                                && List.of(gate.policy(), gate.against()).contains(names.get(k)))
                .toArray();
        return kept.length == 0 ? null : new KeptLives(kept, gate == null ? -1 : names.indexOf(gate.policy()));
    }

    /** A row of a life. */
    void follow(EpisodeBlock block, int row) {
        for (int e = 0; policy >= 0 && e < PRODUCTS; e++) {
            double share = GateQuestion.LOGGED_SHARES.get(e);
            double before = block.has(EpisodeBlock.FIRST, row) ? 1 : products[e];
            double product = before * (1 - share + share * block.ratio[policy][row]);
            products[e] = Math.min(product, EvaluationConstants.LARGEST_PRODUCT);
        }
    }

    /**
     * The last row of a life.
     *
     * @param estimators whose terms are kept, by target
     * @param at where the life's numbers are among the targets' terms
     */
    void add(double starts, List<TargetState> states, List<Estimator> estimators, int at) {
        double[] life = Arrays.copyOf(products, TARGETS + PER_TARGET * targets.length);
        life[STARTS] = starts;
        life[BEHAVIOUR] = states.get(0).terms()[at + Estimator.BEHAVIOUR.ordinal()];
        for (int k = 0; k < targets.length; k++) {
            double[] terms = states.get(targets[k]).terms();
            Estimator estimator = estimators.get(targets[k]);
            int to = TARGETS + PER_TARGET * k;
            if (estimator != null) {
                life[to] = terms[at + estimator.ordinal()];
                life[to + 1] = switch (estimator) {
                    case DR -> terms[at + EvaluationConstants.EXPECTED_OF_ACTIONS];
                    case WDR, VDR -> terms[at + EvaluationConstants.EXPECTED];
                    default -> 0;
                };
            }
            life[to + 2] = terms[at + EvaluationConstants.WEIGHT];
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

    /**
     * An estimate of a target; null if it was not kept, or if no life has a weight.
     *
     * @param estimator whose terms were kept
     * @param shift what was taken off its terms
     */
    WrongProbabilities of(int target, Estimator estimator, double shift, double episodes) {
        int k = Arrays.binarySearch(targets, target);
        int at = TARGETS + PER_TARGET * k;
        double weights =
                k < 0 ? 0 : lives.stream().mapToDouble(life -> life[at + 2]).sum();
        if (estimator == null || !(weights > 0)) {
            return null;
        }
        boolean isNormalised =
                estimator == Estimator.WIS || estimator == Estimator.CWPDIS || estimator == Estimator.WDR;
        double expected = lives.stream().mapToDouble(life -> life[at + 1]).sum() / episodes;
        double mean = lives.stream().mapToDouble(life -> life[at]).sum() / episodes + shift - expected;
        double[] fixed = new double[lives.size()];
        double[] residual = new double[lives.size()];
        double[] weight = new double[lives.size()];
        for (int j = 0; j < weight.length; j++) {
            double[] life = lives.get(j);
            double starts = Math.abs(life[STARTS]);
            weight[j] = isNormalised ? life[at + 2] * episodes / weights : starts;
            fixed[j] = life[at + 1] - starts * (isNormalised ? expected : expected + mean);
            residual[j] = life[at] + starts * shift - life[at + 1] - (isNormalised ? starts * mean : 0);
        }
        return new WrongProbabilities(fixed, residual, weight, isNormalised);
    }

    /**
     * The standard error of the difference of two estimates.
     *
     * @param a what each life adds to the one. Not modified, as b
     * @param logged which of the logs that could be written next: the error that it would have with as many episodes
     */
    double error(double[] a, double[] b, int logged, LogShape.Clusters clusters) {
        double squares = 0;
        double open = 0;
        for (int j = 0; j < a.length; j++) {
            double[] life = lives.get(j);
            if (life[STARTS] > 0) {
                squares += open * open;
                open = 0;
            }
            open += logged == 0 ? a[j] - b[j] : (a[j] - b[j]) / Math.sqrt(life[logged]);
        }
        return clusters.error(squares + open * open);
    }
}
