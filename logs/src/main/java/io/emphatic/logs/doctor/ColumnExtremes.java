package io.emphatic.logs.doctor;

import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The smallest and the largest value of the columns of a plan, and how many rows have none. DuckDB takes seven times as
 * long for an extreme as for a sum, and a finite sum says that all values are: extremes of cumulants are found when
 * they are asked for.
 */
final class ColumnExtremes {
    private static final int FIRST = 3; // of the numbers of slots, four for each: values, their sum, extremes

    private final Plan plan;
    private final double[] found; // rows, those without a key, those that are blank; then by slot
    private final BitSet unknown = new BitSet(); // slots whose extremes are not found yet

    ColumnExtremes(Plan plan) throws SQLException {
        this.plan = plan;
        plan.predictions().stream()
                .map(PlannedPrediction::cumulant)
                .filter(cumulant -> !cumulant.isConstant())
                .forEach(cumulant -> unknown.set(cumulant.slot()));
        unknown.clear(0, plan.featureSlots());
        StringJoiner columns = new StringJoiner(", ", "SELECT count(*), ", " FROM " + Log.VIEW);
        columns.add(Stream.concat(plan.keys().stream().map(Expression::sql), Stream.of("0"))
                .collect(Collectors.joining(" IS NULL OR ", "count_if(", " IS NULL)")));
        columns.add("count_if(" + blank(plan) + ")");
        for (int slot = 0; slot < plan.slots().size(); slot++) {
            String sql = plan.slots().sql().get(slot);
            columns.add("count(" + sql + "), sum(" + sql + ")").add(unknown.get(slot) ? "0, 0" : extremes(sql));
        }
        this.found = plan.log().numbers(columns.toString());
    }

    private static String extremes(String sql) {
        return "min(" + sql + "), max(" + sql + ")";
    }

    /** Which is 0 for the smallest value, and 1 for the largest. */
    private double extreme(int slot, int which) {
        if (unknown.get(slot)) {
            int[] slots = unknown.stream().toArray();
            try {
                double[] numbers = plan.log()
                        .numbers(Arrays.stream(slots)
                                .mapToObj(one -> extremes(plan.slots().sql().get(one)))
                                // with a sum, by all rows: what a Parquet file says of its columns may leave out NaN
                                .collect(Collectors.joining(", ", "SELECT ", ", sum(0) FROM " + Log.VIEW)));
                for (int k = 0; k < slots.length; k++) {
                    System.arraycopy(numbers, 2 * k, found, FIRST + 4 * slots[k] + 2, 2);
                }
            } catch (SQLException e) {
                throw new UncheckedIOException(plan.failure(e));
            }
            unknown.clear();
        }
        return found[FIRST + 4 * slot + 2 + which];
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
        // DuckDB computes cumulants in a CASE for the rows that get there only, in one AND for all
        return "CASE WHEN " + allZero(slots.subList(0, plan.featureSlots()).stream()) + " THEN " + allZero(cumulants)
                + " ELSE false END";
    }

    private static String allZero(Stream<String> numbers) {
        return Stream.concat(Stream.of("true"), numbers.map(sql -> sql + " = 0"))
                .collect(Collectors.joining(" AND ", "(", ")"));
    }

    long missing(int slot) {
        return (long) (found[0] - found[FIRST + 4 * slot]);
    }

    double min(int slot) {
        return extreme(slot, 0);
    }

    double min(NumberSource source) {
        return source.isConstant() ? source.value() : min(source.slot());
    }

    /** NaN if any value is NaN, which DuckDB puts above infinity. */
    double max(int slot) {
        return extreme(slot, 1);
    }

    double max(NumberSource source) {
        return source.isConstant() ? source.value() : max(source.slot());
    }

    boolean isFinite(int slot) {
        return Double.isFinite(found[FIRST + 4 * slot + 1]) || Double.isFinite(min(slot)) && Double.isFinite(max(slot));
    }

    long missingKeys() {
        return (long) found[1];
    }

    /** How many rows have neither features nor a reward. */
    long blankRows() {
        return (long) found[2];
    }
}
