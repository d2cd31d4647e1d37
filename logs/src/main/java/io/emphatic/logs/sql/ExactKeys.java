package io.emphatic.logs.sql;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keys are exact: no DOUBLE, and where a number has leading zeros, all are text: 007 and 7 differ. */
final class ExactKeys {
    private static final int MOST_DIGITS = 38;

    private ExactKeys() {}

    static boolean require(Log log, String text) throws SQLException {
        boolean changed = false;
        Map<String, String> types = log.hasOpenTypes() ? log.fileTypes() : Map.of();
        for (String column : log.hasOpenTypes() ? inexact(log, text) : List.<String>of()) {
            String brackets = types.get(column).replace("DOUBLE", "");
            Map<String, String> asText = new LinkedHashMap<>(types);
            asText.put(column, "VARCHAR" + brackets);
            String exact = exactType(log, log.reader(asText), column, !brackets.isEmpty());
            changed |= !exact.equals("DOUBLE");
            types.put(column, exact + brackets);
        }
        if (changed) {
            log.read(types);
        }
        return changed;
    }

    /** The columns that the expression is made of and that are read as floating point. */
    private static List<String> inexact(Log log, String text) {
        return log.columns().entrySet().stream()
                .filter(column -> column.getValue().equals("DOUBLE") && Sql.mentions(text, column.getKey()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String exactType(Log log, String asText, String column, boolean list) throws SQLException {
        String value = "trim(" + (list ? "unnest(" + Sql.identifier(column) + ")" : Sql.identifier(column)) + ")";
        String[] type = {"DOUBLE"};
        String query = "SELECT bool_and(regexp_full_match(v, '[+-]?[0-9]+')), "
                + "bool_and(regexp_full_match(v, '[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)')), "
                + "max(length(regexp_extract(v, '^[+-]?([0-9]*)', 1))), "
                + "max(length(regexp_extract(v, '[.]([0-9]*)$', 1))), "
                + "bool_or(regexp_matches(v, '^[+-]?0[0-9]')) FROM (SELECT " + value + " AS v FROM " + asText
                + ") WHERE v <> ''";
        log.each(query, row -> {
            int digits = row.getInt(3);
            int behind = row.getInt(4);
            if (row.getBoolean(5)) {
                type[0] = "VARCHAR";
            } else if (row.getBoolean(1)) {
                type[0] = digits <= MOST_DIGITS ? "HUGEINT" : "VARCHAR";
            } else if (row.getBoolean(2) && digits + behind <= MOST_DIGITS) {
                type[0] = "DECIMAL(" + MOST_DIGITS + ", " + behind + ")";
            }
        });
        return type[0];
    }
}
