package io.emphatic.logs.live;

import io.emphatic.documents.json.RecordJson;
import io.emphatic.logs.model.DuckValues;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.RowBatch;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The values of a row in the types of its columns: Long, Double, Boolean or String each, as DuckDB would convert them.
 */
final class RowValues {
    private final List<String> columns;
    private final List<String> types;

    RowValues(Map<String, String> types) {
        this.columns = List.copyOf(types.keySet());
        this.types = List.copyOf(types.values());
    }

    /**
     * The values of the columns, in their order; null for those that the row does not have.
     *
     * @throws IllegalArgumentException if one has another type
     */
    Object[] of(Map<String, ?> row) {
        Object[] values = new Object[columns.size()];
        for (int c = 0; c < values.length; c++) {
            Object value = value(row, columns.get(c));
            try {
                values[c] = value == null ? null : converted(value, types.get(c));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "the column " + columns.get(c) + " is " + types.get(c) + ", and its value is not: " + value, e);
            }
        }
        return values;
    }

    /** Capitals do not matter where the name is not there as it is written. */
    private static Object value(Map<String, ?> row, String column) {
        Object value = row.get(column);
        if (value != null || row.containsKey(column)) {
            return value;
        }
        Optional<String> named = Expression.columnNamed(row.keySet(), column);
        return named.isPresent() ? row.get(named.get()) : null;
    }

    private static Object converted(Object value, String type) {
        return switch (RowBatch.stored(type)) {
            case "BIGINT" -> whole(value);
            case "DOUBLE" -> number(value);
            case "BOOLEAN" -> flag(value);
            default -> text(value);
        };
    }

    private static Long whole(Object value) {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof Boolean flag) {
            return flag ? 1L : 0L;
        }
        BigDecimal exact = DuckValues.exact(value);
        if (exact == null || exact.precision() - exact.scale() > 20) {
            throw new IllegalArgumentException("no whole number");
        }
        try {
            return exact.longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("no whole number", e);
        }
    }

    private static Double number(Object value) {
        double number = DuckValues.number(value, "DOUBLE");
        if (Double.isNaN(number)) {
            throw new IllegalArgumentException("no number");
        }
        return number;
    }

    private static Boolean flag(Object value) {
        if (value instanceof Boolean flag) {
            return flag;
        }
        Boolean flag = value instanceof Number number
                ? (Boolean) (number.doubleValue() != 0)
                : value instanceof String text ? DuckValues.flag(text) : null;
        if (flag == null) {
            throw new IllegalArgumentException("neither true nor false");
        }
        return flag;
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
