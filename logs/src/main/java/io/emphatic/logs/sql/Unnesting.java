package io.emphatic.logs.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Rows of lists as rows: one row per episode, or a line of a batch in which every field is an array. Columns that are
 * no lists repeat; {@link #ROW} and {@link #INDEX} say where a row comes from, both counted from 1.
 */
final class Unnesting {
    /** The number of the row of lists. */
    static final String ROW = "unnested_row";

    /** The place in the lists, which orders the rows that come from one row of lists. */
    static final String INDEX = "unnested_index";

    private Unnesting() {}

    /** Refuses lists of one row that differ in length. */
    static void require(Log log, Map<String, String> types, String reader) throws SQLException {
        List<String> lists = lists(types);
        if (lists.isEmpty()) {
            throw new IllegalArgumentException("unnest: no column of " + log.name() + " holds lists\nIts rows are "
                    + "time steps already, or the lists are texts: leave unnest out.");
        }
        StringJoiner lengths = new StringJoiner(", ", "[", "]");
        lists.forEach(list -> lengths.add("len(" + Sql.identifier(list) + ")"));
        String first = "SELECT row, lengths FROM (SELECT row_number() OVER () AS row, " + lengths + " AS lengths FROM "
                + reader + ") WHERE len(list_distinct(lengths)) + CAST(len(lengths) > list_count(lengths) AS INTEGER)"
                + " > 1 ORDER BY row LIMIT 1";
        log.each(first, row -> {
            Object[] found = (Object[]) row.getArray(2).getArray();
            int other = 1;
            while (String.valueOf(found[other]).equals(String.valueOf(found[0]))) {
                other++;
            }
            throw new IllegalArgumentException("unnest: lists differ in length: " + lists.get(0) + " has " + found[0]
                    + " elements and " + lists.get(other) + " has " + found[other] + " (row " + row.getLong(1) + " of "
                    + log.name() + ")\nAll lists of a row need one element for each time step.");
        });
    }

    static String select(Map<String, String> types, String reader) {
        List<String> lists = lists(types);
        StringJoiner columns = new StringJoiner(", ", "SELECT ", "");
        for (String column : types.keySet()) {
            String name = Sql.identifier(column);
            columns.add(lists.contains(column) ? "unnest(" + name + ") AS " + name : name);
        }
        columns.add(ROW).add("unnest(range(1, len(" + Sql.identifier(lists.get(0)) + ") + 1)) AS " + INDEX);
        return columns + " FROM (SELECT *, row_number() OVER () AS " + ROW + " FROM " + reader + ")";
    }

    private static List<String> lists(Map<String, String> types) {
        List<String> lists = new ArrayList<>();
        types.forEach((column, type) -> {
            if (type.endsWith("]")) {
                lists.add(column);
            }
        });
        return lists;
    }
}
