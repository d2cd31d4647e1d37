package io.emphatic.serve.service;

import io.emphatic.logs.file.SavedState;
import io.emphatic.serve.service.PostedSteps.Column;
import io.emphatic.serve.service.PostedSteps.ColumnKind;
import io.emphatic.serve.service.RefusedRequestException.Reason;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The columns of the log and their kinds, which the first value decides; capitals do not make another column. */
final class ColumnKinds {
    static final int MAX_COLUMNS = 4096;

    private final TreeMap<String, ColumnKind> columns = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    void require(PostedSteps steps) {
        int added = 0;
        for (Column column : steps.columns) {
            ColumnKind known = columns.get(column.name);
            added += known == null ? 1 : 0;
            if (known != null && !columns.ceilingKey(column.name).equals(column.name)) {
                throw Reason.UNUSABLE.refusal("there is a column " + columns.ceilingKey(column.name) + ", and "
                        + column.name + " differs by capitals only");
            }
            if (known != null && !known.agreesWith(column.kind)) {
                throw Reason.UNUSABLE.refusal(
                        column.name + " is " + column.kind.words + ", and " + known.words + " in the log");
            }
        }
        if (columns.size() + added > MAX_COLUMNS) {
            throw Reason.UNUSABLE.refusal("the log would have more than " + MAX_COLUMNS + " columns");
        }
    }

    void add(PostedSteps steps) {
        steps.columns.forEach(column -> columns.merge(column.name, column.kind, ColumnKind::with));
    }

    /** The type of each column that has values, as DuckDB calls it. */
    Map<String, String> types() {
        Map<String, String> types = new TreeMap<>();
        columns.forEach((name, kind) -> types.put(name, kind.type));
        types.values().removeIf(type -> type == null);
        return types;
    }

    void exchange(SavedState state) throws IOException {
        List<String> names = new ArrayList<>(columns.keySet());
        int count = state.count(names.size());
        for (int k = 0; k < count; k++) {
            String name =
                    state.value(k < names.size() ? names.get(k) : "", DataOutputStream::writeUTF, in -> in.readUTF());
            ColumnKind kind = columns.getOrDefault(name, ColumnKind.NOTHING);
            columns.put(name, ColumnKind.values()[state.count(kind.ordinal())]);
        }
    }
}
