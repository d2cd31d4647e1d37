package io.emphatic.experience;

/** Columns turned into rows. */
public final class RowsOfColumns {
    /** So many rows are taken at once: they are a line of the processor's cache in every column. */
    public static final int AT_ONCE = 8;

    private RowsOfColumns() {}

    /**
     * rows[i + k][p] = columns[p + first][row + k] for k = 0 … count − 1 and every p of a row.
     *
     * @param rows of equal length. Modified.
     * @param columns not modified
     */
    public static void copy(double[][] columns, int first, int row, double[][] rows, int i, int count) {
        int k = 0;
        for (; k + AT_ONCE <= count; k += AT_ONCE) {
            copyEight(columns, first, row + k, rows, i + k);
        }
        for (; k < count; k++) {
            final double[] turned = rows[i + k];
            for (int p = 0; p < turned.length; p++) {
                turned[p] = columns[first + p][row + k];
            }
        }
    }

    private static void copyEight(double[][] columns, int first, int row, double[][] rows, int i) {
        final double[] row0 = rows[i];
        final double[] row1 = rows[i + 1];
        final double[] row2 = rows[i + 2];
        final double[] row3 = rows[i + 3];
        final double[] row4 = rows[i + 4];
        final double[] row5 = rows[i + 5];
        final double[] row6 = rows[i + 6];
        final double[] row7 = rows[i + 7];
        for (int p = 0; p < row0.length; p++) {
            double[] column = columns[first + p];
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
