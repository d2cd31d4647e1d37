package io.emphatic.logs.doctor;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.doctor.RatioCheck.UnitMean;
import io.emphatic.logs.spec.EstimatedBehaviour;
import io.emphatic.logs.spec.FeatureReader;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.sql.ActionShift;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether logged probabilities agree with what was done ({@link UnitMean}).
 *
 * <ul>
 *   <li>Where action a is possible everywhere, X = 1{A = a}/μ(A|S) averages 1: E[X | S] = 1, with variance 1/μ(a|S) −
 *       1. In rows where a was not taken its probability is not known; the others share 1 − μ(A|S), and it is taken to
 *       be an equal share of that, or the smallest probability of the log if that is smaller.
 *   <li>At most one action of a state is likelier than ½, so X = 1{μ(A|S) > ½}/μ(A|S) averages at most 1.
 * </ul>
 */
record ActionCheck(Plan plan, Examination exam, ColumnExtremes extremes, boolean evaluates) {
    private static final int MOST_ACTIONS = 1000;
    /** What a log says of one action: rows, Σ1/μ, Σ1/μ², and Σ(1/m − 1) for the rows where another was taken. */
    private record ActionSums(String action, long taken, double weight, double squares, double others) {}

    void run() throws SQLException {
        Map<String, PlannedPrediction> behaviours = new LinkedHashMap<>();
        for (PlannedPrediction prediction : plan.predictions()) {
            Expression behaviour = prediction.written().behaviour();
            if (behaviour != null) {
                behaviours.putIfAbsent(behaviour.sql(), prediction);
            }
            if (behaviour != null && EstimatedBehaviour.isMeantBy(behaviour.text())) {
                String message = " is estimated: the share of each action among the rows alike";
                exam.note("behaviour-estimated", behaviour.text(), "behaviour " + behaviour.text() + message);
            }
        }
        if (plan.action() == null || exam.hasFound("behaviour-range", "missing-value", "non-finite-value")) {
            return;
        }
        long actions =
                plan.log().wholeNumber("SELECT count(DISTINCT " + plan.action().sql() + ") FROM " + Log.VIEW);
        if (actions <= MOST_ACTIONS) { // continuous actions have densities, not frequencies
            for (PlannedPrediction prediction : behaviours.values()) {
                check(prediction, (int) actions, (int) (2 * actions + 1) * behaviours.size());
                features(prediction.written().behaviour());
            }
        }
    }

    private void check(PlannedPrediction prediction, int actions, int comparisons) throws SQLException {
        Expression behaviour = prediction.written().behaviour();
        String mu = behaviour.asDouble();
        double least = extremes.min(prediction.steps().policy().behaviour());
        String possible = "least(" + least + ", " + RatioCheck.otherShare(mu, actions) + ")";
        // A row that leaves nothing to the other actions says nothing of their frequency: 1/0.
        String others = "sum(CASE WHEN " + possible + " > 0 THEN 1 / " + possible + " - 1 ELSE 'infinity'::DOUBLE END)";
        String query = "SELECT CAST(" + plan.action().sql() + " AS VARCHAR) AS action, count(*), sum(1 / " + mu
                + "), sum(1 / (" + mu + " * " + mu + ")), " + others + " FROM " + Log.VIEW
                + " GROUP BY ALL ORDER BY action";
        List<ActionSums> sums = new ArrayList<>();
        plan.log()
                .each(
                        query,
                        row -> sums.add(new ActionSums(
                                row.getString(1),
                                row.getLong(2),
                                row.getDouble(3),
                                row.getDouble(4),
                                row.getDouble(5))));
        long total = sums.stream().mapToLong(ActionSums::taken).sum();
        for (ActionSums one : sums) {
            double others1 = sums.stream()
                    .filter(other -> other != one)
                    .mapToDouble(ActionSums::others)
                    .sum();
            double variance = one.weight() - one.taken() + others1;
            UnitMean mean = new UnitMean(total, one.weight(), one.squares() - 2 * one.weight() + total);
            boolean large = mean.isTooLarge(comparisons) || mean.isTooLarge(variance, 1 / least, comparisons);
            if (large || mean.isTooSmall(variance, comparisons)) {
                report(behaviour, one, mean);
            }
        }
        likely(behaviour, mu, total, comparisons);
    }

    /** Features that were not known before the action of their row. */
    private void features(Expression behaviour) throws SQLException {
        for (int slot = 0; slot < plan.featureSlots() && !exam.hasFound("action-frequency"); slot++) {
            Expression feature = plan.slots().expressions().get(slot);
            String name = feature.text();
            List<Integer> rewards = plan.predictions().stream()
                    .map(one -> one.cumulant().slot())
                    .toList();
            boolean isReward = evaluates && rewards.contains(slot); // one may well predict a sensor from itself
            if (isReward || feature.sql().equals(plan.action().sql())) {
                String what = isReward ? "reward" : "action";
                exam.warning("feature-of-" + what, name, "feature " + name + " is the " + what + " of its own row");
                continue;
            }
            FeatureReader.SlotUse use = plan.features().use(slot);
            String number = plan.slots().sql().get(slot);
            Optional<ActionShift> shift = use == FeatureReader.SlotUse.NUMBER || use == FeatureReader.SlotUse.SCALED
                    ? ActionShift.of(plan.log(), number, plan.action().sql(), behaviour.asDouble())
                    : Optional.empty();
            shift.ifPresent(found -> exam.warning(
                    "feature-of-action",
                    name,
                    "feature " + name + " differs by the action of its own row: after " + found.action()
                            + " its mean, weighted by 1/μ, is " + Numbers.significant(found.deviations(), 2)
                            + " deviations from that of all rows"));
        }
    }

    private void likely(Expression behaviour, String mu, long total, int comparisons) throws SQLException {
        String where = " FROM " + Log.VIEW + " WHERE " + mu + " > 0.5";
        String query = "SELECT count(*), coalesce(sum(1 / " + mu + "), 0), coalesce(sum(1 / (" + mu + " * " + mu
                + ")), 0)" + where;
        double[] sums = plan.log().numbers(query);
        double weight = sums[1];
        UnitMean mean = new UnitMean(total, weight, sums[2] - 2 * weight + total);
        if (mean.isTooLarge(comparisons)) {
            String message = "behaviour " + behaviour.text() + " disagrees with the actions taken: "
                    + Numbers.fixed(100 * sums[0] / total, 1) + " % of rows have an action that is likelier than not,"
                    + " with a probability of " + Numbers.significant(sums[0] / weight) + " on average";
            finding(behaviour, message, true);
        }
    }

    private void report(Expression behaviour, ActionSums one, UnitMean mean) {
        String taken = one.action() + " was taken in " + Numbers.fixed(100.0 * one.taken() / mean.count(), 1);
        String implied = Numbers.significant(one.taken() / one.weight());
        String message = "behaviour " + behaviour.text() + " disagrees with the actions taken: " + taken
                + " % of rows, with a probability of " + implied + " where it was (1/μ averages "
                + Numbers.significant(mean.mean()) + " over all rows instead of 1)";
        finding(behaviour, message, mean.mean() > 1);
    }

    private void finding(Expression behaviour, String message, boolean tooOften) {
        String why = "The action was taken "
                + (tooOften ? "more often than its probabilities allow" : "less often than its probabilities say")
                + ", so ratios are wrong and so is what is learned from them"
                + (tooOften ? "." : "; unless it was not possible in every state.");
        String remedy =
                "Check that the column is the probability of the action in the same row, under the policy that chose it.";
        exam.warning("action-frequency", behaviour.text(), message, why, remedy);
    }
}
