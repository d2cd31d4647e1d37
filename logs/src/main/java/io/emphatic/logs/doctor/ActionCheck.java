package io.emphatic.logs.doctor;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.spec.EstimatedBehaviour;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Whether logged probabilities agree with what was done. When action a is possible everywhere, 1{A = a}/μ(A|S) averages
 * 1 over the log whatever the states were, since E[1{A = a}/μ(a|S) | S] = 1; its deviations from 1 add up like those of
 * independent steps. An average more than five standard errors and more than 5 % away is reported.
 */
record ActionCheck(Plan plan, Doctor doctor) {
    private static final int MOST_ACTIONS = 1000;

    void run() throws SQLException {
        for (PlannedPrediction prediction : plan.predictions()) {
            Expression behaviour = prediction.written().behaviour();
            if (behaviour != null && EstimatedBehaviour.isMeantBy(behaviour.text())) {
                estimated(behaviour);
            }
        }
        if (plan.action() == null || doctor.hasFound("behaviour-range", "missing-value", "non-finite-value")) {
            return;
        }
        for (PlannedPrediction prediction : plan.predictions()) {
            if (prediction.written().behaviour() != null) {
                check(prediction.written().behaviour());
            }
        }
    }

    private void estimated(Expression behaviour) {
        doctor.report(new Finding(
                Severity.NOTE,
                "behaviour-estimated",
                behaviour.text(),
                "behaviour " + behaviour.text() + " is estimated: the share of each action among the rows alike",
                List.of(),
                "Ratios are right only if the policy looked at nothing else than these columns when it chose.",
                "Log the probability of the action when it is taken; until then, count over everything it looked at."));
    }

    private void check(Expression behaviour) throws SQLException {
        String inverse = "1 / " + behaviour.asDouble();
        String action = plan.action().sql();
        if (plan.log().wholeNumber("SELECT count(DISTINCT " + action + ") FROM " + Log.VIEW) > MOST_ACTIONS) {
            return; // continuous actions have densities, not frequencies
        }
        String query =
                "SELECT CAST(action AS VARCHAR), taken, total, weight / total, squares / total, taken / weight FROM"
                        + " (SELECT " + action + " AS action, count(*) AS taken, (SELECT count(*) FROM "
                        + Log.VIEW + ") AS total, sum(" + inverse + ") AS weight, sum((" + inverse + ") * ("
                        + inverse + ")) AS squares FROM " + Log.VIEW + " GROUP BY 1) ORDER BY action";
        plan.log().each(query, row -> judge(behaviour, row));
    }

    private void judge(Expression behaviour, ResultSet row) throws SQLException {
        long total = row.getLong(3);
        double mean = row.getDouble(4);
        double error = Math.sqrt(Math.max(0, row.getDouble(5) - mean * mean) / total);
        if (!(Math.abs(mean - 1) > Math.max(5 * error, 0.05))) {
            return;
        }
        String taken = row.getString(1) + " was taken in " + Numbers.fixed(100.0 * row.getLong(2) / total, 1);
        String implied = Numbers.significant(row.getDouble(6));
        doctor.report(
                new Finding(
                        Severity.WARNING,
                        "action-frequency",
                        behaviour.text(),
                        "behaviour " + behaviour.text() + " disagrees with the actions taken: " + taken
                                + " % of rows, with a probability of " + implied + " where it was (1/μ averages "
                                + Numbers.significant(mean) + " over all rows instead of 1)",
                        List.of(),
                        "The action was taken "
                                + (mean > 1
                                        ? "more often than its probabilities allow"
                                        : "less often than its" + " probabilities say")
                                + ", so ratios are wrong and so is what is learned from them"
                                + (mean > 1 ? "." : "; unless it was not possible in every state."),
                        "Check that the column is the probability of the action in the same row, under the policy that chose it."));
    }
}
