package io.emphatic.logs.spec;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The order of the rows in the files of a log, and the clause that sorts them; empty where theirs is right. */
public record RowOrder(
        long rows,
        long streams,
        long unordered, // rows with an earlier time than the row before them in their stream
        long duplicated,
        String source,
        String orderBy) {
    /** The column of {@link #source} that numbers the rows of the file from 1, where rows are gathered by stream. */
    public static String rowNumber(Log log) {
        return log.alias("emphatic_row");
    }

    /** Whether rows had to be gathered by stream because there is no order. */
    public boolean isGathered() {
        return !source.equals(Log.VIEW);
    }

    private static String numbered(String row) {
        return "(SELECT *, row_number() OVER () AS " + row + " FROM " + Log.VIEW + ")";
    }

    /** Refuses numbers that are text because one value is no number, or in quotes: as text, 10 comes before 9. */
    private static void requireNumbers(Log log, List<Expression> order) throws SQLException {
        for (Expression key : order) {
            if (!key.type().equals("VARCHAR")) {
                continue;
            }
            String numbered = "(SELECT row_number() OVER () AS file_row, " + key.sql() + " AS v FROM " + Log.VIEW + ")";
            String isNumber = "TRY_CAST(v AS DOUBLE) IS NOT NULL";
            log.each(
                    "SELECT count_if(" + isNumber + "), count_if(NOT " + isNumber
                            + " AND v IS NOT NULL), min(length(v))"
                            + " <> max(length(v)), min_by(v, file_row) FILTER (NOT " + isNumber + "), min(file_row)"
                            + " FILTER (NOT " + isNumber + " AND v IS NOT NULL) FROM " + numbered,
                    row -> {
                        long others = row.getLong(2);
                        if (row.getLong(1) > others && (others > 0 || row.getBoolean(3))) {
                            throw new IllegalArgumentException("order: " + key.text() + " is text, by which 10 comes"
                                    + " before 9"
                                    + (others == 0 ? "" : ": row " + row.getLong(5) + " has " + row.getString(4))
                                    + "\nWrite order: CAST(" + key.text() + " AS DOUBLE)"
                                    + (others == 0 ? "." : ", and leave out or mend what is no number."));
                        }
                    });
        }
    }

    /** The rows as they lie, whichever streams they belong to: times have to go up within each. */
    static RowOrder asLogged(Log log, List<Expression> streamKeys, List<Expression> orderKeys) throws SQLException {
        requireNumbers(log, orderKeys);
        List<String> stream = sql(streamKeys);
        List<String> order = sql(orderKeys);
        String row = rowNumber(log);
        String window = " OVER (" + (stream.isEmpty() ? "" : "PARTITION BY " + String.join(", ", stream) + " ")
                + "ORDER BY " + row + ")";
        List<String> keys = Stream.concat(stream.stream(), order.stream()).toList();
        long[] seen = counts(
                log,
                keys.isEmpty()
                        ? "SELECT count(*), 0, 0, 0, 0 FROM " + Log.VIEW
                        : adjacent(keys, stream.size(), row, window, numbered(row)));
        if (seen[2] > 0) {
            throw new IllegalArgumentException("order " + orderKeys.get(0).text() + " goes backwards in "
                    + Numbers.count(seen[2], "row") + " of " + log.name() + ", which are to be taken as they lie"
                    + "\nWithout --as-logged rows are sorted before learning.");
        }
        long streams = stream.isEmpty() ? Math.min(seen[0], 1) : distinct(log, stream);
        return new RowOrder(seen[0], streams, 0, seen[3], Log.VIEW, "");
    }

    /** Looks at the keys of all rows; {@code sorted}: streams are sorted even if the order does not matter. */
    static RowOrder of(Log log, List<Expression> streamKeys, List<Expression> orderKeys, boolean sorted)
            throws SQLException {
        requireNumbers(log, orderKeys);
        List<String> stream = sql(streamKeys);
        List<String> order = sql(orderKeys);
        if (stream.isEmpty() && order.isEmpty()) {
            long rows = log.wholeNumber("SELECT count(*) FROM " + Log.VIEW);
            return new RowOrder(rows, Math.min(rows, 1), 0, 0, Log.VIEW, "");
        }
        List<String> keys = Stream.concat(stream.stream(), order.stream()).toList();

        long[] seen = counts(log, adjacent(keys, stream.size(), "row_number() OVER ()", " OVER ()", Log.VIEW));
        long rows = seen[0];
        long runs = rows == 0 ? 0 : seen[1] + 1;
        if (!order.isEmpty() && seen[4] == 0) {
            return new RowOrder(rows, runs, 0, seen[3], Log.VIEW, "");
        }
        long streams = stream.isEmpty() ? Math.min(rows, 1) : distinct(log, stream);
        if (!order.isEmpty()) {
            long duplicated = rows - distinct(log, keys);
            String orderBy = " ORDER BY " + String.join(", ", keys);
            return new RowOrder(rows, streams, seen[2], duplicated, Log.VIEW, orderBy);
        }
        if (sorted ? seen[4] == 0 : runs == streams) {
            return new RowOrder(rows, streams, 0, 0, Log.VIEW, "");
        }
        // Streams sorted, or where they first appear; their rows in the order of the file.
        String row = rowNumber(log);
        String numbered = numbered(row);
        String keysOfStream = String.join(", ", stream);
        String first = sorted ? keysOfStream : "min(" + row + ") OVER (PARTITION BY " + keysOfStream + ")";
        String orderBy = " ORDER BY " + first + ", " + row;
        return new RowOrder(rows, streams, 0, 0, numbered, orderBy);
    }

    /** Rows; changes of stream; earlier times; equal times; rows that sorting would move. */
    private static String adjacent(List<String> keys, int streamKeys, String fileRow, String window, String source) {
        List<String> now = new ArrayList<>();
        List<String> before = new ArrayList<>();
        StringBuilder columns = new StringBuilder(fileRow + " AS file_row");
        for (int k = 0; k < keys.size(); k++) {
            columns.append(", " + keys.get(k) + " AS now" + k);
            columns.append(", lag(" + keys.get(k) + ")" + window + " AS before" + k);
            now.add("now" + k);
            before.add("before" + k);
        }
        String same = Stream.iterate(0, k -> k < streamKeys, k -> k + 1)
                .map(k -> " AND now" + k + " IS NOT DISTINCT FROM before" + k)
                .collect(Collectors.joining("", "file_row > 1", ""));
        List<String> time = now.subList(streamKeys, now.size());
        List<String> timeBefore = before.subList(streamKeys, now.size());
        boolean timed = streamKeys < keys.size();

        return "SELECT count(*), count_if(file_row > 1 AND NOT (" + same + ")), "
                + (timed ? "count_if(" + same + " AND " + isLess(time, timeBefore) + ")" : "0") + ", "
                + (timed ? "count_if(" + same + " AND " + isSame(time, timeBefore) + ")" : "0") + ", "
                + "count_if(file_row > 1 AND " + isLess(now, before) + ")"
                + " FROM (SELECT " + columns + " FROM " + source + ")";
    }

    private static long[] counts(Log log, String query) throws SQLException {
        return Arrays.stream(log.numbers(query))
                .mapToLong(number -> (long) number)
                .toArray();
    }

    /** The lexicographic order. DuckDB takes four times as long to compare rows as structs. */
    private static String isLess(List<String> a, List<String> b) {
        String first = a.get(0) + " < " + b.get(0);
        return a.size() == 1
                ? first
                : "(" + first + " OR (" + a.get(0) + " = " + b.get(0) + " AND "
                        + isLess(a.subList(1, a.size()), b.subList(1, b.size())) + "))";
    }

    private static String isSame(List<String> a, List<String> b) {
        return Stream.iterate(0, k -> k < a.size(), k -> k + 1)
                .map(k -> a.get(k) + " = " + b.get(k))
                .collect(Collectors.joining(" AND "));
    }

    private static List<String> sql(List<Expression> expressions) {
        return expressions.stream().map(Expression::sql).toList();
    }

    private static long distinct(Log log, List<String> keys) throws SQLException {
        return log.wholeNumber(
                "SELECT count(*) FROM (SELECT DISTINCT " + String.join(", ", keys) + " FROM " + Log.VIEW + ")");
    }
}
