package io.emphatic.experience;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowsOfColumnsTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 16, 23})
    void everyNumberOfRowsIsTurnedAndNoOtherRowIsTouched(int count) {
        double[][] columns = new double[5][30];
        for (int p = 0; p < columns.length; p++) {
            for (int row = 0; row < 30; row++) {
                columns[p][row] = 100 * p + row;
            }
        }
        double[][] rows = new double[30][3];
        RowsOfColumns.copy(columns, 2, 4, rows, 1, count);
        for (int k = 0; k < 30; k++) {
            int row = k + 3; // row 4 of the columns is row 1 here
            boolean isCopied = k >= 1 && k < 1 + count;
            assertThat(rows[k])
                    .containsExactly(isCopied ? new double[] {200 + row, 300 + row, 400 + row} : new double[3]);
        }
    }
}
