package io.emphatic.logs.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CumulantRowsTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 16, 29})
    void everyRowHasTheNumbersOfItsColumns(int length) {
        double[][] columns = new double[3][length];
        for (int p = 0; p < columns.length; p++) {
            Arrays.setAll(columns[p], row -> row);
            columns[p][length - 1] = -1 - p;
        }
        columns[2] = Arrays.copyOf(columns[2], length + 40); // a constant has longer columns
        HordeRun.CumulantRows rows = new HordeRun.CumulantRows(3);
        rows.begin(p -> columns[p]);

        for (int row = 0; row < length - 1; row++) {
            assertThat(rows.row(row)).containsExactly(row, row, row);
        }
        assertThat(rows.row(length - 1)).containsExactly(-1, -2, -3);
    }

    @Test
    void rowsOfAnotherChunkAreNotThoseOfTheChunkBefore() {
        HordeRun.CumulantRows rows = new HordeRun.CumulantRows(1);
        rows.begin(p -> new double[] {1, 2, 3, 4, 5, 6, 7, 8});
        double[] last = rows.row(7);
        rows.begin(p -> new double[] {10, 20, 30, 40, 50, 60, 70, 80});

        assertThat(last).as("before the first row is asked for").containsExactly(8);
        assertThat(rows.row(7)).containsExactly(80);
        assertThat(rows.row(0)).containsExactly(10);
    }
}
