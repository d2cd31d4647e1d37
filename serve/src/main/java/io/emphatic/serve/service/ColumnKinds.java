package io.emphatic.serve.service;

import io.emphatic.logs.file.SavedState;
import io.emphatic.serve.service.PostedSteps.Column;
import io.emphatic.serve.service.PostedSteps.ColumnKind;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The columns of the log and what their values are: the first value decides, so that the log can be read as a table.
 * Capitals do not make another column.
 */
final class ColumnKinds {
    private static final int MAX_COLUMNS = 4096;

    private record Known(String name, ColumnKind kind) {}

    private final Map<String, Known> columns = new HashMap<>(); // by the name in small letters

    /** Refuses what does not fit. */
    void require(PostedSteps steps) {
        int added = 0;
        for (Column column : steps.columns) {
            Known known = columns.get(key(column));
            added += known == null ? 1 : 0;
            if (known != null && !known.name.equals(column.name)) {
                throw unusable(
                        "there is a column " + known.name + ", and " + column.name + " differs by capitals only");
            }
            if (known != null && !known.kind.agreesWith(column.kind)) {
                throw unusable(
                        column.name + " is " + column.kind.words() + ", and " + known.kind.words() + " in the log");
            }
        }
        if (columns.size() + added > MAX_COLUMNS) {
            throw unusable("the log would have more than " + MAX_COLUMNS + " columns");
        }
    }

    private static RefusedRequestException unusable(String why) {
        return new RefusedRequestException(Reason.UNUSABLE, why);
    }

    /** What is in the log now. Idempotent. */
    void add(PostedSteps steps) {
        for (Column column : steps.columns) {
            Known known = columns.get(key(column));
            boolean widens = known != null && known.kind == ColumnKind.WHOLE && column.kind == ColumnKind.DECIMAL;
            if (known == null || known.kind == ColumnKind.NOTHING || widens) {
                columns.put(key(column), new Known(column.name, column.kind));
            }
        }
    }

    /** The type of each column that has values, as DuckDB calls it. */
    Map<String, String> types() {
        Map<String, String> types = new TreeMap<>();
        columns.values().stream()
                .filter(known -> known.kind != ColumnKind.NOTHING)
                .forEach(known -> types.put(known.name, known.kind.type()));
        return types;
    }

    private static String key(Column column) {
        return column.name.toLowerCase(Locale.ROOT);
    }

    void exchange(SavedState state) throws IOException {
        int count = state.count(columns.size());
        TreeMap<String, Known> sorted = new TreeMap<>(columns);
        for (int k = 0; k < count; k++) {
            Map.Entry<String, Known> next = sorted.pollFirstEntry();
            Known known = state.value(next == null ? null : next.getValue(), ColumnKinds::write, ColumnKinds::read);
            columns.put(known.name.toLowerCase(Locale.ROOT), known);
        }
    }

    private static void write(DataOutputStream out, Known known) throws IOException {
        out.writeUTF(known.name);
        out.writeUTF(known.kind.name());
    }

    private static Known read(DataInputStream in) throws IOException {
        return new Known(in.readUTF(), ColumnKind.valueOf(in.readUTF()));
    }
}
