package io.emphatic.logs.doctor;

import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.sql.Log;
import java.sql.SQLException;
import java.util.StringJoiner;

/** The smallest and the largest value of every column of a plan, and how many rows have none, by one query. */
final class ColumnExtremes {
    private final double[] min;
    private final double[] max;
    private final long[] missing;
    private long missingKeys;
    private long blankRows;

    ColumnExtremes(Plan plan) throws SQLException {
        min = new double[plan.slots().size()];
        max = new double[min.length];
        missing = new long[min.length];
        StringJoiner columns = new StringJoiner(", ", "SELECT ", " FROM " + Log.VIEW);
        columns.add("count(*)").add("count_if(" + StreamChecks.blank(plan) + ")");
        for (String sql : plan.slots().sql()) {
            columns.add("count(" + sql + "), min(" + sql + "), max(" + sql + ")");
        }
        plan.keys().forEach(key -> columns.add("count(*) - count(" + key.sql() + ")"));
        plan.log().each(columns.toString(), row -> {
            long rows = row.getLong(1);
            blankRows = row.getLong(2);
            int column = 3;
            for (int slot = 0; slot < min.length; slot++) {
                missing[slot] = rows - row.getLong(column++);
                min[slot] = row.getDouble(column++);
                max[slot] = row.getDouble(column++);
            }
            for (int k = 0; k < plan.keys().size(); k++) {
                missingKeys += row.getLong(column++);
            }
        });
    }

    double min(int slot) {
        return min[slot];
    }

    double min(NumberSource source) {
        return source.isConstant() ? source.value() : min[source.slot()];
    }

    /** NaN if any value is NaN, which DuckDB puts above infinity. */
    double max(int slot) {
        return max[slot];
    }

    long missing(int slot) {
        return missing[slot];
    }

    boolean isFinite(int slot) {
        return Double.isFinite(min[slot]) && Double.isFinite(max[slot]);
    }

    long missingKeys() {
        return missingKeys;
    }

    /** How many rows have neither features nor a reward. */
    long blankRows() {
        return blankRows;
    }
}
