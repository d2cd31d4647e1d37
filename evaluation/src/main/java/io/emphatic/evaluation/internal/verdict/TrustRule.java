package io.emphatic.evaluation.internal.verdict;

import io.emphatic.bands.ParetoTail;
import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.internal.targets.TargetState;
import io.emphatic.evaluation.internal.weights.BalanceSums;
import io.emphatic.evaluation.internal.weights.TargetWeightSums;
import io.emphatic.evaluation.log.Declarations;
import io.emphatic.evaluation.result.Trust;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether the recommended estimate may be believed, and why; EVALUATION.md §4. Every observation that speaks against it
 * is a reason, and the gravest decides. Thresholds did best on the choosing half of {@code bench/referee}.
 */
final class TrustRule {
    // Of the interval: with fewer degrees of freedom it is a guess, or few episodes decide.
    private static final double FREEDOM_REFUSED = 3;
    private static final double FREEDOM_WARNED = 5;
    /** Weights that should be worth fewer episodes, by the ratios of their rows, look better than they are. */
    private static final double LEAST_EPISODES_WORTH = 4;
    /** Fewer that brought anything, as often as the target would have had them, are no evidence. */
    private static final double LEAST_EPISODES_REWARDED = 10;
    /** k̂ of what episodes add to the estimate, and of their returns, which have no weights to make them heavy. */
    private static final double HEAVY_TERMS = 0.7;

    private static final double HEAVY_RETURNS = 0.4;
    private static final double LEAST_WEIGHT_THERE = 0.8; // of the weight that should be there
    private static final double STANDARD_ERRORS_APART = 2; // over λ, or from ratios and from values
    // What is cut off, of what counts at the start: for estimates that cannot see it, and those that put values there.
    private static final double UNSEEN_REFUSED = 0.3;
    private static final double UNSEEN_WARNED = 0.02;
    private static final double GUESSED_REFUSED = 0.9;
    private static final double GUESSED_WARNED = 0.05;

    private final Recommended recommended; // null if there is no estimate
    private final WeightDiagnosis weights;
    private final Observed observed;
    private final boolean behaviourEstimated;
    private final Declarations declared;
    private final List<String> against = new ArrayList<>();
    private Trust trust = Trust.TRUST;

    record Judged(Trust trust, List<String> reasons) {}

    record Recommended(
            Estimator estimator,
            IntervalRule interval,
            IntervalRule.Ends ends,
            double support, // degrees of freedom below which it is refused
            Double tail, // of what episodes add to it; null where none is to be seen
            boolean isReplaced, // whether it takes the place of one from values that cannot be
            boolean isOutside // whether it is not in its guaranteed interval
            ) {}

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

    TrustRule(
            Recommended recommended,
            WeightDiagnosis weights,
            Observed observed,
            boolean behaviourEstimated,
            Declarations declared) {
        this.recommended = recommended;
        this.weights = weights;
        this.observed = observed;
        this.behaviourEstimated = behaviourEstimated;
        this.declared = declared;
    }

    Judged judge() {
        decide();
        return new Judged(trust, List.copyOf(against));
    }

    private void decide() {
        if (recommended == null) {
            refuse("No estimate could be had that would deserve to be recommended.");
            return;
        }
        if (weights.effective() == 0) {
            refuse("No episode of the log has a weight: the log does not tell what the target would do.");
            return;
        }
        if (Double.isNaN(weights.effective())) {
            warn("Too many episodes overlap to know their weights one by one.");
        }
        amountOfEvidence();
        tail("what the " + units() + " add to the estimate", recommended.tail(), HEAVY_TERMS);
        tail("the returns", observed.tailOfReturns(), HEAVY_RETURNS);
        observed.unseen().forEach(this::warn);
        if (recommended.isReplaced()) {
            warn(
                    "The estimate from values is outside of all returns of the log, or of the guaranteed interval: this one"
                            + " is from ratios alone.");
        }
        if (recommended.isOutside()) {
            refuse("The estimate is outside of its guaranteed interval.");
        }
        if (weights.worth() < Math.min(LEAST_EPISODES_WORTH, weights.effective())) {
            warn("Judging by the ratios, the log is worth "
                    + (weights.worth() < 1 ? "less than one" : "about " + Findings.count(weights.worth())) + " of its "
                    + Findings.count(weights.episodes()) + " episodes: large weights may be missing from it.");
        }
        if (weights.there() < LEAST_WEIGHT_THERE) {
            warn("Only " + Findings.percent(weights.there()) + " of the weight that there should be is in the log: it"
                    + " hardly ever does what the target mostly does.");
        }
        BalanceRule.Found found = observed.imbalance();
        if (found != null) {
            weigh(found.isSure() ? 1 : 0, -1, 0, found.sentence());
        }
        if (observed.lambdasApart() > STANDARD_ERRORS_APART) {
            warn("The estimates over λ are " + Findings.rounded(observed.lambdasApart()) + " standard errors apart.");
        }
        if (observed.familiesApart() > STANDARD_ERRORS_APART) {
            warn("Estimates from ratios and from values are " + Findings.rounded(observed.familiesApart())
                    + " standard errors apart.");
        }
        leftOver();
        if (observed.limit() != null && !declared.nothingElseMattered()) {
            warn(observed.limit());
        }
        if (behaviourEstimated && !declared.nothingElseMattered()) {
            warn("The behaviour's probabilities are frequencies: right only if nothing else mattered when it chose,"
                    + " which no log shows.");
        }
        rewards();
        if (against.isEmpty()) {
            checked();
        }
    }

    /** Where nothing else is to be said: whether the target would have had what was brought. */
    private void rewards() {
        if (against.isEmpty() && weights.rewarded() < LEAST_EPISODES_REWARDED) {
            warn("Of what brought anything, the target would have had about " + Findings.rounded(weights.rewarded())
                    + " episodes: too little to tell what it earns.");
        }
    }

    /** What was looked at, and what was not. */
    private void checked() {
        BalanceSums.Looked looked = observed.looked();
        against.add("The weight is well spread: this log is worth " + Findings.count(weights.effective()) + " of its "
                + Findings.count(weights.episodes()) + " episodes for this policy.");
        against.add("Checked: weights"
                + (ParetoTail.size(weights.clusters()) < ParetoTail.SMALLEST_TAIL ? "" : ", tails")
                + ", balance over the log" + (looked.actions() > 0 ? ", by " + looked.actions() + " actions" : "")
                + (looked.features() > 0
                        ? ", by " + looked.features() + (looked.features() == 1 ? " feature" : " features")
                        : "")
                + (Double.isNaN(observed.familiesApart()) ? "" : ", agreement of ratios with values")
                + (Double.isNaN(observed.lambdasApart()) ? "" : ", over λ")
                + (weights.isClustered() ? ", errors by " + declared.pieces(false) : "") + ".");
        double hidden = looked.missing() + 2 * looked.error();
        if (looked.features() == 0 && hidden > 0) {
            against.add("No feature tells situations apart: the log may never do what the target does in up to "
                    + Findings.percent(hidden) + " of the visits, and no check would show it.");
        }
    }

    private void amountOfEvidence() {
        IntervalRule interval = recommended.interval();
        if (weights.clusters() < 2) {
            refuse(
                    weights.episodes() < 2
                            ? "There is only one episode."
                            : "There is only one " + declared.pieces(false)
                                    + ": its episodes are no evidence apart from each other.");
            return;
        }
        if (!Double.isFinite(interval.stderr())) {
            refuse("The error is beyond the range of numbers.");
            return;
        }
        if (Double.isNaN(recommended.ends().low())) {
            warn("No honest interval can be had: all episodes brought the same, or too few of them count.");
        } else if (!observed.ratiosTell()) {
            warn(
                    "All that the target would have done brought the same, as far as the log shows it: that is no evidence of"
                            + " what it would bring.");
        }
        String few = "The estimate hangs on few " + units() + ": about " + Math.round(interval.freedom() + 1) + " of "
                + Findings.count(weights.clusters()) + " decide this number.";
        boolean isGoodEnough = recommended.ends().width() <= declared.tolerance();
        boolean isRefused = recommended.support() < FREEDOM_REFUSED && !isGoodEnough;
        weigh(-interval.freedom(), -FREEDOM_WARNED, isRefused ? -FREEDOM_REFUSED : 0, few);
    }

    private String units() {
        return weights.isClustered() ? declared.pieces(true) : "episodes";
    }

    private void tail(String of, Double shape, double limit) {
        if (shape != null && shape > limit) {
            warn("The tail of " + of + " is heavy: Pareto k = "
                    + String.format(Locale.ROOT, "%.4g, above %.1f.", shape, limit));
        }
    }

    private void leftOver() {
        boolean blind = recommended.estimator().ordinal() <= Estimator.CWPDIS.ordinal();
        boolean guesses = !blind && declared.nothingElseMattered();
        String sentence = "Episodes were cut: " + Findings.percent(observed.leftOver())
                + " of what counts lies beyond the log, "
                + (blind ? "which this estimate cannot see." : "where this estimate hangs on its features.");
        weigh(
                observed.leftOver(),
                guesses ? GUESSED_WARNED : UNSEEN_WARNED,
                blind ? UNSEEN_REFUSED : GUESSED_REFUSED,
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

    /** What the weights of a target say about its estimates; EVALUATION.md §4. */
    record WeightDiagnosis(
            long episodes, // N
            long clusters, // independent pieces of evidence
            boolean isClustered, // whether some of these have several lives
            double effective, // (Σ W)² / Σ W² of whole episodes; 0 if all are 0, NaN if it is not known
            Double paretoK, // null where no tail is to be seen
            Double largestShare, // of Σ W; null if that is 0
            Double topPercentShare, // of Σ W; null if that is 0 or too many weights would have to be kept
            double worth, // how many episodes the weights should be worth, by the ratios of their rows
            double rewarded, // how many episodes brought something, as often as the target would have
            double there // how much of the weight that should be there is, where rewards are; 1 if it is not followed
            ) {
        static WeightDiagnosis of(TargetState state, LogShape shape) {
            TargetWeightSums sums = state.ratioSums();
            double effective = shape.crowded ? Double.NaN : sums.effective();
            double[] largest = state.largest().sorted();
            boolean isFollowed = !shape.crowded && !sums.isBeyond();
            double total = isFollowed ? sums.weights() : 0;
            int percent = (int) Math.max(1, (shape.episodes + 99) / 100);
            Double largestShare = total > 0 ? largest[largest.length - 1] / total : null;
            Double topShare = null;
            if (total > 0 && percent <= largest.length) {
                double top = 0;
                for (int j = largest.length - percent; j < largest.length; j++) {
                    top += largest[j];
                }
                topShare = Math.min(1, top / total);
            }
            Double shapeOfTail = total > 0 ? ParetoTail.shape(largest, shape.episodes) : null;
            return new WeightDiagnosis(
                    shape.episodes,
                    shape.clusters,
                    shape.clusters < shape.lives,
                    effective,
                    shapeOfTail,
                    largestShare,
                    topShare,
                    isFollowed ? state.table().worth : shape.episodes,
                    isFollowed ? sums.rewarded() / shape.weight * shape.episodes : shape.episodes,
                    isFollowed ? state.table().share() : 1);
        }
    }
}
