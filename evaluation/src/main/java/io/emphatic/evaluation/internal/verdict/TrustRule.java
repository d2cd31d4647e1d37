package io.emphatic.evaluation.internal.verdict;

import io.emphatic.bands.ParetoTail;
import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.weights.BalanceSums;
import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.result.Trust;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether the recommended estimate may be believed, and why; EVALUATION.md §4. Every observation that speaks against it
 * is a reason, and the gravest decides. Thresholds are those that did best on the choosing half of
 * {@code bench/referee}.
 */
final class TrustRule {
    /** Degrees of freedom of the interval: below, it is no more than a guess. */
    private static final double FEWEST_FREEDOM = 3;

    private static final double FEW_FREEDOM = 5; // below this few episodes decide

    /** Weights that should be worth fewer episodes, by the ratios of their rows, look better than they are. */
    private static final double LEAST_WORTH = 4;

    /** Fewer that brought anything, as often as the target would have had them, are no evidence. */
    private static final double LEAST_REWARDED = 10;

    /** k̂ of what episodes add to the estimate, … */
    private static final double HEAVY_TERMS = 0.7;

    /** … and of their returns, which have no weights to make them heavy. */
    private static final double HEAVY_RETURNS = 0.4;

    private static final double MUCH_WEIGHT = 0.8; // less of the weight that should be there is too little

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

    /** What is judged. */
    record Evidence(
            Recommended recommended, // null if there is no estimate
            WeightDiagnosis weights,
            Observed observed,
            boolean behaviourEstimated,
            Declarations declared) {}

    /** The recommended estimate. */
    record Recommended(
            Estimator estimator,
            IntervalRule interval,
            IntervalRule.Ends ends,
            double support, // degrees of freedom below which it is refused
            Double tail, // of what episodes add to it; null where none is to be seen
            boolean isReplaced, // whether it takes the place of one from values that cannot be
            boolean isOutside // whether it is not in its guaranteed interval
            ) {}

    /** What else the log shows. */
    record Observed(
            boolean ratiosTell, // whether cwpdis has terms that differ
            Double tailOfReturns, // null where none is to be seen
            BalanceRule.Found imbalance, // null if there is none
            BalanceSums.Looked looked, // at for it
            List<String> unseen, // what the log may never have seen and would matter, in sentences
            double lambdasApart, // the range of elstd over λ in standard errors; NaN where it says nothing
            double familiesApart, // standard errors between ratio-based and value-based estimates; NaN without either
            String limit, // a sentence on ends that look like a limit of time; null if none do
            double leftOver // of all episodes, the mean g_T that was cut off
            ) {}

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
            warn("Too many episodes overlap to know their weights one by one.");
        }
        amountOfEvidence(evidence, weights);
        tails(evidence);
        evidence.observed().unseen().forEach(this::warn);
        if (evidence.recommended().isReplaced()) {
            warn(
                    "The estimate from values is outside of all returns of the log, or of the guaranteed interval: this one"
                            + " is from ratios alone.");
        }
        if (evidence.recommended().isOutside()) {
            refuse("The estimate is outside of its guaranteed interval.");
        }
        if (weights.worth() < Math.min(LEAST_WORTH, weights.effective())) {
            warn("Judging by the ratios, the log is worth "
                    + (weights.worth() < 1 ? "less than one" : "about " + Findings.count(weights.worth())) + " of its "
                    + Findings.count(weights.episodes()) + " episodes: large weights may be missing from it.");
        }
        if (weights.there() < MUCH_WEIGHT) {
            warn("Only " + Findings.percent(weights.there()) + " of the weight that there should be is in the log: it"
                    + " hardly ever does what the target mostly does.");
        }
        BalanceRule.Found found = evidence.observed().imbalance();
        if (found != null) {
            weigh(found.isSure() ? 1 : 0, -1, 0, found.sentence());
        }
        if (evidence.observed().lambdasApart() > APART) {
            warn("The estimates over λ are "
                    + Findings.rounded(evidence.observed().lambdasApart()) + " standard errors apart.");
        }
        if (evidence.observed().familiesApart() > APART) {
            warn("Estimates from ratios and from values are "
                    + Findings.rounded(evidence.observed().familiesApart()) + " standard errors apart.");
        }
        leftOver(evidence);
        if (evidence.observed().limit() != null && !evidence.declared().nothingElseMattered()) {
            warn(evidence.observed().limit());
        }
        if (evidence.behaviourEstimated() && !evidence.declared().nothingElseMattered()) {
            warn("The behaviour's probabilities are frequencies: right only if nothing else mattered when it chose,"
                    + " which no log shows.");
        }
        rewards(weights);
        if (against.isEmpty()) {
            checked(evidence, weights);
        }
        return new Judged(trust, List.copyOf(against));
    }

    /** Where nothing else is to be said: whether the target would have had what was brought. */
    private void rewards(WeightDiagnosis weights) {
        if (against.isEmpty() && weights.rewarded() < LEAST_REWARDED) {
            warn("Of what brought anything, the target would have had about " + Findings.rounded(weights.rewarded())
                    + " episodes: too little to tell what it earns.");
        }
    }

    /** What was looked at, and what was not. */
    private void checked(Evidence evidence, WeightDiagnosis weights) {
        BalanceSums.Looked looked = evidence.observed().looked();
        against.add("The weight is well spread: this log is worth " + Findings.count(weights.effective()) + " of its "
                + Findings.count(weights.episodes()) + " episodes for this policy.");
        against.add("Checked: weights" + (ParetoTail.size(weights.clusters()) < ParetoTail.FEWEST ? "" : ", tails")
                + ", balance over the log" + (looked.actions() > 0 ? ", by " + looked.actions() + " actions" : "")
                + (looked.features() > 0
                        ? ", by " + looked.features() + (looked.features() == 1 ? " feature" : " features")
                        : "")
                + (Double.isNaN(evidence.observed().familiesApart()) ? "" : ", agreement of ratios with values")
                + (Double.isNaN(evidence.observed().lambdasApart()) ? "" : ", over λ")
                + (weights.isClustered() ? ", errors by " + evidence.declared().pieces(false) : "") + ".");
        double hidden = looked.missing() + 2 * looked.error();
        if (looked.features() == 0 && hidden > 0) {
            against.add("No feature tells situations apart: the log may never do what the target does in up to "
                    + Findings.percent(hidden) + " of the visits, and no check would show it.");
        }
    }

    private void amountOfEvidence(Evidence evidence, WeightDiagnosis weights) {
        IntervalRule interval = evidence.recommended().interval();
        if (weights.clusters() < 2) {
            refuse(
                    weights.episodes() < 2
                            ? "There is only one episode."
                            : "There is only one " + evidence.declared().pieces(false)
                                    + ": its episodes are no evidence apart from each other.");
            return;
        }
        if (!Double.isFinite(interval.stderr())) {
            refuse("The error is beyond the range of numbers.");
            return;
        }
        if (Double.isNaN(evidence.recommended().ends().low())) {
            warn("No honest interval can be had: the episodes say all the same, or too few of them count.");
        } else if (!evidence.observed().ratiosTell()) {
            warn(
                    "All that the target would have done brought the same, as far as the log shows it: that is no evidence of"
                            + " what it would bring.");
        }
        String few = "The estimate hangs on few " + units(evidence) + ": about " + Math.round(interval.freedom() + 1)
                + " of " + Findings.count(weights.clusters()) + " decide this number.";
        boolean isGoodEnough =
                evidence.recommended().ends().width() <= evidence.declared().tolerance();
        boolean isRefused = evidence.recommended().support() < FEWEST_FREEDOM && !isGoodEnough;
        weigh(-interval.freedom(), -FEW_FREEDOM, isRefused ? -FEWEST_FREEDOM : 0, few);
    }

    private static String units(Evidence evidence) {
        return evidence.weights().isClustered() ? evidence.declared().pieces(true) : "episodes";
    }

    private void tails(Evidence evidence) {
        tail(
                "what the " + units(evidence) + " add to the estimate",
                evidence.recommended().tail(),
                HEAVY_TERMS);
        tail("the returns", evidence.observed().tailOfReturns(), HEAVY_RETURNS);
    }

    private void tail(String of, Double shape, double limit) {
        if (shape != null && shape > limit) {
            warn("The tail of " + of + " is heavy: Pareto k = "
                    + String.format(Locale.ROOT, "%.4g, above %.1f.", shape, limit));
        }
    }

    private void leftOver(Evidence evidence) {
        boolean blind = evidence.recommended().estimator().ordinal() <= Estimator.CWPDIS.ordinal();
        boolean guesses = !blind && evidence.declared().nothingElseMattered();
        String sentence =
                "Episodes were cut: " + Findings.percent(evidence.observed().leftOver())
                        + " of what counts lies beyond the log, "
                        + (blind ? "which this estimate cannot see." : "where this estimate hangs on its features.");
        weigh(
                evidence.observed().leftOver(),
                guesses ? MUCH_GUESSED : MUCH_UNSEEN,
                blind ? MOST_UNSEEN : MOST_GUESSED,
                sentence);
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
