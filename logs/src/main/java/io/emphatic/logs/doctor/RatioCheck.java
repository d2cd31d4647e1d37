package io.emphatic.logs.doctor;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.PlannedPrediction.WrittenExpressions;
import io.emphatic.logs.spec.RowOrder;
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
 *
 * <p>A log that was read needs no query unless some mean is far from 1.
 */
record RatioCheck(Plan plan, Doctor doctor, ColumnExtremes extremes, RowOrder order) {
    private static final int MOST_SHARES = 10;

    void run() throws SQLException {
        if (doctor.hasErrors()) {
            return;
        }
        Map<String, PlannedPrediction> policies = new LinkedHashMap<>();
        for (PlannedPrediction prediction : plan.predictions()) {
            WrittenExpressions written = prediction.written();
            if (written.target() != null || written.ratio() != null) {
                policies.putIfAbsent(ratio(written), prediction);
            }
        }
        for (Map.Entry<String, PlannedPrediction> policy : policies.entrySet()) {
            int index = plan.policies().indexOf(policy.getValue().steps().policy());
            UnitMean seen = extremes.ratios(index, order.rows());
            if (seen == null || !seen.isClose()) {
                check(policy.getKey(), policy.getValue(), 2 * policies.size());
            }
        }
    }

    private static String ratio(WrittenExpressions written) {
        return written.ratio() != null
                ? written.ratio().asDouble()
                : "(" + written.target().asDouble() + " / "
                        + written.behaviour().asDouble() + ")";
    }

    private void check(String rho, PlannedPrediction prediction, int comparisons) throws SQLException {
        WrittenExpressions written = prediction.written();
        String variance = written.ratio() != null ? "'infinity'::DOUBLE" : variance(prediction);
        String query = "SELECT count(*), sum(" + rho + "), sum((" + rho + " - 1) * (" + rho + " - 1)), " + variance
                + " FROM " + Log.VIEW;
        List<Double> sums = new ArrayList<>();
        plan.log().each(query, row -> {
            for (int k = 1; k <= 4; k++) {
                sums.add(row.getDouble(k));
            }
        });
        UnitMean mean = new UnitMean(sums.get(0).longValue(), sums.get(1), sums.get(2));
        if (mean.isTooLarge(comparisons) || mean.isTooSmall(sums.get(3), comparisons)) {
            report(rho, written, mean);
        }
    }

    private String variance(PlannedPrediction prediction) {
        String pi = prediction.written().target().asDouble();
        String mu = prediction.written().behaviour().asDouble();
        double least = extremes.min(prediction.steps().policy().behaviour());
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
        String shown = error < 1e-6 ? "0" : Numbers.significant(error, 2); // below that it is rounding
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
        doctor.report(new Finding(Severity.WARNING, "mean-ratio", column, message, List.of(), why, remedy));
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
