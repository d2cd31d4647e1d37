package io.emphatic.logs.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The same expression over other columns: {@code x + 1} with {@code next_x} for {@code x}. DuckDB's own syntax tree
 * says where columns are; the rest of the text stays as it was written.
 */
public final class ColumnSwap {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BEFORE = "SELECT ";
    private static final Pattern NAME = Pattern.compile("\\G(?:\"(?:[^\"]|\"\")*\"|[\\p{L}_][\\p{L}\\p{Nd}_$]*)");

    private final Log log;
    private final Map<String, String> columns = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /** @param columns what stands for each column; others stay */
    public ColumnSwap(Log log, Map<String, String> columns) {
        this.log = log;
        this.columns.putAll(columns);
    }

    /** @param sql an expression that DuckDB has accepted over this log */
    public String in(String sql) throws IOException {
        TreeMap<Integer, String> names = new TreeMap<>(); // by the byte where a name begins
        try {
            String query = BEFORE + sql + " FROM " + Log.VIEW;
            String tree = log.texts("SELECT json_serialize_sql(" + Sql.string(query) + ")")
                    .get(0);
            collect(JSON.readTree(tree), names);
        } catch (SQLException | JsonProcessingException e) {
            throw new IOException("next: " + sql + " cannot be taken apart", e);
        }
        byte[] bytes = (BEFORE + sql).getBytes(StandardCharsets.UTF_8);
        String swapped = sql;
        for (int at : names.descendingKeySet()) {
            int from = new String(bytes, 0, at, StandardCharsets.UTF_8).length() - BEFORE.length();
            swapped = swapped(swapped, from, names.get(at));
        }
        return swapped;
    }

    private void collect(JsonNode node, Map<Integer, String> names) {
        if (node.path("class").asText().equals("COLUMN_REF")) {
            JsonNode parts = node.path("column_names");
            String first = parts.path(0).asText();
            boolean qualified =
                    parts.size() > 1 && first.toLowerCase(Locale.ROOT).equals(Log.VIEW) && !columns.containsKey(first);
            String column = qualified ? parts.path(1).asText() : first;
            if (columns.containsKey(column)) {
                names.put(node.path("query_location").asInt(), column);
            }
        }
        node.forEach(child -> collect(child, names));
    }

    /** Replaces the name that begins at {@code from}, or the one behind the point if it is that of the view. */
    private String swapped(String sql, int from, String column) throws IOException {
        Matcher name = NAME.matcher(sql);
        int at = from;
        while (name.find(at)) {
            String written = name.group().startsWith("\"")
                    ? name.group().substring(1, name.group().length() - 1).replace("\"\"", "\"")
                    : name.group();
            if (written.equalsIgnoreCase(column)) {
                return sql.substring(0, name.start()) + Sql.identifier(columns.get(column)) + sql.substring(name.end());
            }
            at = sql.indexOf('.', name.end()) + 1;
            if (at == 0) {
                break;
            }
        }
        throw new IOException("next: " + column + " is not where DuckDB sees it in " + sql);
    }
}
