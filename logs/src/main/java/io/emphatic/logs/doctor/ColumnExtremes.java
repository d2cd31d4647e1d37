package io.emphatic.logs.doctor;

import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.spec.PlannedPrediction.PolicyColumns;
import io.emphatic.logs.spec.PlannedPrediction.StepColumns;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The smallest and the largest value of the columns of a plan, and how many rows have none. DuckDB takes seven times as
 * long for an extreme as for a sum: a finite sum says that all values are, and a Parquet file knows its extremes.
 */
final class ColumnExtremes {
    private static final int FIRST = 3; // of the numbers of slots, four for each: values, their sum, extremes

    private final double[] found; // rows, those without a key, those that are blank; then by slot

    /** @param evaluates whether rewards are looked at more closely than cumulants are */
    ColumnExtremes(Plan plan, boolean evaluates) throws SQLException {
        BitSet known = plan.log().isOneParquet() ? columns(plan) : new BitSet();
        BitSet unasked = evaluates ? new BitSet() : onlyCumulants(plan);
        StringJoiner columns = new StringJoiner(", ", "SELECT count(*), ", " FROM " + Log.VIEW);
        columns.add(Stream.concat(plan.keys().stream().map(Expression::sql), Stream.of("0"))
                .collect(Collectors.joining(" IS NULL OR ", "count_if(", " IS NULL)")));
        columns.add("count_if(" + blank(plan) + ")");
        List<String> slots = plan.slots().sql();
        for (int slot = 0; slot < slots.size(); slot++) {
            boolean isAsked = !known.get(slot) && !unasked.get(slot);
            String sql = slots.get(slot);
            columns.add("count(" + sql + "), sum(" + sql + ")")
                    .add(isAsked ? extremes(sql) : "'NaN'::DOUBLE, 'NaN'::DOUBLE");
        }
        found = plan.log().numbers(columns.toString());
        BitSet doubtful = new BitSet();
        IntStream.concat(known.stream(), unasked.stream())
                .filter(slot -> !Double.isFinite(sum(slot)))
                .forEach(doubtful::set);
        known.andNot(doubtful);
        find(
                plan.log(),
                known,
                plan.slots().expressions().stream().map(Expression::sql).toList(),
                "");
        find(plan.log(), doubtful, slots, ", sum(0)"); // by all rows: a file may not know of NaN
    }

    private static String extremes(String sql) {
        return "CAST(min(" + sql + ") AS DOUBLE), CAST(max(" + sql + ") AS DOUBLE)";
    }

    private void find(Log log, BitSet slots, List<String> sql, String more) throws SQLException {
        if (!slots.isEmpty()) {
            double[] extremes = log.numbers(slots.stream()
                    .mapToObj(slot -> extremes(sql.get(slot)))
                    .collect(Collectors.joining(", ", "SELECT ", more + " FROM " + Log.VIEW)));
            int[] all = slots.stream().toArray();
            for (int k = 0; k < all.length; k++) {
                System.arraycopy(extremes, 2 * k, found, FIRST + 4 * all[k] + 2, 2);
            }
        }
    }

    /** Slots that are columns as they stand in the file. */
    private static BitSet columns(Plan plan) {
        Set<String> names =
                plan.log().columns().keySet().stream().map(Sql::identifier).collect(Collectors.toSet());
        BitSet slots = new BitSet();
        for (int slot = 0; slot < plan.slots().size(); slot++) {
            String column = plan.slots().expressions().get(slot).sql();
            String sql = plan.slots().sql().get(slot);
            boolean isColumn = sql.equals(column) || sql.equals("CAST(" + column + " AS DOUBLE)");
            slots.set(slot, isColumn && names.contains(column));
        }
        return slots;
    }

    private static BitSet onlyCumulants(Plan plan) {
        BitSet slots = new BitSet();
        slots(plan.predictions().stream().map(PlannedPrediction::cumulant)).forEach(slots::set);
        slots.clear(0, plan.featureSlots());
        slots(Stream.of(plan.ends().terminates(), plan.ends().truncates())).forEach(slots::clear);
        for (PlannedPrediction one : plan.predictions()) {
            StepColumns steps = one.steps();
            PolicyColumns policy = steps.policy();
            slots(Stream.of(policy.target(), policy.behaviour(), policy.ratio()))
                    .forEach(slots::clear);
            slots(Stream.of(steps.discount(), steps.lambda(), steps.interest())).forEach(slots::clear);
        }
        return slots;
    }

    private static IntStream slots(Stream<NumberSource> sources) {
        return sources.filter(one -> one != null && !one.isConstant()).mapToInt(NumberSource::slot);
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

    private double sum(int slot) {
        return found[FIRST + 4 * slot + 1];
    }

    double min(int slot) {
        return found[FIRST + 4 * slot + 2];
    }

    double min(NumberSource source) {
        return source.isConstant() ? source.value() : min(source.slot());
    }

    /** NaN if any value is NaN, which DuckDB puts above infinity. */
    double max(int slot) {
        return found[FIRST + 4 * slot + 3];
    }

    double max(NumberSource source) {
        return source.isConstant() ? source.value() : max(source.slot());
    }

    boolean isFinite(int slot) {
        return Double.isFinite(sum(slot)) || Double.isFinite(min(slot)) && Double.isFinite(max(slot));
    }

    long missingKeys() {
        return (long) found[1];
    }

    /** How many rows have neither features nor a reward. */
    long blankRows() {
        return (long) found[2];
    }
}
