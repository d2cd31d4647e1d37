package io.emphatic.logs.sql;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Types that a spec says columns have: text is read as them, anything else is cast. */
final class DeclaredTypes {
    private DeclaredTypes() {}

    /** @throws IllegalArgumentException if there is no such column or type */
    static void require(Log log, Map<String, String> types) throws SQLException {
        Map<String, String> named = new LinkedHashMap<>();
        for (Map.Entry<String, String> type : types.entrySet()) {
            String column = Expression.columnNamed(log, type.getKey())
                    .orElseThrow(() -> new IllegalArgumentException("columns: the log has no column " + type.getKey()
                            + "\nIt has " + String.join(", ", log.columns().keySet()) + "."));
            named.put(column, type.getValue());
        }
        log.requireTypes(named);
        if (log.hasOpenTypes()) {
            Map<String, String> all = log.fileTypes();
            all.putAll(named);
            log.read(all);
        } else {
            log.cast(named);
        }
    }
}
