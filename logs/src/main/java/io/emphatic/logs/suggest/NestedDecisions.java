package io.emphatic.logs.suggest;

import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** JSON lines of a router: {@code {"decision": {"action": "large", "propensity": 0.3}, "outcome": {"score": 1}}}. */
final class NestedDecisions {
    private static final List<String> AFTER_THE_CHOICE = List.of("action", "behaviour", "cumulant");

    private NestedDecisions() {}

    /** A query that makes columns of fields that cannot depend on the action; empty for other logs. */
    static Optional<String> query(Log log) throws SQLException {
        boolean isJson = log.source().query() == null
                && log.files().stream()
                        .allMatch(file ->
                                file.toString().toLowerCase(Locale.ROOT).matches(".*\\.(jsonl?|ndjson)(\\.gz)?"));
        if (!isJson || Dialect.of(log.columns().keySet()) != Dialect.PLAIN) {
            return Optional.empty();
        }
        Map<String, String> paths = new LinkedHashMap<>(); // by the name of the column that a field becomes
        for (Map.Entry<String, String> column : log.columns().entrySet()) {
            if (column.getValue().startsWith("STRUCT(") && column.getValue().endsWith(")")) {
                addFields(log, Sql.identifier(column.getKey()), paths);
            } else {
                paths.putIfAbsent(column.getKey(), Sql.identifier(column.getKey()));
            }
        }
        if (Dialect.of(paths.keySet()) != Dialect.ROUTER) {
            return Optional.empty();
        }
        String files = log.source().patterns().stream().map(Sql::string).collect(Collectors.joining(", "));
        String rows = " FROM (SELECT *, row_number() OVER () AS line_number FROM read_json_auto([" + files
                + "])) ORDER BY line_number";
        return Optional.of(paths.entrySet().stream()
                .map(field -> field.getValue() + " AS " + Sql.identifier(field.getKey()))
                .collect(Collectors.joining(", ", "SELECT ", rows)));
    }

    private static void addFields(Log log, String struct, Map<String, String> paths) throws SQLException {
        List<String> fields = new ArrayList<>();
        log.each("DESCRIBE SELECT unnest(" + struct + ") FROM " + Log.VIEW, row -> fields.add(row.getString(1)));
        boolean isLate = AFTER_THE_CHOICE.stream()
                .anyMatch(key -> Dialect.find(key, Set.copyOf(fields)).isPresent());
        for (String field : fields) {
            if (!isLate || Dialect.isKey(field)) {
                paths.putIfAbsent(field, struct + "." + Sql.identifier(field));
            }
        }
    }
}
