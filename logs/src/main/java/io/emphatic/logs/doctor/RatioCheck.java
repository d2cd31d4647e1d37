package io.emphatic.logs.doctor;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.PlannedPrediction.WrittenExpressions;
import io.emphatic.logs.spec.PolicyColumns;
import io.emphatic.logs.sql.Log;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether a target is a policy: the importance ratios of a log average 1, since E[ρ | S] = Σ π(a|S) = 1
 * ({@link UnitMean}). Each action adds the share of π that it has, which is at most 1; the shares add up to 1.
 *
 * <p>Ratios that are too small on average are only complained about where π and μ are known: E[ρ² | S] is taken to be
 * at most π²/μ + (1 − π)²/m, with all that the target does otherwise on the least likely action of the row, of
 * probability m.
 */
record RatioCheck(Plan plan, Doctor doctor, ColumnExtremes extremes, long rows) {
    private static final int MOST_SHARES = 10;

    void run() throws SQLException {
        if (doctor.hasErrors()) {
            return;
        }
        Map<PolicyColumns, WrittenExpressions> policies = new LinkedHashMap<>();
        for (PlannedPrediction prediction : plan.predictions()) {
            WrittenExpressions written = prediction.written();
            if (written.target() != null || written.ratio() != null) {
                policies.putIfAbsent(prediction.steps().policy(), written);
            }
        }
        if (policies.isEmpty()) {
            return;
        }
        int comparisons = 2 * policies.size();
        for (Map.Entry<PolicyColumns, UnitMean> one : means(policies).entrySet()) {
            UnitMean mean = one.getValue();
            WrittenExpressions written = policies.get(one.getKey());
            if (mean.isTooLarge(comparisons)
                    || mean.isSmall() && mean.isTooSmall(variance(one.getKey(), written), comparisons)) {
                report(ratio(written), written, mean);
            }
        }
    }

    private static String ratio(WrittenExpressions written) {
        return written.ratio() != null
                ? written.ratio().asDouble()
                : "(" + written.target().asDouble() + " / "
                        + written.behaviour().asDouble() + ")";
    }

    private Map<PolicyColumns, UnitMean> means(Map<PolicyColumns, WrittenExpressions> policies) throws SQLException {
        List<String> columns = new ArrayList<>();
        for (WrittenExpressions written : policies.values()) {
            String rho = ratio(written);
            columns.add("sum(" + rho + "), sum((" + rho + " - 1) * (" + rho + " - 1))");
        }
        double[] sums = plan.log().numbers("SELECT " + String.join(", ", columns) + " FROM " + Log.VIEW);
        Map<PolicyColumns, UnitMean> means = new LinkedHashMap<>();
        for (PolicyColumns policy : policies.keySet()) {
            int k = 2 * means.size();
            means.put(policy, new UnitMean(rows, sums[k], sums[k + 1]));
        }
        return means;
    }

    /** What the variances of ρ add up to at most; infinity where π and μ are not known. */
    private double variance(PolicyColumns policy, WrittenExpressions written) throws SQLException {
        if (policy.ratio() != null) {
            return Double.POSITIVE_INFINITY;
        }
        String sum = variance(written, extremes.min(policy.behaviour()));
        return plan.log().numbers("SELECT " + sum + " FROM " + Log.VIEW)[0];
    }

    private static String variance(WrittenExpressions written, double least) {
        String pi = written.target().asDouble();
        String mu = written.behaviour().asDouble();
        String possible = "least(" + least + ", " + ActionCheck.otherShare(mu, 2) + ")";
        return "sum(CASE WHEN " + pi + " = 1 THEN 1 / " + mu + " - 1 WHEN " + possible + " > 0 THEN " + pi + " * " + pi
                + " / " + mu + " + (1 - " + pi + ") * (1 - " + pi + ") / " + possible
                + " - 1 ELSE 'infinity'::DOUBLE END)";
    }

    private void report(String rho, WrittenExpressions written, UnitMean mean) throws SQLException {
        boolean large = mean.mean() > 1;
        double error = Math.sqrt(Math.max(0, mean.squares() / mean.count() - Math.pow(mean.mean() - 1, 2)))
                / Math.sqrt(mean.count());
        String text = written.ratio() != null
                ? "ratio " + written.ratio().text()
                : "target " + written.target().text() + " does not go with behaviour "
                        + written.behaviour().text();
        String shown = error < 1e-6 ? "0" : Numbers.significant(2 * error, 2); // below that it is rounding
        String message = text + ": ρ averages " + Numbers.significant(mean.mean()) + " ± "
                + shown + " over " + Numbers.count(mean.count(), "row") + " instead of 1"
                + shares(rho, mean.count());
        String why = large
                ? "The probabilities of all actions add up to 1, and these would to more: predictions and the follow-on"
                        + " trace grow without a reason."
                : "The probabilities of all actions add up to 1, and these would to less; unless the target does what the"
                        + " behaviour never did, which this log says nothing of.";
        String remedy =
                "Give π of the action that the row has, in the state of the same row; not that of another action, nor one"
                        + " number for whatever was done.";
        String column = written.ratio() != null
                ? written.ratio().text()
                : written.target().text();
        doctor.warning("mean-ratio", column, message, List.of(), why, remedy);
    }

    /** The share of the target that each action has, where actions are known and few. */
    private String shares(String rho, long rows) throws SQLException {
        if (plan.action() == null) {
            return "";
        }
        List<String> shares = new ArrayList<>();
        String query = "SELECT CAST(" + plan.action().sql() + " AS VARCHAR) AS action, sum(" + rho + ") FROM "
                + Log.VIEW + " GROUP BY ALL ORDER BY action LIMIT " + (MOST_SHARES + 1);
        plan.log()
                .each(
                        query,
                        row -> shares.add(row.getString(1) + " " + Numbers.significant(row.getDouble(2) / rows, 3)));
        return shares.size() > MOST_SHARES ? "" : " (by action: " + String.join(", ", shares) + ")";
    }
}
