package io.emphatic.logs.learning;

import io.emphatic.experience.RowsOfColumns;
import java.util.function.IntFunction;

/** The cumulants of many predictions, row by row, out of columns; some rows are taken at once. */
final class CumulantRows {
    private static final int ROWS = RowsOfColumns.AT_ONCE;

    private final double[][] columns; // by prediction
    private final double[][] rows = new double[ROWS][];
    private int length; // of the shortest column
    private int first; // rows of the columns from first to end − 1 are here
    private int end;

    CumulantRows(int predictions) {
        columns = new double[predictions][];
        for (int k = 0; k < ROWS; k++) {
            rows[k] = new double[predictions];
        }
    }

    /** The rows to come are those of another chunk; {@link #row} as returned before stays until it is called again. */
    void begin(IntFunction<double[]> columnOfPrediction) {
        length = Integer.MAX_VALUE;
        for (int p = 0; p < columns.length; p++) {
            columns[p] = columnOfPrediction.apply(p);
            length = Math.min(length, columns[p].length);
        }
        first = 0;
        end = 0;
    }

    /** The cumulants of a row, by prediction; overwritten by a later call. */
    double[] row(int row) {
        if (row < first || row >= end) {
            first = row;
            end = Math.min(row + ROWS, length);
            RowsOfColumns.copy(columns, 0, row, rows, 0, end - first);
        }
        return rows[row - first];
    }
}
