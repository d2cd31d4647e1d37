package io.emphatic.logs.doctor;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.spec.EvaluationPlan;
import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.StringJoiner;

/** Checks of logged decisions: who wrote them, what could have been chosen, what came of it. */
record DecisionChecks(EvaluationPlan evaluation, Examination exam, ColumnExtremes extremes, long rows) {
    private static final double CERTAIN_SHARE = 0.5;
    private static final double YOUNGEST = 0.2;
    private static final double ERRORS_APART = 4;

    void run() throws SQLException {
        if (evaluation.young() > 0) {
            String age = evaluation.outcomeAge().text();
            String message = "left out: " + Numbers.count(evaluation.young()) + " of "
                    + Numbers.count(evaluation.young() + rows) + " rows, whose outcome_age " + age
                    + " is below mature_after or unknown";
            exam.note("young-rows", age, message);
        }
        PlannedPrediction any = evaluation.plan().predictions().get(0); // all have the same behaviour and reward
        reward(any);
        if (any.written().behaviour() != null) {
            deterministic(any.written().behaviour(), any.steps().policy().behaviour());
            even(any.written().behaviour(), any.steps().policy().behaviour());
        }
        if (evaluation.outcomeAge() != null && !any.cumulant().isConstant()) {
            mature(any.cumulant());
        }
        if (evaluation.available() != null) {
            taken(any.written().behaviour());
            for (EvaluationPlan.PolicyTable table : evaluation.tables()) {
                if (table != null) {
                    possible(table);
                }
            }
        }
    }

    private void reward(PlannedPrediction any) {
        NumberSource reward = any.cumulant();
        if (!reward.isConstant() && extremes.min(reward.slot()) == extremes.max(reward.slot())) {
            String name =
                    evaluation.plan().slots().expressions().get(reward.slot()).text();
            String value = Numbers.significant(extremes.min(reward.slot()));
            exam.warning("constant-reward", name, "reward " + name + " is " + value + " in every row");
        }
    }

    /** Whether rewards are smaller where less time has passed: some of them are still to come. */
    private void mature(NumberSource reward) throws SQLException {
        String written = evaluation.outcomeAge().text();
        String age = evaluation.outcomeAge().asDouble();
        String sql = evaluation.plan().slots().sql().get(reward.slot());
        double limit = log().numbers("SELECT quantile_cont(" + age + ", " + YOUNGEST + ") FROM " + Log.VIEW)[0];
        double[] young = moments(sql, age + " <= " + limit);
        double[] others = moments(sql, age + " > " + limit);
        double error = Math.sqrt(young[1] / young[2] + others[1] / others[2]);
        if (others[0] - young[0] > ERRORS_APART * error) {
            String message = "the reward still grows with outcome_age " + written + ": "
                    + Numbers.significant(young[0]) + " on average up to " + Numbers.significant(limit) + ", and "
                    + Numbers.significant(others[0]) + " above";
            exam.warning("immature-outcome", written, message);
        }
    }

    /** Mean, variance and count of an expression, where a condition holds. */
    private double[] moments(String sql, String where) throws SQLException {
        return log().numbers("SELECT coalesce(avg(" + sql + "), 0), coalesce(var_samp(" + sql + "), 0), count(*) FROM "
                + Log.VIEW + " WHERE " + where);
    }

    /** Probability 1 in most rows, though not in all: that is found elsewhere. */
    private void deterministic(Expression behaviour, NumberSource source) throws SQLException {
        if (source.isConstant() || extremes.max(source.slot()) != 1 || extremes.min(source.slot()) == 1) {
            return;
        }
        long certain = exam.count(behaviour.asDouble() + " = 1");
        if (certain > CERTAIN_SHARE * rows) {
            String message = "behaviour " + behaviour.text() + " is 1 in " + share(certain) + " of the rows";
            exam.warning("deterministic-behaviour", behaviour.text(), message);
        }
    }

    /** Probability 1/n in every row, for a whole n, where actions were found not to be even. */
    private void even(Expression behaviour, NumberSource source) {
        double least = extremes.min(source);
        boolean isSame = extremes.max(source) == least;
        long actions = Math.round(1 / least);
        boolean isShare = isSame && actions > 1 && Math.abs(1 / least - actions) < 0.01; // written with a few digits
        if (isShare && exam.hasFound("action-frequency")) {
            String message = " is 1/" + actions + " in every row, and the actions are not even";
            exam.warning("default-probability", behaviour.text(), "behaviour " + behaviour.text() + message);
        }
    }

    private void taken(Expression behaviour) throws SQLException {
        Expression available = evaluation.available();
        List<Long> wrong = exam.firstRows(
                isMissing(evaluation.plan().action().asTextOf(null)) + " OR " + available.sql() + " IS NULL");
        if (!wrong.isEmpty()) {
            String message = "the action taken is not among those of available " + available.text();
            exam.warning("unavailable-action", available.text(), message, wrong);
        }
        long single = exam.count("len(" + list() + ") = 1");
        boolean isUncertain = behaviour != null
                && exam.count("len(" + list() + ") = 1 AND NOT (" + behaviour.asDouble() + " = 1)") > 0;
        if (single > 0) {
            exam.note(
                    "single-choice",
                    available.text(),
                    "available " + available.text() + " has one action in " + share(single) + " of the rows"
                            + (isUncertain ? ", and behaviour " + behaviour.text() + " is not 1 in all of these" : ""),
                    "Where nothing could be chosen, no policy differs from another.",
                    isUncertain ? "The only action there is has probability 1." : "");
        }
    }

    /** A target that gives probability to what could not be chosen. */
    private void possible(EvaluationPlan.PolicyTable table) throws SQLException {
        StringJoiner condition = new StringJoiner(" OR ");
        for (int k = 0; k < table.listed().size(); k++) {
            condition.add("(" + isMissing(Sql.string(table.listed().get(k))) + " AND "
                    + table.written().get(k).asDouble() + " > 0)");
        }
        List<Long> wrong = exam.firstRows(condition.toString());
        if (!wrong.isEmpty()) {
            String message = "target " + table.name() + " gives probability to an action that is not among those of"
                    + " available " + evaluation.available().text();
            exam.warning("unavailable-target", "targets." + table.name(), message, wrong);
        }
    }

    private String list() {
        return "CAST(" + evaluation.available().sql() + " AS VARCHAR[])";
    }

    private String isMissing(String action) {
        return "NOT list_contains(" + list() + ", " + action + ")";
    }

    private Log log() {
        return evaluation.plan().log();
    }

    private String share(long count) {
        return Numbers.fixed(100.0 * count / rows, 1) + " %";
    }
}
