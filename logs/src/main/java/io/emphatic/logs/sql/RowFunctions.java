package io.emphatic.logs.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What an expression may call: functions of the row alone whose results are not much larger than their arguments. */
public final class RowFunctions {
    private static final Set<String> QUERY_WORDS = Set.of("select", "from", "values", "table", "age", "columns");

    /** Called functions of their arguments by the catalogue, which they are not, or missing in it as keywords. */
    private static final Set<String> OF_MORE_THAN_THE_ROW =
            words("current_date current_time current_timestamp localtime localtimestamp current_localtime"
                    + " current_localtimestamp getvariable current_setting getenv current_user session_user user"
                    + " current_role current_catalog current_schemas stats vector_type in_search_path");

    private static final String WITHOUT_ARGUMENTS = "'pi', 'map', 'list_value', 'list_pack'";

    /** They make a list or a text of a length that is an argument. */
    private static final Set<String> MAKERS =
            words("range generate_series repeat lpad rpad list_resize array_resize bitstring");

    private static final Set<String> RANGES = words("range generate_series");

    /** To which some kilobytes of text are too deep, too much or too long; and JSON paths that look at all depths. */
    private static final Set<String> WITHOUT_BOUNDS = words("json_structure json_pretty equi_width_bins levenshtein"
            + " editdist3 damerau_levenshtein format printf $..");

    private static final double MOST_ELEMENTS = 10_000;
    private static final Set<String> NO_COLUMNS =
            Set.of("null", "current_date", "current_time", "current_timestamp", "current_user");
    private static final String BEFORE_TREE = "SELECT (\n";

    private final QueriedDatabase database;
    private final Set<String> refused;

    RowFunctions(QueriedDatabase database) throws SQLException {
        this.database = database;
        this.refused = Set.copyOf(find(database));
    }

    private static Set<String> words(String text) {
        return Set.of(text.split(" "));
    }

    /** The functions that return another value at each call, in each run or on each machine, and macros of them. */
    private static Set<String> find(QueriedDatabase database) throws SQLException {
        Set<String> names = new HashSet<>(OF_MORE_THAN_THE_ROW);
        names.addAll(
                database.texts("SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_name <> 'error'"
                        + " AND (stability IN ('VOLATILE', 'CONSISTENT_WITHIN_QUERY') OR function_type = 'scalar'"
                        + " AND len(parameters) = 0 AND varargs IS NULL AND function_name NOT IN (" + WITHOUT_ARGUMENTS
                        + "))"));
        Map<String, String> macros = new HashMap<>();
        database.each(
                "SELECT function_name, macro_definition FROM duckdb_functions() WHERE macro_definition IS NOT NULL",
                row -> macros.merge(row.getString(1), row.getString(2), (one, other) -> one + " " + other));
        boolean grows = true;
        while (grows) { // a macro may use another
            grows = names.addAll(macros.entrySet().stream()
                    .filter(macro -> Sql.words(macro.getValue())
                            .map(word -> word.toLowerCase(Locale.ROOT))
                            .anyMatch(names::contains))
                    .map(Map.Entry::getKey)
                    .toList());
        }
        return names;
    }

    /** Refuses an expression that depends on more than its row, as a subquery does, or makes much of little. */
    void require(Set<String> columns, String place, String text) throws SQLException {
        // Parsing again costs more than the rest: only where a word gives reason to.
        boolean isSuspect = Sql.words(text)
                .map(word -> word.toLowerCase(Locale.ROOT))
                .anyMatch(word -> QUERY_WORDS.contains(word)
                        || refused.contains(word)
                        || MAKERS.contains(word)
                        || WITHOUT_BOUNDS.contains(word)
                        || text.contains(".."));
        if (isSuspect) {
            require(columns, place, text, tree(text));
        }
    }

    JsonNode tree(String text) throws SQLException {
        return database.syntaxTree(BEFORE_TREE + text + "\n) FROM " + QueriedDatabase.VIEW);
    }

    private void require(Set<String> columns, String place, String text, JsonNode node) {
        String fault = fault(columns, node);
        if (fault != null) {
            byte[] bytes = (BEFORE_TREE + text).getBytes(StandardCharsets.UTF_8);
            int end = Math.min(
                    bytes.length, Math.max(0, node.path("query_location").asInt()));
            int at = new String(bytes, 0, end, StandardCharsets.UTF_8).length() - BEFORE_TREE.length();
            throw new IllegalArgumentException(place + ": " + fault + "\n" + SqlFailure.marked(text, Math.max(0, at)));
        }
        node.forEach(child -> require(columns, place, text, child));
    }

    private String fault(Set<String> columns, JsonNode node) {
        String kind = node.path("class").asText();
        if (kind.equals("STAR")) {
            return "an expression is one value: columns(…) would be several, so name them";
        }
        if (kind.equals("SUBQUERY")) {
            return "an expression sees one row: a subquery is not possible";
        }
        // current_date without brackets is parsed as a column, and is a function where no column has that name
        JsonNode names = node.path("column_names");
        boolean isKeyword = kind.equals("COLUMN_REF")
                && names.size() == 1
                && refused.contains(lower(names.get(0)))
                && Sql.columnNamed(columns, names.get(0).asText()).isEmpty();
        return isKeyword ? isNotOfTheRow(names.get(0).asText()) : fault(node);
    }

    private static String lower(JsonNode text) {
        return text.asText().toLowerCase(Locale.ROOT);
    }

    private static String isNotOfTheRow(String name) {
        return name + " is no function of the row: a run could not be repeated";
    }

    /** What is wrong with a call, in an expression or in a query; null for nothing. */
    String fault(JsonNode call) {
        String constant = call.path("value").path("value").asText();
        boolean isPath = constant.startsWith("$") && constant.contains("..");
        if (!isPath && !call.path("class").asText().equals("FUNCTION")) {
            return null;
        }
        String name = isPath ? "$.." : lower(call.path("function_name"));
        boolean countsToToday = name.equals("age") && call.path("children").size() == 1;
        if (refused.contains(name) || countsToToday) {
            return isNotOfTheRow(call.path("function_name").asText());
        }
        if (WITHOUT_BOUNDS.contains(name)) {
            return name + " is not possible: it may take too much time or memory for a row";
        }
        return elements(call) <= MOST_ELEMENTS
                ? null
                : "lists and texts are made of sizes that are written as numbers, and of " + (int) MOST_ELEMENTS
                        + " elements at most";
    }

    /** How many elements a call makes, with those of calls within it; infinitely many if a row decides. */
    private static double elements(JsonNode node) {
        double most = 1;
        double product = 1;
        boolean isForEach = false;
        for (JsonNode child : node) {
            double within = elements(child);
            most = Math.max(most, within);
            product *= within;
            isForEach |= child.path("class").asText().equals("LAMBDA");
        }
        String name = lower(node.path("function_name"));
        JsonNode arguments = node.path("children");
        double own = 0;
        boolean isRange = RANGES.contains(name);
        for (int k = isRange ? 0 : 1; MAKERS.contains(name) && k < (isRange ? arguments.size() : 2); k++) {
            JsonNode number = arguments.path(k).path("value").path("value");
            own += number.isNumber() ? Math.abs(number.asDouble()) : Double.POSITIVE_INFINITY;
        }
        return Math.max(1, own) * (isForEach ? product : most);
    }

    /** Whether there is nothing to look at: a number, or a name that can be that of a column. */
    public static boolean isPlain(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        return !Double.isNaN(Sql.number(word))
                || word.matches("[\\p{L}_][\\p{L}\\p{Nd}_]*") && !NO_COLUMNS.contains(word);
    }

    /** Adds the columns that an expression names. */
    static void addColumns(JsonNode node, Set<String> columns) {
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
