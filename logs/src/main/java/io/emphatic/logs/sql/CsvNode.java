package io.emphatic.logs.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * CSV files in DuckDB's syntax tree of a query. Their types come from all rows unless the query says how many to look
 * at: guessed from the first rows, a late 0.5 would be read as the BIGINT 1.
 */
final class CsvNode {
    private static final String SAMPLE = "sample_size";

    private CsvNode() {}

    /** Whether DuckDB reads the file that stands for a table as CSV. */
    static boolean isCsv(String file) {
        return file.toLowerCase(Locale.ROOT).matches("(?s).*\\.(csv|tsv)(\\.gz|\\.zst)?");
    }

    /** Turns {@code FROM 'x.csv'} into {@code FROM read_csv('x.csv')}, with the name that it has in the query. */
    static void callReader(ObjectNode table) {
        String file = table.path("table_name").asText();
        table.remove(List.of("table_name", "schema_name", "catalog_name", "at_clause"));
        table.put("type", "TABLE_FUNCTION").put("with_ordinality", "WITHOUT_ORDINALITY");
        if (table.path("alias").asText().isEmpty()) {
            boolean isGlob = file.matches("(?s).*[*?\\[].*");
            table.put(
                    "alias",
                    isGlob ? file : Path.of(file).getFileName().toString().replaceFirst("(?s)\\..*", ""));
        }
        ObjectNode function = table.putObject("function");
        function.put("class", "FUNCTION").put("type", "FUNCTION").put("alias", "");
        function.put("function_name", "read_csv").put("schema", "").put("catalog", "");
        function.put("distinct", false).put("is_operator", false).put("export_state", false);
        function.putNull("filter");
        function.putObject("order_bys").put("type", "ORDER_MODIFIER").putArray("orders");
        addConstant(function.putArray("children"), "", "VARCHAR").put("value", file);
    }

    /** Has {@code read_csv(…)} look at all rows, if it does not say at how many. */
    static void lookAtAllRows(JsonNode function) {
        ArrayNode arguments = (ArrayNode) function.path("children");
        for (JsonNode argument : arguments) {
            String option = argument.path("left").path("column_names").path(0).asText();
            if (option.equalsIgnoreCase(SAMPLE)
                    || argument.path("alias").asText().equalsIgnoreCase(SAMPLE)) {
                return;
            }
        }
        addConstant(arguments, SAMPLE, "INTEGER").put("value", -1);
    }

    private static ObjectNode addConstant(ArrayNode arguments, String name, String type) {
        ObjectNode constant = arguments.addObject();
        constant.put("class", "CONSTANT").put("type", "VALUE_CONSTANT").put("alias", name);
        ObjectNode value = constant.putObject("value");
        value.putObject("type").put("id", type).putNull("type_info");
        return value.put("is_null", false);
    }
}
