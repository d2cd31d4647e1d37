package io.emphatic.logs;

import java.sql.SQLException;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Stream;

/** The smallest and the largest value of every column of a plan, and how many rows have none. */
final class Extremes {
    private final double[] min;
    private final double[] max;
    private final long[] missing;
    private long blankRows;
    private long missingKeys;

    private Extremes(int slots) {
        min = new double[slots];
        max = new double[slots];
        missing = new long[slots];
    }

    static Extremes of(Plan plan) throws SQLException {
        List<String> slots = plan.slots().sql();
        Extremes extremes = new Extremes(slots.size());
        StringJoiner columns = new StringJoiner(", ", "SELECT ", " FROM " + Log.VIEW);
        columns.add("count(*)").add("count_if(" + blank(plan) + ")");
        for (String sql : slots) {
            columns.add("count(" + sql + "), min(" + sql + "), max(" + sql + ")");
        }
        List<Expression> keys =
                Stream.concat(plan.stream().stream(), plan.order().stream()).toList();
        keys.forEach(key -> columns.add("count(*) - count(" + key.sql() + ")"));
        plan.log().each(columns.toString(), row -> {
            long rows = row.getLong(1);
            extremes.blankRows = row.getLong(2);
            for (int slot = 0; slot < slots.size(); slot++) {
                extremes.missing[slot] = rows - row.getLong(3 * slot + 3);
                extremes.min[slot] = row.getDouble(3 * slot + 4);
                extremes.max[slot] = row.getDouble(3 * slot + 5);
            }
            for (int k = 0; k < keys.size(); k++) {
                extremes.missingKeys += row.getLong(3 * slots.size() + 3 + k);
            }
        });
        return extremes;
    }

    /** Whether a row has neither features nor a reward. */
    static String blank(Plan plan) {
        StringJoiner zeros = new StringJoiner(" AND ");
        List<String> slots = plan.slots().sql();
        for (int slot = 0; slot < plan.featureSlots(); slot++) {
            zeros.add(slots.get(slot) + " = 0");
        }
        for (Plan.Target target : plan.targets()) {
            if (target.cumulant().slot() >= 0) {
                zeros.add(slots.get(target.cumulant().slot()) + " = 0");
            }
        }
        // An intercept, a category or a tile is active in every row.
        return plan.featureSlots() == 0 || !plan.featureMap().isNumeric() ? "false" : zeros.toString();
    }

    double min(int slot) {
        return min[slot];
    }

    /** NaN if any value is NaN, which DuckDB puts above infinity. */
    double max(int slot) {
        return max[slot];
    }

    /** How many rows have no value. */
    long missing(int slot) {
        return missing[slot];
    }

    boolean isFinite(int slot) {
        return Double.isFinite(min[slot]) && Double.isFinite(max[slot]);
    }

    /** How many streams and times are missing. */
    long missingKeys() {
        return missingKeys;
    }

    /** How many rows have neither features nor a reward. */
    long blankRows() {
        return blankRows;
    }
}
