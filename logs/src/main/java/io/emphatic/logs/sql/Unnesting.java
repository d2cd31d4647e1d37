package io.emphatic.logs.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Rows of lists as rows. A list one longer in every row becomes two columns: what was there, and what followed. */
final class Unnesting {
    static final String ROW = "unnested_row"; // the number of the row of lists

    /** The place in the lists, which orders the rows that come from one row of lists. */
    static final String INDEX = "unnested_index";

    /** What precedes the name of a longer list in that of the column of its next elements. */
    static final String NEXT = "next_";

    private final List<String> lists;
    private final String measured;
    private final Set<String> longer = new TreeSet<>();

    Unnesting(QueriedDatabase log, Map<String, String> types, String reader) throws SQLException {
        lists = types.keySet().stream()
                .filter(column -> types.get(column).endsWith("]"))
                .toList();
        if (lists.isEmpty()) {
            throw new IllegalArgumentException("unnest: no column of " + log.name() + " holds lists\nIts rows are "
                    + "time steps already, or the lists are texts: leave unnest out.");
        }
        measured = measured(lists, reader);
        StringJoiner areLonger = new StringJoiner(", ", "SELECT ", "");
        for (int k = 1; k <= lists.size(); k++) {
            areLonger.add("coalesce(bool_and(shortest IS NULL OR coalesce(lengths[" + k
                    + "] = shortest + 1, false)) AND count(shortest) > 0, false)");
        }
        log.each(areLonger + " FROM (" + measured + ")", row -> {
            for (int k = 0; k < lists.size(); k++) {
                if (row.getBoolean(k + 1)) {
                    longer.add(lists.get(k));
                }
            }
        });
        requireEqualLengths(log);
    }

    /** Refuses longer lists of columns that have one value for each step. */
    boolean requireOneForEachStep(QueriedDatabase log, Predicate<String> isOfSteps) throws SQLException {
        boolean any = longer.removeIf(isOfSteps);
        if (any) {
            requireEqualLengths(log);
        }
        return any;
    }

    /** The lengths of the lists of each row, and the smallest of them; NULL where the row has no list. */
    private static String measured(List<String> lists, String reader) {
        StringJoiner lengths = new StringJoiner(", ", "[", "]");
        lists.forEach(list -> lengths.add("len(" + Sql.identifier(list) + ")"));
        return "SELECT *, list_min(lengths) AS shortest FROM (SELECT row_number() OVER () AS row, " + lengths
                + " AS lengths FROM " + reader + ")";
    }

    private void requireEqualLengths(QueriedDatabase log) throws SQLException {
        StringJoiner differs = new StringJoiner(" OR ");
        for (int k = 0; k < lists.size(); k++) {
            if (!longer.contains(lists.get(k))) {
                differs.add("lengths[" + (k + 1) + "] IS DISTINCT FROM shortest");
            }
        }
        String first = "SELECT row, lengths, shortest FROM (" + measured + ") WHERE shortest IS NOT NULL AND ("
                + differs + ") ORDER BY row LIMIT 1";
        log.each(first, row -> {
            Object[] lengths = (Object[]) row.getArray(2).getArray();
            String shortest = row.getString(3);
            int equal = 0;
            while (!shortest.equals(String.valueOf(lengths[equal]))) {
                equal++;
            }
            int other = 0;
            while (longer.contains(lists.get(other)) || shortest.equals(String.valueOf(lengths[other]))) {
                other++;
            }
            throw new IllegalArgumentException("unnest: lists differ in length: " + lists.get(other) + " has "
                    + lengths[other] + " elements and " + lists.get(equal) + " has " + shortest + " (row "
                    + row.getLong(1) + " of " + log.name() + ")\nAll lists of a row need one element for each time"
                    + " step; some may have one more in every row, the state after the last step.");
        });
    }

    String select(Map<String, String> types, String reader) {
        StringJoiner columns = new StringJoiner(", ", "SELECT ", "");
        StringJoiner following = new StringJoiner(", ", ", ", "").setEmptyValue("");
        for (String column : types.keySet()) {
            String name = Sql.identifier(column);
            if (!longer.contains(column)) {
                columns.add(lists.contains(column) ? "unnest(" + name + ") AS " + name : name);
                continue;
            }
            columns.add("unnest(" + name + "[1:len(" + name + ") - 1]) AS " + name);
            String next = NEXT + column;
            if (types.keySet().stream().noneMatch(next::equalsIgnoreCase)) {
                following.add("unnest(" + name + "[2:len(" + name + ")]) AS " + Sql.identifier(next));
            }
        }
        String one = lists.stream()
                .filter(list -> !longer.contains(list))
                .findFirst()
                .orElseThrow();
        columns.add(ROW).add("unnest(range(1, len(" + Sql.identifier(one) + ") + 1)) AS " + INDEX);
        return columns.toString() + following + " FROM (SELECT *, row_number() OVER () AS " + ROW + " FROM " + reader
                + ")";
    }
}
