package io.emphatic.logs.doctor;

import io.emphatic.logs.spec.NumberSource;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.PlannedPrediction;
import io.emphatic.logs.sql.Log;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/**
 * The smallest and the largest value of every column of a plan, and how many rows have none: found by a query, or taken
 * from the rows as they are learned from, so that a log without errors is read once.
 */
public final class ColumnExtremes {
    private final double[] min;
    private final double[] max;
    private final long[] missing;
    private final int[] zeros; // the columns that are all 0 in a blank row; empty if no row can be blank
    private boolean incomplete;
    private long blankRows;
    private long missingKeys;
    private final EpisodeLengths episodes = new EpisodeLengths();
    private final double[] ratioSums; // Σρ by policy
    private final double[] ratioSquares; // Σ(ρ − 1)²

    /** Of no rows. */
    public ColumnExtremes(Plan plan) {
        min = new double[plan.slots().size()];
        max = new double[min.length];
        missing = new long[min.length];
        Arrays.fill(min, Double.POSITIVE_INFINITY);
        Arrays.fill(max, Double.NEGATIVE_INFINITY);
        zeros = zeros(plan);
        ratioSums = new double[plan.policies().size()];
        ratioSquares = new double[ratioSums.length];
    }

    /** Of all rows, by one query. */
    static ColumnExtremes of(Plan plan) throws SQLException {
        ColumnExtremes extremes = new ColumnExtremes(plan);
        StringJoiner columns = new StringJoiner(", ", "SELECT ", " FROM " + Log.VIEW);
        columns.add("count(*)").add("count_if(" + blank(plan) + ")");
        for (String sql : plan.slots().sql()) {
            columns.add("count(" + sql + "), min(" + sql + "), max(" + sql + ")");
        }
        plan.keys().forEach(key -> columns.add("count(*) - count(" + key.sql() + ")"));
        plan.log().each(columns.toString(), row -> {
            long rows = row.getLong(1);
            extremes.blankRows = row.getLong(2);
            int column = 3;
            for (int slot = 0; slot < extremes.min.length; slot++) {
                extremes.missing[slot] = rows - row.getLong(column++);
                extremes.min[slot] = row.getDouble(column++);
                extremes.max[slot] = row.getDouble(column++);
            }
            for (int k = 0; k < plan.keys().size(); k++) {
                extremes.missingKeys += row.getLong(column++);
            }
        });
        return extremes;
    }

    /** The SQL condition of a blank row: neither features nor a reward. */
    static String blank(Plan plan) {
        List<String> slots = plan.slots().sql();
        StringJoiner condition = new StringJoiner(" AND ").setEmptyValue("false");
        Arrays.stream(zeros(plan)).forEach(slot -> condition.add(slots.get(slot) + " = 0"));
        return condition.toString();
    }

    private static int[] zeros(Plan plan) {
        // An intercept, a category or a tile is active in every row.
        if (plan.featureSlots() == 0 || !plan.featureMap().isNumeric()) {
            return new int[0];
        }
        IntStream cumulants = plan.predictions().stream()
                .map(PlannedPrediction::cumulant)
                .filter(cumulant -> !cumulant.isConstant())
                .mapToInt(cumulant -> cumulant.slot());
        IntStream features = IntStream.range(0, plan.featureSlots());
        return IntStream.concat(features, cumulants).distinct().toArray();
    }

    /** Includes the first rows of these columns. */
    public void include(double[][] columns, int rows) {
        for (int c = 0; c < columns.length; c++) {
            include(c, columns[c], rows);
        }
        for (int row = 0; zeros.length > 0 && row < rows; row++) {
            if (columns[zeros[0]][row] == 0 && isBlank(columns, row)) {
                blankRows++;
            }
        }
    }

    /** Each comparison is false for NaN, which stands for NULL too. */
    private void include(int c, double[] column, int rows) {
        double low = min[c];
        double high = max[c];
        for (int row = 0; row < rows; row++) {
            double value = column[row];
            if (!(value >= low)) {
                incomplete |= Double.isNaN(value);
                low = value < low ? value : low;
            }
            if (value > high) {
                high = value;
            }
        }
        min[c] = low;
        max[c] = high;
    }

    private boolean isBlank(double[][] columns, int row) {
        for (int slot : zeros) {
            if (columns[slot][row] != 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether an included row has a value that is NULL or NaN; where, only a query can tell. */
    boolean isIncomplete() {
        return incomplete;
    }

    double min(int slot) {
        return min[slot];
    }

    /** The lengths of the episodes among the rows included; nothing is known of them where rows were queried. */
    public EpisodeLengths episodes() {
        return episodes;
    }

    /** Includes the ratios of the policy of this number, in rows that are included. */
    public void includeRatios(int policy, double[] ofRows, int rows) {
        double sum = 0;
        double squares = 0;
        for (int row = 0; row < rows; row++) {
            double above = ofRows[row] - 1;
            sum += ofRows[row];
            squares += above * above;
        }
        ratioSums[policy] += sum;
        ratioSquares[policy] += squares;
    }

    /** The mean of the ratios of the policy of this number; nothing is known of it where rows were queried. */
    UnitMean meanRatio(int policy, long rows) {
        return new UnitMean(rows, ratioSums[policy], ratioSquares[policy]);
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
