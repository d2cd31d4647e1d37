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

    /** Whether gaps are looked for: in a single column of whole numbers. */
    static boolean areLookedFor(List<Expression> order) {
        return order.size() == 1 && order.get(0).isWhole();
    }

    /**
     * What tells gaps of rows in the order of learning, beside other columns of one query: the earliest time, and how
     * many rows have the time after that of the row before.
     *
     * @param same the condition that a row is of the same stream as the row before
     */
    static String columns(String same, String time, String timeBefore) {
        String before = "greatest(CAST(" + time + " AS BIGINT), -9223372036854775807) - 1"; // there is none below
        return "min(" + time + "), count_if(" + same + " AND " + before + " = " + timeBefore + ")";
    }

    /**
     * Of rows in the order of learning, no two of one stream with the same time.
     *
     * @param earliest as {@link #columns} have it
     * @param successive likewise
     */
    static TimeGaps ofOrdered(
            Log log, List<Expression> stream, Expression order, long neighbours, long earliest, long successive)
            throws SQLException {
        if (neighbours == 0 || earliest >= SMALLEST_CLOCK) {
            return NONE;
        }
        return successive > 0 ? new TimeGaps(neighbours - successive, neighbours, 1) : counted(log, stream, order);
    }

    private static String sql(List<Expression> stream) {
        return stream.stream().map(Expression::sql).collect(Collectors.joining(", "));
    }

    /** Of rows in any order, no two of one stream with the same time. */
    static TimeGaps counted(Log log, List<Expression> stream, Expression order) throws SQLException {
        String time = "CAST(" + order.sql() + " AS HUGEINT)";
        String partition = stream.isEmpty() ? "" : "PARTITION BY " + sql(stream) + " ";
        String differences = "SELECT " + time + " AS time, " + time + " - lag(" + time + ") OVER (" + partition
                + "ORDER BY " + time + ") AS difference FROM " + Log.VIEW;
        String query = "SELECT sum(rows), min(difference), arg_min(rows, difference), min(earliest) FROM (SELECT"
                + " difference, count(difference) AS rows, min(time) AS earliest FROM (" + differences
                + ") GROUP BY difference)";
        double[] found = log.numbers(query);
        boolean isCount = found[0] > 0 && found[1] > 0 && found[3] < SMALLEST_CLOCK;
        return isCount ? new TimeGaps((long) (found[0] - found[2]), (long) found[0], (long) found[1]) : NONE;
    }
}
