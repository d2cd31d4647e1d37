package io.emphatic.serve.service;

import io.emphatic.logs.file.SavedState;
import io.emphatic.serve.service.PostedSteps.Column;
import io.emphatic.serve.service.PostedSteps.ColumnKind;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The columns of the log and their kinds, which the first value decides; capitals do not make another column. */
final class ColumnKinds {
    private static final int MAX_COLUMNS = 4096;

    private record Known(String name, ColumnKind kind) {}

    private final Map<String, Known> columns = new HashMap<>(); // by the name in small letters

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
        return Reason.UNUSABLE.refusal(why);
    }

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
        List<Known> sorted = List.copyOf(new TreeMap<>(columns).values());
        int count = state.count(sorted.size());
        for (int k = 0; k < count; k++) {
            Known known = k < sorted.size() ? sorted.get(k) : new Known("", ColumnKind.NOTHING);
            String name = state.value(known.name, DataOutputStream::writeUTF, in -> in.readUTF());
            ColumnKind kind = ColumnKind.values()[state.count(known.kind.ordinal())];
            columns.put(name.toLowerCase(Locale.ROOT), new Known(name, kind));
        }
    }
}
