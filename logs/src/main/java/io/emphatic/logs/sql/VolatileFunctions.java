package io.emphatic.logs.sql;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The functions of DuckDB whose value changes from call to call or from run to run, by its own catalogue. */
final class VolatileFunctions {
    /** What the catalogue calls consistent although it tells the time, or does not list because it is a keyword. */
    private static final Set<String> CLOCKS = Set.of(
            "current_date",
            "current_time",
            "current_timestamp",
            "localtime",
            "localtimestamp",
            "current_localtime",
            "current_localtimestamp",
            "getvariable",
            "current_setting");

    private VolatileFunctions() {}

    static Set<String> of(QueriedDatabase database) throws SQLException {
        Set<String> names = new HashSet<>(CLOCKS);
        names.addAll(database.texts("SELECT DISTINCT function_name FROM duckdb_functions()"
                + " WHERE stability IN ('VOLATILE', 'CONSISTENT_WITHIN_QUERY') AND function_name <> 'error'"));
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
        return Set.copyOf(names);
    }
}
