package io.emphatic.logs.doctor;

import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import java.sql.SQLException;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The smallest and the largest value of every column of a plan, and how many rows have none, by one query. */
final class ColumnExtremes {
    private static final int FIRST = 3; // of the numbers of slots, three for each

    private final double[] found; // rows, those without a key, those that are blank; then by slot

    ColumnExtremes(Plan plan) throws SQLException {
        StringJoiner columns = new StringJoiner(", ", "SELECT count(*), ", " FROM " + Log.VIEW);
        columns.add(Stream.concat(plan.keys().stream().map(Expression::sql), Stream.of("0"))
                .collect(Collectors.joining(" IS NULL OR ", "count_if(", " IS NULL)")));
        columns.add("count_if(" + blank(plan) + ")");
        for (String sql : plan.slots().sql()) {
            columns.add("count(" + sql + "), min(" + sql + "), max(" + sql + ")");
        }
        this.found = plan.log().numbers(columns.toString());
    }

    /** The SQL condition of a row that has neither features nor a reward. */
    static String blank(Plan plan) {
        if (plan.featureSlots() == 0 || !plan.featureMap().isNumeric()) {
            return "false"; // an intercept, a category or a tile is active in every row
        }
        List<String> slots = plan.slots().sql();
        Stream<String> cumulants = plan.predictions().stream()
                .map(PlannedPrediction::cumulant)
                .filter(cumulant -> !cumulant.isConstant())
                .map(cumulant -> slots.get(cumulant.slot()));
        return Stream.concat(slots.subList(0, plan.featureSlots()).stream(), cumulants)
                .collect(Collectors.joining(" = 0 AND ", "(", " = 0)"));
    }

    long missing(int slot) {
        return (long) (found[0] - found[FIRST + 3 * slot]);
    }

    double min(int slot) {
        return found[FIRST + 3 * slot + 1];
    }

    double min(NumberSource source) {
        return source.isConstant() ? source.value() : min(source.slot());
    }

    /** NaN if any value is NaN, which DuckDB puts above infinity. */
    double max(int slot) {
        return found[FIRST + 3 * slot + 2];
    }

    double max(NumberSource source) {
        return source.isConstant() ? source.value() : max(source.slot());
    }

    boolean isFinite(int slot) {
        return Double.isFinite(min(slot)) && Double.isFinite(max(slot));
    }

    long missingKeys() {
        return (long) found[1];
    }

    /** How many rows have neither features nor a reward. */
    long blankRows() {
        return (long) found[2];
    }
}
