package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.Estimator;
import io.emphatic.evaluation.internal.EvaluationConstants;
import io.emphatic.evaluation.internal.episodes.LogShape;
import io.emphatic.evaluation.internal.targets.TargetState;
import io.emphatic.evaluation.internal.values.FeatureSums;
import io.emphatic.evaluation.internal.weights.TargetWeightSums;
import io.emphatic.evaluation.internal.weights.WeightTable;
import io.emphatic.evaluation.log.EvaluationSettings;
import io.emphatic.evaluation.log.EvaluationTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the reader of a result should know, in sentences: why estimators are absent, above all. */
final class Findings {
    /** Ends at this many lengths, … */
    private static final int MANY_LENGTHS = 5;

    /** … this share of which brought nothing, may be time-outs. */
    private static final double MANY_UNPAID = 0.5;

    private static final double BY_CHANCE = 0.001; // that as many end at the greatest length by chance

    private static final String NO_SOLUTION = " is absent: its least squares have no solution in the range of numbers.";

    private final EvaluationSettings settings;
    private final LogShape shape;
    private final FeatureSums features;
    private final List<String> sentences = new ArrayList<>();

    Findings(EvaluationSettings settings, LogShape shape, FeatureSums features) {
        this.settings = settings;
        this.shape = shape;
        this.features = features;
    }

    List<String> of(List<TargetState> targets) {
        ofLog();
        for (int k = 0; k < targets.size(); k++) {
            ofTarget(settings.targets().get(k), targets.get(k));
        }
        return List.copyOf(sentences);
    }

    private void ofLog() {
        if (settings.range() == null) {
            sentences.add("No interval is guaranteed: that needs a declared range of returns.");
        } else if (shape.severalStarts) {
            sentences.add("No interval is guaranteed: episodes overlap, and the guarantee needs them apart.");
        } else if (shape.weighted) {
            sentences.add(
                    "No interval is guaranteed: episodes have weights, and the guarantee needs them to count alike.");
        } else if (shape.clusters < shape.lives) {
            sentences.add("No interval is guaranteed: a " + settings.declared().pieces(false)
                    + " has several episodes, and the guarantee needs each to be" + " evidence of its own.");
        }
        if (shape.unpaidLengths() >= MANY_LENGTHS && shape.unpaidEnds() > shape.ended * MANY_UNPAID) {
            sentences.add("Episodes end at " + shape.unpaidLengths() + " different lengths without a reward in the last"
                    + " row. Were some of them time-outs? What a time-out cuts off is lost if it is written as an end:"
                    + " such rows are truncated.");
        }
        if (settings.behaviourEstimated()) {
            sentences.add(
                    "The behaviour's probabilities are estimated from the log; standard errors take them as known,"
                            + " and nothing is guaranteed of a target.");
        }
        if (shape.cut > 0) {
            sentences.add(
                    shape.cut + " of " + shape.episodes + (shape.episodes == 1 ? " episode was" : " episodes were")
                            + " cut: on average "
                            + String.format(Locale.ROOT, "%.1f %%", 100 * shape.meanLeftOver())
                            + " of the discounted weight lies after the cut. The estimators behaviour, is, wis, pdis and cwpdis cannot see it; targets are compared"
                            + " with the behaviour by pdis, up to the cuts.");
        }
        if (shape.crowded) {
            sentences.add("is, wis, cwpdis and wdr are absent: more than " + EvaluationConstants.MOST_OPEN_EPISODES
                    + " episodes overlap in one stream.");
        }
        ofValues();
    }

    /** Null if ends do not look like a limit of time. */
    static String limit(LogShape shape) {
        return shape.cut > 0 || shape.chanceOfLimit() > BY_CHANCE
                ? null
                : count(shape.endedAtLongest()) + " of " + count(shape.ended) + " episodes end after exactly "
                        + shape.longest + " rows, the longest there are. If that is a limit of time, those rows are"
                        + " truncated, and what comes later counts; if episodes really end there, say nothing_else_mattered: true.";
    }

    private void ofValues() {
        if (settings.features() == 0) {
            sentences.add("lstd, elstd, vdr, wdr, dm and dr are absent: they need features.");
            return;
        }
        if (features == null) {
            sentences.add("lstd, elstd, vdr, wdr, dm and dr are absent: " + settings.features() + " features and "
                    + settings.targets().size() + " targets need more memory than least squares may take.");
            return;
        }
        if (shape.clusters < EvaluationConstants.FOLDS) {
            sentences.add("vdr, wdr and dr are absent: they need at least " + EvaluationConstants.FOLDS
                    + (shape.clusters < shape.lives ? " " + settings.declared().pieces(true) : " episodes")
                    + ", one for each fold.");
        }
        if (!features.hasUnit()) {
            sentences.add("No combination of the features is 1 in every row, so that elstd is not its own doubly robust"
                    + " estimate. Add the feature 1.");
        }
    }

    private void ofTarget(EvaluationTarget target, TargetState state) {
        String name = target.name() + ": ";
        TargetWeightSums sums = state.ratioSums();
        if (features != null && !target.everyAction()) {
            sentences.add(name + "dm and dr are absent: they need the target's probability of every action.");
        } else if (features != null && shape.lives > 0 && !state.solved().containsKey(Estimator.DM)) {
            sentences.add(
                    name + "dm and dr are absent: their least squares have no solution in the range of numbers, or"
                            + " are beyond that of memory.");
        }
        if (!state.overflowed().isEmpty()) {
            String names = state.overflowed().stream().map(Estimator::label).collect(Collectors.joining(", "));
            sentences.add(name + "beyond the range of numbers and absent: " + names + ".");
        }
        if (sums.isBeyond() || state.isBeyond()) {
            sentences.add(name + "a product of ratios passes " + EvaluationConstants.LARGEST_PRODUCT
                    + ", whose square no number holds; estimators that need it are absent.");
            return;
        }
        if (!shape.crowded && sums.weights() == 0) {
            sentences.add(name + "wis is absent: every episode has weight 0, so that the log has none that the target"
                    + " could have produced.");
        }
        ofAges(name, state);
        for (Estimator estimator : new Estimator[] {Estimator.LSTD, Estimator.ELSTD, Estimator.VDR}) {
            boolean isPossible = estimator != Estimator.VDR || shape.clusters >= EvaluationConstants.FOLDS;
            if (features != null && isPossible && !state.solved().containsKey(estimator)) {
                sentences.add(name + estimator.label() + NO_SOLUTION);
            }
        }
    }

    private void ofAges(String name, TargetState state) {
        TargetWeightSums sums = state.ratioSums();
        WeightTable table = state.table();
        if (shape.crowded) {
            return;
        }
        String absent = features == null ? "cwpdis is absent: " : "cwpdis and wdr are absent: ";
        if (sums.tooLong()) {
            sentences.add(name + absent + "an episode has more than " + table.inverse.length
                    + " rows, too many to keep sums of each.");
        } else if (table.inverse[0] == 0) {
            sentences.add(name + absent + "every weight is 0 in the first rows of all episodes.");
        } else if (table.weightless) {
            sentences.add(name + "at t = " + table.firstWeightless() + " every weight is 0; rewards count as 0 there"
                    + " in cwpdis.");
        }
        if (sums.differences() == null && state.solved().containsKey(Estimator.WDR)) {
            sentences.add(name + "the standard error of wdr takes its normalisers as known, since episodes are long.");
        }
    }

    /** Three digits, and all before the point: {@code 0.0127}, {@code 2,868}. */
    static String rounded(double value) {
        return String.format(Locale.ROOT, Math.abs(value) < 999.5 ? "%.3g" : "%,.0f", value);
    }

    /** A whole number, in groups of three digits. */
    static String count(double number) {
        return String.format(Locale.ROOT, "%,d", Math.round(number));
    }

    /** Whole percents; below one, three digits. */
    static String percent(double share) {
        return share > 0 && share < 0.01
                ? rounded(100 * share) + " %"
                : String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }
}
