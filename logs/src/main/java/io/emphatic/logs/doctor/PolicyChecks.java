package io.emphatic.logs.doctor;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.spec.EvaluationPlan;
import io.emphatic.logs.spec.EvaluationPlan.PolicyTable;
import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.RowOrder;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Sql;
import io.emphatic.logs.sql.StreamOwner;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Checks of policies that give the probability of every action: they know the action taken, and sum to one. */
record PolicyChecks(EvaluationPlan evaluation, Examination exam, ColumnExtremes extremes) {
    /** How far from 1 the sum of a policy's probabilities may be: they were written with a few digits. */
    private static final double TOLERANCE = 1e-6;

    private static final long FEWEST_ROWS_NOTED = 10;

    /** Returns whether every action is known: otherwise the columns that depend on it have no values. */
    boolean run() throws SQLException {
        List<PolicyTable> tables =
                evaluation.tables().stream().filter(Objects::nonNull).toList();
        for (PolicyTable table : tables) {
            listed(table);
        }
        if (exam.hasFound("unlisted-action")) {
            return false;
        }
        for (PolicyTable table : tables) {
            sum(table);
        }
        return true;
    }

    private void listed(PolicyTable table) throws SQLException {
        Plan plan = evaluation.plan();
        String known = table.listed().stream().map(Sql::string).collect(Collectors.joining(", ", "(", ")"));
        String action = plan.action().asTextOf(null);
        boolean unlisted = table.listed().size() < evaluation.actions().size()
                || extremes.min(evaluation.action().slot()) < 0;
        List<Long> rows = unlisted ? exam.firstRows("coalesce(" + action + " NOT IN " + known + ", true)") : List.of();
        if (!rows.isEmpty()) {
            String value = exam.valueAt(action, rows.get(0));
            String message = "target " + table.name() + " has no probability of the action " + value;
            String why = "The log has the action, so the policy has to say how probable it is; it lists "
                    + String.join(", ", table.listed()) + ".";
            String remedy = "Add it, with probability 0 if the policy never takes it.";
            exam.error("unlisted-action", "targets." + table.name(), message, rows, why, remedy);
        }
    }

    private void sum(PolicyTable table) throws SQLException {
        NumberSource sum = table.sum();
        double least = extremes.min(sum);
        double most = extremes.max(sum);
        if (least >= 1 - TOLERANCE && most <= 1 + TOLERANCE || !Double.isFinite(least + most)) {
            return; // missing values are reported by themselves
        }
        String value = Double.toString(sum.value());
        List<Long> rows = List.of(1L);
        if (!sum.isConstant()) {
            String sql = evaluation.plan().slots().sql().get(sum.slot());
            rows = exam.firstRows("NOT (abs(" + sql + " - 1) <= " + TOLERANCE + ")");
            value = exam.valueAt(sql, rows.get(0));
        }
        String message = "the probabilities of target " + table.name() + " do not sum to 1 but to " + value;
        exam.error("probability-sum", "targets." + table.name(), message, rows);
    }

    /** Notices a log of many rows that nothing parts into episodes, as the log of a bandit would be read. */
    void noteSingleEpisode(RowOrder order) {
        Plan plan = evaluation.plan();
        boolean isParted = !plan.stream().isEmpty()
                || plan.ends().terminated() != null
                || plan.ends().truncated() != null
                || plan.ends().timeStep() != null
                || evaluation.starts() != null;
        if (!isParted && order.rows() >= FEWEST_ROWS_NOTED) {
            String rows = Numbers.count(order.rows());
            exam.note("single-episode", "", "all " + rows + " rows are read as one episode, which is cut at its end");
        }
    }

    /** Streams of one user are no evidence apart from each other. */
    void noteSharedStreams() throws SQLException {
        Plan plan = evaluation.plan();
        boolean isEachRow = plan.stream().isEmpty() && extremes.min(plan.ends().terminates()) > 0;
        boolean isOneStream = !isEachRow && plan.stream().isEmpty();
        if (isOneStream || evaluation.settings().declared().cluster() != null) {
            return; // or cluster says what belongs together
        }
        String keys = plan.stream().stream().map(Expression::sql).collect(Collectors.joining(", "));
        StreamOwner.of(plan.log(), keys)
                .ifPresent(owner -> exam.note(
                        "shared-streams",
                        owner.column(),
                        Numbers.count(owner.streams()) + (isEachRow ? " rows" : " streams") + " come from "
                                + Numbers.count(owner.owners()) + " values of " + owner.column(),
                        "What comes from the same one is no evidence of its own: errors would be too small.",
                        "Give cluster: " + owner.column() + "."));
    }
}
