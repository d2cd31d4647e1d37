package io.emphatic.logs.model;

import io.emphatic.documents.json.RecordJson;
import io.emphatic.logs.sql.RowBatch;
import io.emphatic.logs.sql.Sql;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The values of a row as Long, Double, Boolean or String, as DuckDB would convert them. */
public final class RowValues {
    private final List<String> columns;
    private final List<String> types;

    public RowValues(Map<String, String> types) {
        this.columns = List.copyOf(types.keySet());
        this.types = List.copyOf(types.values());
    }

    /** The values of the columns, null for those that the row does not have; refuses one of another type. */
    public Object[] of(Map<String, ?> row) {
        return converted(row, true);
    }

    /** The values of the columns, null also for those that have another type. */
    Object[] orNull(Map<String, ?> row) {
        return converted(row, false);
    }

    private Object[] converted(Map<String, ?> row, boolean refuses) {
        Object[] values = new Object[columns.size()];
        for (int c = 0; c < values.length; c++) {
            Object value = value(row, columns.get(c));
            values[c] = value == null ? null : converted(value, types.get(c));
            if (refuses && values[c] == null && value != null) {
                throw new IllegalArgumentException(
                        "the column " + columns.get(c) + " is " + types.get(c) + ", and its value is not: " + value);
            }
        }
        return values;
    }

    /** The value of a column, null where there is none; capitals matter only if several columns differ by them. */
    static Object value(Map<String, ?> row, String column) {
        Object value = row.get(column);
        if (value != null || row.containsKey(column)) {
            return value;
        }
        return Sql.columnNamed(row.keySet(), column).map(row::get).orElse(null);
    }

    /** Null for a value of another type. */
    private static Object converted(Object value, String type) {
        switch (RowBatch.stored(type)) {
            case "BIGINT":
                return DuckValues.whole(value) instanceof Long whole ? whole : null;
            case "DOUBLE":
                double number = DuckValues.number(value, "DOUBLE");
                return Double.isNaN(number) ? null : (Object) number;
            case "BOOLEAN":
                return DuckValues.flag(value);
            default:
                return text(value);
        }
    }

    /** As DuckDB would read it back. */
    private static String text(Object value) {
        if (value instanceof List<?> list) {
            return elements(list);
        }
        if (value instanceof double[] numbers) {
            List<Object> list = new ArrayList<>();
            Arrays.stream(numbers).forEach(list::add);
            return elements(list);
        }
        if (value instanceof Map<?, ?>) {
            return RecordJson.text(value);
        }
        return DuckValues.text(value);
    }

    private static String elements(List<?> list) {
        return list.stream()
                .map(one -> one == null ? "NULL" : one instanceof List<?> inner ? elements(inner) : text(one))
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
