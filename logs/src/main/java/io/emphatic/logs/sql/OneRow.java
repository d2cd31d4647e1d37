package io.emphatic.logs.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;

/**
 * Refuses expressions that depend on more than their row: a subquery looks at other rows, and a run with a function
 * such as {@code random} could be neither repeated nor resumed.
 */
final class OneRow {
    private static final String BEFORE = "SELECT (\n";
    private static final Set<String> QUERY_WORDS = Set.of("select", "from", "values", "table", "age", "columns");

    private OneRow() {}

    static void require(Log log, String place, String text) throws SQLException {
        // Parsing again costs more than the rest: only where a word gives reason to.
        boolean suspect = Sql.words(text)
                .map(word -> word.toLowerCase(Locale.ROOT))
                .anyMatch(word ->
                        QUERY_WORDS.contains(word) || log.volatileFunctions().contains(word));
        if (!suspect) {
            return;
        }
        walk(log, place, text, log.syntaxTree(BEFORE + text + "\n) FROM " + Log.VIEW));
    }

    private static void walk(Log log, String place, String text, JsonNode node) {
        String function = node.path("function_name").asText().toLowerCase(Locale.ROOT);
        if (node.path("class").asText().equals("STAR")) {
            throw refusal(place, text, node, "an expression is one value: columns(…) would be several, so name them");
        }
        if (node.path("class").asText().equals("SUBQUERY")) {
            throw refusal(place, text, node, "an expression sees one row: a subquery is not possible");
        }
        if (node.path("class").asText().equals("FUNCTION")
                && (log.volatileFunctions().contains(function) || isAgeOfToday(node, function))) {
            throw refusal(place, text, node, function + " gives another value each time: a run could not be repeated");
        }
        String name = node.path("class").asText().equals("COLUMN_REF")
                        && node.path("column_names").size() == 1
                ? node.path("column_names").get(0).asText()
                : "";
        // current_date without brackets is parsed as a column, and is a function where there is none of that name
        if (log.volatileFunctions().contains(name.toLowerCase(Locale.ROOT))
                && Expression.columnNamed(log, name).isEmpty()) {
            throw refusal(place, text, node, name + " gives another value each time: a run could not be repeated");
        }
        node.forEach(child -> walk(log, place, text, child));
    }

    /** {@code age(t)} counts from t to today. */
    private static boolean isAgeOfToday(JsonNode node, String function) {
        return function.equals("age") && node.path("children").size() == 1;
    }

    private static IllegalArgumentException refusal(String place, String text, JsonNode node, String what) {
        byte[] bytes = (BEFORE + text).getBytes(StandardCharsets.UTF_8);
        int end = (int)
                Math.min(bytes.length, Math.max(0, node.path("query_location").asLong()));
        int at = new String(bytes, 0, end, StandardCharsets.UTF_8).length() - BEFORE.length();
        return new IllegalArgumentException(place + ": " + what + "\n" + SqlFailure.marked(text, Math.max(0, at)));
    }
}
