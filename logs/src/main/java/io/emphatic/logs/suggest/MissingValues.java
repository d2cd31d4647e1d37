package io.emphatic.logs.suggest;

import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** How many rows of a log have no value in each column; absent where every row has one. */
record MissingValues(long rows, Map<String, Long> byColumn) {

    static MissingValues of(Log log) throws SQLException {
        List<String> columns = List.copyOf(log.columns().keySet());
        StringJoiner counts = new StringJoiner(", ", "SELECT count(*), ", " FROM " + Log.VIEW);
        columns.forEach(column -> counts.add("count(*) - count(" + Sql.identifier(column) + ")"));
        double[] found = log.numbers(counts.toString());
        Map<String, Long> missing = new HashMap<>();
        for (int k = 0; k < columns.size(); k++) {
            if (found[k + 1] > 0) {
                missing.put(columns.get(k), (long) found[k + 1]);
            }
        }
        return new MissingValues((long) found[0], missing);
    }

    boolean isIn(String column) {
        return byColumn.containsKey(column);
    }

    /** Whether no row has a value. */
    boolean isAll(String column) {
        return byColumn.getOrDefault(column, 0L) == rows;
    }
}
