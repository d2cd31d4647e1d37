package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.weights.ParetoTail;
import io.emphatic.evaluation.result.Trust;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the recommended estimate may be believed, and why; EVALUATION.md §4. Every observation that speaks against it
 * is a reason, and the gravest decides. Thresholds are those that did best on the choosing half of
 * {@code bench/referee}.
 */
final class TrustRule {
    /** Degrees of freedom of the interval: below, it is no more than a guess. */
    private static final double FEWEST_FREEDOM = 3;

    /** Below this it holds, but is wide and hangs on few episodes. */
    private static final double FEW_FREEDOM = 10;

    /** Standard errors of the mean weight from 1. */
    private static final double MEAN_FAR_OFF = 5;

    private static final double MEAN_OFF = 3;

    /** Standard errors between the estimates over λ, or from ratios and from values. */
    private static final double APART = 2;

    /** What is cut off, as a share of what counts at the start: for estimates that cannot see it, … */
    private static final double MOST_UNSEEN = 0.3;

    private static final double MUCH_UNSEEN = 0.02;

    /** … and for those that put values there. */
    private static final double MOST_GUESSED = 0.9;

    private static final double MUCH_GUESSED = 0.05;

    private final List<String> against = new ArrayList<>();
    private Trust trust = Trust.TRUST;

    /** A verdict with its reasons as they were found. */
    record Judged(Trust trust, List<String> reasons) {}

    /**
     * What is judged.
     *
     * @param recommended null if there is no estimate
     * @param interval that of the recommended estimate; null if there is none
     * @param lambdasApart the range of {@code elstd} over λ in standard errors; 0 without values
     * @param familiesApart how many standard errors ratio-based and value-based estimates are apart; 0 without either
     * @param leftOver of all episodes, the mean g_T that was cut off
     */
    record Evidence(
            Estimator recommended,
            IntervalRule interval,
            WeightDiagnosis weights,
            double lambdasApart,
            double familiesApart,
            double leftOver) {}

    private TrustRule() {}

    static Judged judge(Evidence evidence) {
        return new TrustRule().decide(evidence);
    }

    private Judged decide(Evidence evidence) {
        WeightDiagnosis weights = evidence.weights();
        if (evidence.recommended() == null) {
            refuse("No estimate could be had that would deserve to be recommended.");
            return new Judged(trust, List.copyOf(against));
        }
        if (weights.effective() == 0) {
            refuse("No episode of the log has a weight: the log does not tell what the target would do.");
            return new Judged(trust, List.copyOf(against));
        }
        if (Double.isNaN(weights.effective())) {
            warn("So many episodes overlap that their weights are not known one by one.");
        }
        amountOfEvidence(evidence.interval(), weights);
        tail(weights);
        boolean constant = Double.isInfinite(weights.meanOff());
        String mean =
                "The mean weight at t = " + weights.meanOffAt() + " is " + Findings.rounded(weights.meanThere()) + ", "
                        + (constant
                                ? "the same in all episodes, and not"
                                : Findings.rounded(weights.meanOff()) + " standard errors from")
                        + " 1: wrong probabilities, or actions that the behaviour hardly ever tries.";
        weigh(weights.meanOff(), MEAN_OFF, MEAN_FAR_OFF, mean);
        if (evidence.lambdasApart() > APART) {
            warn("The estimates over λ are " + Findings.rounded(evidence.lambdasApart()) + " standard errors apart.");
        }
        if (evidence.familiesApart() > APART) {
            warn("Estimates from ratios and from values are " + Findings.rounded(evidence.familiesApart())
                    + " standard errors apart.");
        }
        leftOver(evidence);
        if (against.isEmpty()) {
            against.add("The weights are even (" + Findings.rounded(weights.effective()) + " of " + weights.episodes()
                    + " episodes count) and nothing disagrees.");
        }
        return new Judged(trust, List.copyOf(against));
    }

    private void amountOfEvidence(IntervalRule interval, WeightDiagnosis weights) {
        if (weights.lives() < 2) {
            refuse("There is only one episode.");
            return;
        }
        if (!Double.isFinite(interval.stderr())) {
            refuse("The error is beyond the range of numbers.");
            return;
        }
        if (!interval.exists()) {
            warn("No honest interval can be had: the episodes say all the same, or too few of them count.");
        }
        String evidence = "The estimate hangs on few episodes: its error is as uncertain as that of "
                + Findings.rounded(interval.freedom() + 1) + " even ones, of " + weights.episodes() + ".";
        weigh(-interval.freedom(), -FEW_FREEDOM, -FEWEST_FREEDOM, evidence);
    }

    private void tail(WeightDiagnosis weights) {
        double limit = ParetoTail.threshold(weights.episodes());
        if (weights.paretoK() != null && weights.paretoK() > limit) {
            warn("The tail of the weights is heavy: Pareto k = " + Findings.rounded(weights.paretoK()) + ", above "
                    + Findings.rounded(limit) + ".");
        }
    }

    private void leftOver(Evidence evidence) {
        boolean blind = evidence.recommended().ordinal() <= Estimator.CWPDIS.ordinal();
        String sentence = "Episodes were cut: " + Findings.percent(evidence.leftOver())
                + " of what counts lies beyond the log, "
                + (blind ? "which this estimate cannot see." : "where this estimate hangs on its features.");
        weigh(evidence.leftOver(), blind ? MUCH_UNSEEN : MUCH_GUESSED, blind ? MOST_UNSEEN : MOST_GUESSED, sentence);
    }

    /** Warns above one threshold and refuses above the other. */
    private void weigh(double observed, double warning, double refusing, String reason) {
        if (observed > refusing) {
            refuse(reason);
        } else if (observed > warning) {
            warn(reason);
        }
    }

    private void refuse(String reason) {
        trust = Trust.DO_NOT_TRUST;
        against.add(reason);
    }

    private void warn(String reason) {
        trust = trust == Trust.TRUST ? Trust.CARE : trust;
        against.add(reason);
    }
}
