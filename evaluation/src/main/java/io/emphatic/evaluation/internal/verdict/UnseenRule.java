package io.emphatic.evaluation.internal.verdict;

import io.emphatic.evaluation.internal.weights.BalanceSums.Looked;
import io.emphatic.evaluation.internal.weights.WeightTable;
import io.emphatic.evaluation.log.ReturnRange;
import java.util.ArrayList;
import java.util.List;

/**
 * What a log may never have seen, by chance or by a rule, and would matter if it is there: too little for a test to
 * find. Thresholds are those that did best on the choosing half of {@code bench/referee}.
 *
 * @param ends of the interval of the recommended estimate
 * @param widthOfReturns between those of the episodes that have a weight
 * @param effective how many clusters of equal weight the weights are worth
 */
record UnseenRule(double value, IntervalRule.Ends ends, double widthOfReturns, double effective) {
    /** A share of the visits matters if it could move the value by this much of half the width. */
    private static final double MOVE_THAT_MATTERS = 0.3;
    /** What a mean ratio below 1 leaves out may be chance: standard errors that are taken off it, … */
    private static final double BY_CHANCE = 1;
    /** … where no feature tells situations apart, so that this is all that can show it. */
    private static final double BY_CHANCE_WITHOUT_FEATURES = 0.5;

    private static final double RULE_OF_THREE = 3; // what happens in 3/n of n episodes is missing from 5 % of logs
    private static final double LATE_THAT_MATTERS = 0.5; // of half the width: what comes where few episodes go on
    private static final double REACHES_THAT_MATTER = 4; // how often as far as the interval a return moves the value

    List<String> sentences(Looked looked, String where, double late, ReturnRange range) {
        List<String> found = new ArrayList<>();
        if (Math.abs(late) > LATE_THAT_MATTERS * ends.width() / 2) {
            found.add("Rows bring more the later they are, and "
                    + Findings.rounded(late).replace('-', '−')
                    + " of the value comes where fewer than " + Math.round(WeightTable.FEWEST_EPISODES)
                    + " episodes still go on: longer ones may bring more than the log shows.");
        }
        double matters =
                widthOfReturns > 0 ? MOVE_THAT_MATTERS * ends.width() / 2 / widthOfReturns : Double.POSITIVE_INFINITY;
        double byChance = looked.error() * (looked.features() == 0 ? BY_CHANCE_WITHOUT_FEATURES : BY_CHANCE);
        if (looked.never() > matters) {
            found.add("In " + Findings.percent(looked.never()) + " of the visits" + where + " the target does what the"
                    + " log never did.");
        } else if (looked.missing() - byChance > matters) {
            found.add("The ratios have a mean of " + Findings.rounded(1 - looked.missing()) + ": in about "
                    + Findings.percent(looked.missing()) + " of the visits the log may never do what the target does.");
        }
        if (range != null) {
            double share = RULE_OF_THREE / effective;
            double below = share * (value - range.low()) / (value - ends.low());
            double above = share * (range.high() - value) / (ends.high() - value);
            if (below > REACHES_THAT_MATTER || above > REACHES_THAT_MATTER) {
                found.add("So little of this log resembles the policy that something in up to "
                        + Findings.percent(Math.min(1, share))
                        + " of its episodes could be missing from it: with a return of "
                        + Findings.rounded(below > REACHES_THAT_MATTER ? range.low() : range.high())
                                .replace('-', '−')
                        + " there, as declared, the value would be far outside of the interval.");
            }
        }
        return found;
    }
}
