package io.emphatic.serve.client;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A row for the service.
 *
 * @param stream letters, digits, {@code _} and {@code -}, at most 64 of them
 * @param seq the first of a stream may have any, the next has the next
 * @param columns numbers, texts, booleans, nulls and lists of numbers by name. Not modified.
 */
public record StepRow(String stream, long seq, Map<String, ?> columns) {
    private static final String STREAM = "stream";
    private static final String SEQ = "seq";

    public StepRow {
        if (columns.containsKey(STREAM) || columns.containsKey(SEQ)) {
            throw new IllegalArgumentException("stream and seq are no columns: a row has them already");
        }
        columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    }

    @JsonValue
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(STREAM, stream);
        fields.put(SEQ, seq);
        fields.putAll(columns);
        return fields;
    }
}
