package io.emphatic.logs.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** What can be said of an expression before any column is known; any name is that of a column that may come. */
public final class ExpressionForm {
    private static final Set<String> NO_COLUMNS =
            Set.of("null", "current_date", "current_time", "current_timestamp", "current_user");

    private ExpressionForm() {}

    /** Whether there is nothing to look at: a number, or a name that can be that of a column. */
    public static boolean isPlain(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        return !Double.isNaN(Expression.number(word))
                || word.matches("[\\p{L}_][\\p{L}\\p{Nd}_]*") && !NO_COLUMNS.contains(word);
    }

    /** Refuses what no column can make an expression, or a number if it is to be one. */
    public static void require(Log log, String place, String text, boolean isNumber) throws IOException {
        if (isPlain(text)) {
            return;
        }
        try {
            JsonNode tree = log.syntaxTree("SELECT (\n" + text + "\n) FROM " + Log.VIEW);
            if (tree.path("error").asBoolean()) {
                requireName(place, text, tree.path("error_message").asText());
                return;
            }
            Set<String> columns = new HashSet<>();
            addColumns(tree, columns);
            log.functions().require(columns, place, text);
            if (columns.isEmpty() && isNumber) {
                requireNumber(log, place, text);
            }
        } catch (SQLException e) {
            throw SqlFailure.in(log, place, text, e);
        }
    }

    /** A column may be called {@code flow (l/s)}, which is no SQL. */
    private static void requireName(String place, String text, String error) {
        if (!text.strip().matches("[\\p{L}_][\\p{L}\\p{Nd}_ .:/%°#()\\[\\]-]*")) {
            throw new IllegalArgumentException(place + ": " + text.strip() + " is neither a column nor SQL: " + error);
        }
    }

    private static void requireNumber(Log log, String place, String text) throws SQLException {
        boolean[] isNumber = new boolean[1];
        log.each("SELECT TRY_CAST((\n" + text + "\n) AS DOUBLE)", row -> {
            double number = row.getDouble(1);
            isNumber[0] = !row.wasNull() && Double.isFinite(number);
        });
        if (!isNumber[0]) {
            throw new IllegalArgumentException(place + ": " + text.strip() + " is NULL or no number, in every row");
        }
    }

    private static void addColumns(JsonNode node, Set<String> columns) {
        JsonNode names = node.path("column_names");
        if (node.path("class").asText().equals("COLUMN_REF") && !names.isEmpty()) {
            String name = names.get(names.size() - 1).asText();
            if (!NO_COLUMNS.contains(name.toLowerCase(Locale.ROOT))) {
                columns.add(name);
            }
        }
        node.forEach(child -> addColumns(child, columns));
    }
}
