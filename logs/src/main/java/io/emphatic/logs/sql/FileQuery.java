package io.emphatic.logs.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A query that is a log: one SELECT over files, seen from a directory, which gives the same rows each time. */
final class FileQuery {
    private static final String SAMPLE = "sample_size";

    private final QueriedDatabase log;
    private final LogSource source;
    private final RowFunctions functions;
    private final Set<String> named = new HashSet<>(); // by WITH: no files
    private final List<Path> files = new ArrayList<>();
    private final JsonNode statement;

    FileQuery(QueriedDatabase log, LogSource source, RowFunctions functions) throws SQLException, IOException {
        this.log = log;
        this.source = source;
        this.functions = functions;
        this.statement = parsed();
        JsonNode statements = statement.path("statements");
        if (statements.size() != 1) {
            throw refusal("a log is one SELECT, not " + statements.size() + " statements");
        }
        statements.findValues("cte_map").forEach(ctes -> ctes.path("map")
                .forEach(cte -> named.add(cte.path("key").asText().toLowerCase(Locale.ROOT))));
        visit(statements);
    }

    private JsonNode parsed() throws SQLException {
        JsonNode json = log.syntaxTree(source.query());
        if (!json.path("error").asBoolean()) {
            return json;
        }
        if (!json.path("error_type").asText().equals("parser")) {
            throw refusal("a log is a SELECT");
        }
        int at = json.path("position").asInt(-1);
        throw new IllegalArgumentException(source.name() + ": "
                + json.path("error_message").asText() + "\n" + SqlFailure.marked(source.query(), at));
    }

    private void visit(JsonNode node) throws SQLException, IOException {
        boolean isTable = node.path("type").asText().equals("TABLE_FUNCTION");
        switch (node.path("type").asText()) {
            case "BASE_TABLE" -> {
                if (node.path("schema_name").asText().isEmpty()
                        && !named.contains(node.path("table_name").asText().toLowerCase(Locale.ROOT))) {
                    ObjectNode table = (ObjectNode) node;
                    if (locate(table, "table_name", false)
                            && isCsv(table.path("table_name").asText())) {
                        callReader(table);
                    }
                }
            }
            case "TABLE_FUNCTION" -> {
                JsonNode function = node.path("function");
                String name = function.path("function_name").asText().toLowerCase(Locale.ROOT);
                // The names are constants in the first argument: a text or a list of texts.
                List<JsonNode> names = name.matches("read_.*|parquet_scan")
                        ? function.path("children").path(0).findParents("is_null")
                        : List.of();
                for (JsonNode constant : names) {
                    locate((ObjectNode) constant, "value", name.contains("json"));
                }
                if (name.matches("read_csv(_auto)?")) {
                    lookAtAllRows(function);
                }
            }
            case "FUNCTION" -> {
                String fault = functions.fault(node);
                if (fault != null) {
                    throw refusal(fault);
                }
            }
            default -> {}
        }
        for (JsonNode child : node) { // a table function is not called for each row: only its arguments are
            visit(isTable && child == node.path("function") ? child.path("children") : child);
        }
    }

    /** Whether DuckDB reads the file that stands for a table as CSV. */
    private static boolean isCsv(String file) {
        return file.toLowerCase(Locale.ROOT).matches("(?s).*\\.(csv|tsv)(\\.gz|\\.zst)?");
    }

    /** Turns {@code FROM 'x.csv'} into {@code FROM read_csv('x.csv')}, with the name that it has in the query. */
    private void callReader(ObjectNode table) throws SQLException {
        String file = table.path("table_name").asText();
        ObjectNode reader = reader(file);
        reader.set("column_name_alias", table.path("column_name_alias"));
        reader.set("sample", table.path("sample"));
        boolean isGlob = file.matches("(?s).*[*?\\[].*");
        String name = isGlob ? file : Path.of(file).getFileName().toString().replaceFirst("(?s)\\..*", "");
        String alias = table.path("alias").asText();
        reader.put("alias", alias.isEmpty() ? name : alias);
        table.removeAll().setAll(reader);
    }

    private ObjectNode reader(String file) throws SQLException {
        String sql = "SELECT * FROM read_csv(" + Sql.string(file) + ", " + SAMPLE + " = -1)";
        return (ObjectNode) log.syntaxTree(sql).at("/statements/0/node/from_table");
    }

    /** Has {@code read_csv(…)} look at all rows, if it does not say at how many. */
    private void lookAtAllRows(JsonNode function) throws SQLException {
        ArrayNode arguments = (ArrayNode) function.path("children");
        for (JsonNode argument : arguments) {
            String option = argument.path("left").path("column_names").path(0).asText();
            if (option.equalsIgnoreCase(SAMPLE)
                    || argument.path("alias").asText().equalsIgnoreCase(SAMPLE)) {
                return;
            }
        }
        arguments.add(reader("").at("/function/children/1"));
    }

    /** Puts the directory before a relative file name, and remembers the files; false for what is no file. */
    private boolean locate(ObjectNode node, String field, boolean isJson) throws SQLException, IOException {
        String written = node.path(field).asText();
        String pattern = source.directory() == null || Path.of(written).isAbsolute()
                ? written
                : source.directory().resolve(written).toString();
        List<Path> found = LogFiles.glob(log, pattern);
        if (!found.isEmpty()) {
            files.addAll(found);
            for (Path file : found) {
                FileBytes.require(log, file, isJson ? LogFiles.JSON : LogFiles.kind(file), source.csv());
            }
            node.put(field, pattern);
        } else if (written.contains(".")) {
            throw refusal("there is no file " + pattern);
        }
        return !found.isEmpty();
    }

    private IllegalArgumentException refusal(String what) {
        return new IllegalArgumentException(source.name() + ": " + what + "\n" + SqlFailure.marked(source.query(), -1));
    }

    List<Path> files() {
        return files.stream().distinct().toList();
    }

    /** Whether it ends in ORDER BY. */
    boolean isOrdered() {
        JsonNode modifiers = statement.at("/statements/0/node/modifiers");
        return modifiers.findValuesAsText("type").contains("ORDER_MODIFIER");
    }

    String sql() throws SQLException {
        return log.texts("SELECT json_deserialize_sql(" + Sql.string(statement.toString()) + ")")
                .get(0);
    }
}
