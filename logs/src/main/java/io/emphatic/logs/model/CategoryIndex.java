package io.emphatic.logs.model;

import io.emphatic.logs.spec.FeatureReader;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The number of a category by its value, in whatever type the value comes: 1 is found among the texts of whole numbers,
 * {@code "true"} among booleans. A value that would have to be rounded is not found.
 */
public final class CategoryIndex {
    private static final Set<String> WHOLE =
            Set.of("TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT".split(" "));

    private CategoryIndex() {}

    /** Empty for a type of which only DuckDB knows how its values are written. */
    public static Optional<ToDoubleFunction<Object>> of(String type, List<String> values) {
        return canonical(type).map(key -> index(key, values));
    }

    private static ToDoubleFunction<Object> index(Function<Object, Object> key, List<String> values) {
        Map<Object, Double> byKey = new HashMap<>();
        for (int k = 0; k < values.size(); k++) {
            byKey.put(key.apply(values.get(k)), (double) k);
        }
        return value -> {
            if (value == null) {
                return Double.NaN;
            }
            Object found = key.apply(value);
            Double index = found == null ? null : byKey.get(found);
            return index == null ? FeatureReader.UNKNOWN : index;
        };
    }

    /** What is equal for equal values of a type, and null for a value of another type. */
    private static Optional<Function<Object, Object>> canonical(String type) {
        if (type == null || type.equals("VARCHAR") || type.startsWith("ENUM")) {
            return Optional.of(DuckValues::text);
        }
        if (WHOLE.contains(type)) {
            return Optional.of(DuckValues::whole);
        }
        return switch (type) {
            case "DOUBLE" -> Optional.of(value -> floating(DuckValues.number(value, "DOUBLE"), value));
            case "FLOAT" -> Optional.of(value -> floating((float) DuckValues.number(value, "FLOAT"), value));
            case "BOOLEAN" -> Optional.of(CategoryIndex::flag);
            default -> Optional.empty();
        };
    }

    /** How values of a type are written, and others as they are; empty for a type of which only DuckDB knows it. */
    public static Optional<Function<Object, String>> text(String type) {
        boolean single = "FLOAT".equals(type);
        return canonical(type).map(key -> value -> {
            Object found = key.apply(value);
            if (found instanceof Double number) {
                return DuckValues.text(single ? (Object) number.floatValue() : number);
            }
            return DuckValues.text(found == null ? value : found);
        });
    }

    /** Texts such as inf are values too. */
    private static Object floating(double number, Object value) {
        if (!Double.isNaN(number)) {
            return number; // a Double: 0.0 and −0.0 differ, as their texts do
        }
        return value instanceof String text ? text.strip().toLowerCase(Locale.ROOT) : DuckValues.text(value);
    }

    /** No number but 0 and 1 is one. */
    private static Object flag(Object value) {
        boolean isOther = value instanceof Number number && number.doubleValue() != 0 && number.doubleValue() != 1;
        return isOther ? null : DuckValues.flag(value);
    }
}
