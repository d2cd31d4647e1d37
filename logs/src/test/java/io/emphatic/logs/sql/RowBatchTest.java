package io.emphatic.logs.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What takes too long is given up, and the next works. */
class RowBatchTest {
    /** Some thousand million comparisons, which DuckDB makes chunk by chunk. */
    private static final String SLOW =
            "(SELECT count(*) FROM range(3000000) a, range(3000000) b WHERE a.range < b.range * x)";

    @Test
    void rowsThatTakeTooLongAreGivenUp() throws IOException, SQLException {
        try (Log log = Log.ofLiveColumns(Map.of("x", "BIGINT"))) {
            RowBatch slow = new RowBatch(log, rows -> "SELECT CAST(" + SLOW + " AS DOUBLE) FROM " + rows, 1, List.of());
            List<Object[]> row = new ArrayList<>();
            row.add(new Object[] {1L});
            assertThatThrownBy(() -> slow.compute(row, new double[1][1], 1))
                    .isInstanceOf(RowBatch.SlowRowsException.class)
                    .hasMessage("expressions of these rows take longer than 1 s");
            log.execute("DROP TABLE emphatic_batch");
            double[][] numbers = new double[1][1];
            new RowBatch(log, rows -> "SELECT CAST(x AS DOUBLE) FROM " + rows, 1, List.of()).compute(row, numbers, 1);
            assertThat(numbers[0][0]).isEqualTo(1);
        }
    }

    @Test
    void aQueryThatTakesTooLongIsInterrupted() throws IOException {
        try (Log log = Log.ofLiveColumns(Map.of("x", "BIGINT"))) {
            assertThatThrownBy(() -> log.withOneThread(
                            1, "CREATE TEMP TABLE t AS SELECT " + SLOW.replace("* x", "* 1") + " AS n"))
                    .isInstanceOf(SQLException.class)
                    .satisfies(e -> assertThat(SqlFailure.message((SQLException) e))
                            .startsWith("it takes longer than an hour"));
        }
    }
}
