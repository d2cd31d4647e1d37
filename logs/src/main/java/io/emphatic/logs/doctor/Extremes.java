package io.emphatic.logs.doctor;

import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The smallest and the largest value of every column of a plan, and how many rows have none. */
final class Extremes {
    private final double[] min;
    private final double[] max;
    private final long[] missing;
    private long blankRows;
    private long missingKeys;

    /** Of columns in which nothing is missing, as no key is. */
    Extremes(double[] min, double[] max, long blankRows) {
        this.min = min;
        this.max = max;
        this.missing = new long[min.length];
        this.blankRows = blankRows;
    }

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
        List<String> slots = plan.slots().sql();
        List<Integer> zeros = zeros(plan);
        return zeros.isEmpty()
                ? "false"
                : zeros.stream().map(slot -> slots.get(slot) + " = 0").collect(Collectors.joining(" AND "));
    }

    /** The slots that are 0 in a row that has neither features nor a reward; none if no column is a feature. */
    static List<Integer> zeros(Plan plan) {
        if (plan.featureSlots() == 0) {
            return List.of();
        }
        Set<Integer> zeros = new LinkedHashSet<>();
        for (int slot = 0; slot < plan.featureSlots(); slot++) {
            zeros.add(slot);
        }
        for (Plan.Target target : plan.targets()) {
            if (target.cumulant().slot() >= 0) {
                zeros.add(target.cumulant().slot());
            }
        }
        // An intercept, a category or a tile is active in every row.
        return plan.featureMap().isNumeric() ? List.copyOf(zeros) : List.of();
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
