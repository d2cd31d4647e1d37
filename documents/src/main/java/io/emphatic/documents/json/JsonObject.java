package io.emphatic.documents.json;

import com.fasterxml.jackson.annotation.JsonValue;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A JSON object, whose fields keep the order in which they are added. */
public final class JsonObject {
    @JsonValue
    private final Map<String, Object> fields = new LinkedHashMap<>();

    public JsonObject with(String name, Object value) {
        fields.put(name, value);
        return this;
    }

    public JsonObject withAll(JsonObject other) {
        fields.putAll(other.fields);
        return this;
    }

    public <T> JsonObject withAll(String name, Collection<T> elements, Function<T, ?> document) {
        return with(name, elements.stream().map(document).toList());
    }

    /** Adds the components of a record in snake case, except these. */
    public JsonObject withRecord(Record record, String... omitted) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            String name = Json.SNAKE.translate(component.getName());
            try {
                if (!List.of(omitted).contains(name)) {
                    with(name, component.getAccessor().invoke(record));
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException("a component of a record that is not public: " + name, e);
            }
        }
        return this;
    }
}
