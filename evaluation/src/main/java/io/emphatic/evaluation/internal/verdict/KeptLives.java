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
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Numbers of every life, which only wrong probabilities and a gate need: how many episodes it has, the behaviour's
 * term, Π(1 − ε + ερ) for what could be logged next, and of some targets a term, what of it is known from the starts,
 * and the weight.
 */
final class KeptLives {
    private static final int STARTS = 0; // negative if the life is of the same cluster as the one before
    private static final int BEHAVIOUR = 1;
    private static final int PRODUCTS = 2;
    private static final int TARGETS = PRODUCTS + GateQuestion.LOGGED_SHARES.size();
    private static final int TERM = 0; // of each target
    private static final int EXPECTED = 1;
    private static final int WEIGHT = 2;
    private static final int PER_TARGET = 3;

    private final int[] targets;
    private final int policy; // of the gate; −1 without
    private final double[][] columns;
    private final double[] products; // of the life so far
    private int lives;

    private KeptLives(int[] targets, int policy) {
        this.targets = targets;
        this.policy = policy;
        this.columns = new double[TARGETS + PER_TARGET * targets.length][64];
        this.products = new double[GateQuestion.LOGGED_SHARES.size()];
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
        for (int e = 0; policy >= 0 && e < products.length; e++) {
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
        if (lives == columns[0].length) {
            Arrays.setAll(columns, c -> Arrays.copyOf(columns[c], 2 * lives));
        }
        columns[STARTS][lives] = starts;
        columns[BEHAVIOUR][lives] = states.get(0).terms()[at + Estimator.BEHAVIOUR.ordinal()];
        for (int e = 0; e < products.length; e++) {
            columns[PRODUCTS + e][lives] = products[e];
        }
        for (int k = 0; k < targets.length; k++) {
            double[] terms = states.get(targets[k]).terms();
            Estimator estimator = estimators.get(targets[k]);
            double[][] own = Arrays.copyOfRange(columns, TARGETS + PER_TARGET * k, TARGETS + PER_TARGET * (k + 1));
            own[TERM][lives] = estimator == null ? 0 : terms[at + estimator.ordinal()];
            own[EXPECTED][lives] = isFromValues(estimator) ? terms[at + expected(estimator)] : 0;
            own[WEIGHT][lives] = terms[at + EvaluationConstants.WEIGHT];
        }
        lives++;
    }

    private static int expected(Estimator estimator) {
        return estimator == Estimator.DR ? EvaluationConstants.EXPECTED_OF_ACTIONS : EvaluationConstants.EXPECTED;
    }

    private static boolean isFromValues(Estimator estimator) {
        return estimator == Estimator.DR || estimator == Estimator.WDR || estimator == Estimator.VDR;
    }

    void exchange(SumExchange sums) throws IOException {
        int count = sums.ofPart(sums.isWriting() ? lives : 0);
        int from = sums.isWriting() ? 0 : lives;
        for (int c = 0; c < columns.length; c++) {
            columns[c] = columns[c].length < from + count ? Arrays.copyOf(columns[c], 2 * (from + count)) : columns[c];
            for (int j = from; j < from + count; j++) {
                columns[c][j] = sums.isWriting() ? sums.total(columns[c][j]) : sums.total(0.0);
            }
        }
        lives = from + count;
    }

    /** What the behaviour earned, which no probability moves. */
    WrongProbabilities behaviour() {
        double[] none = new double[lives];
        return new WrongProbabilities(Arrays.copyOf(columns[BEHAVIOUR], lives), none, none);
    }

    /**
     * An estimate of a target.
     *
     * @param estimator whose terms were kept
     * @param shift what was taken off its terms
     * @return null if it was not kept, or if no life has a weight
     */
    WrongProbabilities of(int target, Estimator estimator, double shift, LogShape.Clusters clusters) {
        int k = Arrays.binarySearch(targets, target);
        if (k < 0 || estimator == null) {
            return null;
        }
        double[][] own = Arrays.copyOfRange(columns, TARGETS + PER_TARGET * k, TARGETS + PER_TARGET * (k + 1));
        double[] fixed = new double[lives];
        double[] residual = new double[lives];
        double weights = 0;
        double expected = 0;
        double residuals = 0;
        for (int j = 0; j < lives; j++) {
            residual[j] = own[TERM][j] + Math.abs(columns[STARTS][j]) * shift - own[EXPECTED][j];
            weights += own[WEIGHT][j];
            expected += own[EXPECTED][j];
            residuals += residual[j];
        }
        if (!(weights > 0)) {
            return null;
        }
        boolean isNormalised =
                estimator == Estimator.WIS || estimator == Estimator.CWPDIS || estimator == Estimator.WDR;
        double[] weight = new double[lives];
        for (int j = 0; j < lives; j++) {
            double starts = Math.abs(columns[STARTS][j]);
            weight[j] = own[WEIGHT][j] * clusters.episodes() / weights;
            fixed[j] = own[EXPECTED][j] - starts * expected / clusters.episodes();
            residual[j] -= (isNormalised ? starts : weight[j]) * residuals / clusters.episodes();
        }
        return new WrongProbabilities(fixed, residual, weight);
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
        for (int j = 0; j < lives; j++) {
            if (columns[STARTS][j] > 0) {
                squares += open * open;
                open = 0;
            }
            double product = columns[PRODUCTS + logged][j];
            open += logged == 0 ? a[j] - b[j] : (a[j] - b[j]) / Math.sqrt(product);
        }
        return clusters.error(squares + open * open);
    }
}
