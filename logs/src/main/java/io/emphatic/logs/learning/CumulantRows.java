package io.emphatic.logs.learning;

import java.util.function.IntFunction;

/**
 * The cumulants of many predictions, row by row, out of columns. Eight rows are taken at once: they are a line of the
 * processor's cache in every column.
 */
final class CumulantRows {
    private static final int ROWS = 8;

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
            take(row, Math.min(ROWS, length - row));
        }
        return rows[row - first];
    }

    private void take(int row, int count) {
        if (count == ROWS) {
            takeEight(row);
        } else {
            for (int k = 0; k < count; k++) {
                for (int p = 0; p < columns.length; p++) {
                    rows[k][p] = columns[p][row + k];
                }
            }
        }
        first = row;
        end = row + count;
    }

    private void takeEight(int row) {
        final double[] row0 = rows[0];
        final double[] row1 = rows[1];
        final double[] row2 = rows[2];
        final double[] row3 = rows[3];
        final double[] row4 = rows[4];
        final double[] row5 = rows[5];
        final double[] row6 = rows[6];
        final double[] row7 = rows[7];
        for (int p = 0; p < columns.length; p++) {
            double[] column = columns[p];
            row0[p] = column[row];
            row1[p] = column[row + 1];
            row2[p] = column[row + 2];
            row3[p] = column[row + 3];
            row4[p] = column[row + 4];
            row5[p] = column[row + 5];
            row6[p] = column[row + 6];
            row7[p] = column[row + 7];
        }
    }
}
