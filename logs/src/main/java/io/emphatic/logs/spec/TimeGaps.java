package io.emphatic.logs.spec;

import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Gaps in a whole-numbered order: rows whose time differs from that of the row before them, of the same stream, by more
 * than the smallest difference of the log. Nothing is said of other orders, nor of clocks, which do not count steps.
 *
 * @param count how many
 * @param neighbours how many rows have a row before them
 * @param step the smallest difference
 */
public record TimeGaps(long count, long neighbours, long step) {
    static final TimeGaps NONE = new TimeGaps(0, 0, 1);

    /** Seconds since 1970 are larger, and so are days written as 20240131, but not the numbers of steps. */
    private static final long SMALLEST_CLOCK = 10_000_000;

    /** @param inOrder whether rows are in the order of learning */
    static TimeGaps of(Log log, List<Expression> stream, List<Expression> order, boolean inOrder) throws SQLException {
        if (order.size() != 1 || !order.get(0).isWhole()) {
            return NONE;
        }
        String keys = stream.stream().map(Expression::sql).collect(Collectors.joining(", "));
        String time = "CAST(" + order.get(0).sql() + " AS HUGEINT)";
        String differences;
        if (inOrder) {
            String row = stream.isEmpty() ? "0" : stream.size() == 1 ? keys : "row(" + keys + ")";
            differences = "SELECT time, CASE WHEN stream IS NOT DISTINCT FROM lag(stream) OVER () THEN time - lag(time)"
                    + " OVER () END AS difference FROM (SELECT " + time + " AS time, " + row + " AS stream FROM "
                    + Log.VIEW
                    + ")";
        } else {
            String partition = stream.isEmpty() ? "" : "PARTITION BY " + keys + " ";
            differences = "SELECT " + time + " AS time, " + time + " - lag(" + time + ") OVER (" + partition
                    + "ORDER BY " + time + ") AS difference FROM " + Log.VIEW;
        }
        TimeGaps[] found = {NONE};
        String query =
                "SELECT sum(rows), min(difference), arg_min(rows, difference), min(earliest) FROM (SELECT difference,"
                        + " count(difference) AS rows, min(time) AS earliest FROM (" + differences
                        + ") GROUP BY difference)";
        log.each(query, row -> {
            long neighbours = row.getLong(1);
            if (neighbours > 0 && row.getDouble(4) < SMALLEST_CLOCK && row.getLong(2) > 0) {
                found[0] = new TimeGaps(neighbours - row.getLong(3), neighbours, row.getLong(2));
            }
        });
        return found[0];
    }
}
