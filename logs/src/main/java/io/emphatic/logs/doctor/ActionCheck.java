package io.emphatic.logs.doctor;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.doctor.Finding.Severity;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import java.sql.SQLException;
import java.util.List;

/**
 * Whether logged probabilities agree with what was done. When action a is possible everywhere, 1{A = a}/μ(A|S) averages
 * 1 over the log whatever the states were, since E[1{A = a}/μ(a|S) | S] = 1; its deviations from 1 add up like those of
 * independent steps. An average more than five standard errors and more than 5 % away is reported.
 */
final class ActionCheck {
    private static final int MOST_ACTIONS = 1000;

    private final Plan plan;
    private final Doctor doctor;

    ActionCheck(Plan plan, Doctor doctor) {
        this.plan = plan;
        this.doctor = doctor;
    }

    void run() throws SQLException {
        if (plan.action() == null
                || doctor.hasFound("behaviour-range")
                || doctor.hasFound("missing-value")
                || doctor.hasFound("non-finite-value")) {
            return;
        }
        for (PlannedPrediction prediction : plan.predictions()) {
            if (prediction.written().behaviour() != null) {
                check(prediction.written().behaviour());
            }
        }
    }

    private void check(Expression behaviour) throws SQLException {
        String inverse = "1 / " + behaviour.asDouble();
        String action = plan.action().sql();
        if (plan.log().wholeNumber("SELECT count(DISTINCT " + action + ") FROM " + Log.VIEW) > MOST_ACTIONS) {
            return; // continuous actions have densities, not frequencies
        }
        plan.log()
                .each(
                        "SELECT CAST(action AS VARCHAR), taken, total, weight / total, squares / total, taken / weight FROM"
                                + " (SELECT " + action + " AS action, count(*) AS taken, (SELECT count(*) FROM "
                                + Log.VIEW + ") AS total, sum(" + inverse + ") AS weight, sum((" + inverse + ") * ("
                                + inverse + ")) AS squares FROM " + Log.VIEW + " GROUP BY 1) ORDER BY action",
                        row -> judge(
                                behaviour,
                                row.getString(1),
                                row.getLong(2),
                                row.getLong(3),
                                row.getDouble(4),
                                row.getDouble(5),
                                row.getDouble(6)));
    }

    private void judge(
            Expression behaviour, String action, long taken, long total, double mean, double square, double implied) {
        double error = Math.sqrt(Math.max(0, square - mean * mean) / total);
        if (!(Math.abs(mean - 1) > Math.max(5 * error, 0.05))) {
            return;
        }
        doctor.report(
                new Finding(
                        Severity.WARNING,
                        "action-frequency",
                        behaviour.text(),
                        "behaviour " + behaviour.text() + " disagrees with the actions taken: " + action
                                + " was taken in "
                                + Numbers.fixed(100.0 * taken / total, 1) + " % of rows, with a probability of "
                                + Numbers.significant(implied) + " where it was (1/μ averages "
                                + Numbers.significant(mean)
                                + " over all rows instead of 1)",
                        List.of(),
                        mean > 1
                                ? "The action was taken more often than its probabilities allow, so ratios are wrong and so is what is"
                                        + " learned from them."
                                : "The action was taken less often than its probabilities say, so ratios are wrong and so is what is learned"
                                        + " from them; unless it was not possible in every state.",
                        "Check that the column is the probability of the action in the same row, under the policy that chose it."));
    }
}
