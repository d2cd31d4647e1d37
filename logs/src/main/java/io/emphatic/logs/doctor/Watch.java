package io.emphatic.logs.doctor;

import io.emphatic.logs.spec.Plan;
import java.util.Arrays;

/**
 * The extremes of every column, taken from the rows as they are read, so that a log without fault is read once. It
 * knows that something is missing, but neither what nor where: for that, the doctor looks again.
 */
public final class Watch {
    private final double[] min;
    private final double[] max;
    private final int[] zeros; // the columns that are all 0 in a blank row; none if there is no such thing
    private boolean missing;
    private long blankRows;

    public Watch(Plan plan) {
        int slots = plan.slots().size();
        min = new double[slots];
        max = new double[slots];
        Arrays.fill(min, Double.POSITIVE_INFINITY);
        Arrays.fill(max, Double.NEGATIVE_INFINITY);
        zeros = Extremes.zeros(plan).stream().mapToInt(Integer::intValue).toArray();
    }

    /** Looks at the first rows of these columns. */
    public void see(double[][] columns, int rows) {
        for (int c = 0; c < columns.length; c++) {
            see(c, columns[c], rows);
        }
        for (int row = 0; zeros.length > 0 && row < rows; row++) {
            if (columns[zeros[0]][row] == 0 && isBlank(columns, row)) {
                blankRows++;
            }
        }
    }

    /** Each comparison is false for NaN, which is what is read where there is no value. */
    private void see(int c, double[] column, int rows) {
        double low = min[c];
        double high = max[c];
        for (int row = 0; row < rows; row++) {
            double value = column[row];
            if (!(value >= low)) {
                missing |= Double.isNaN(value);
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

    /** Whether some value was missing or NaN. */
    public boolean missesAny() {
        return missing;
    }

    /** What was seen, where nothing was missing. */
    public Extremes extremes() {
        return new Extremes(min, max, blankRows);
    }
}
