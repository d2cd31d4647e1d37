package io.emphatic.experience;

/** Columns turned into rows. */
public final class RowsOfColumns {
    private RowsOfColumns() {}

    /**
     * rows[i + k][p] = columns[p + first][row + k] for k = 0 … count − 1 and every p of a row.
     *
     * @param rows of equal length. Modified.
     * @param columns not modified
     */
    public static void copy(double[][] columns, int first, int row, double[][] rows, int i, int count) {
        for (int p = 0; count > 0 && p < rows[i].length; p++) {
            final double[] column = columns[first + p];
            for (int k = 0; k < count; k++) {
                rows[i + k][p] = column[row + k];
            }
        }
    }
}
