package io.emphatic.logs.live;

import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.math.BigInteger;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The types of the columns of rows, as DuckDB calls them. They are fixed, or they grow with the rows: a column has the
 * type of its first value, and whole numbers become DOUBLE when one with a fraction comes. Nothing else changes a type:
 * a value that does not fit refuses its row. Immutable.
 */
public record ColumnTypes(Map<String, String> asMap, Set<String> declared, boolean isGrowing) {
    private static final Map<Class<?>, String> TYPES = Map.of(
            Boolean.class, "BOOLEAN",
            Long.class, "BIGINT",
            Integer.class, "BIGINT",
            Short.class, "BIGINT",
            Byte.class, "BIGINT",
            BigInteger.class, "HUGEINT",
            String.class, "VARCHAR",
            double[].class, "DOUBLE[]");

    public ColumnTypes {
        asMap = Collections.unmodifiableMap(new LinkedHashMap<>(asMap));
    }

    /** Types that are known, and those of the rows to come. */
    public static ColumnTypes growing(Map<String, String> known) {
        return new ColumnTypes(known, Set.of(), true);
    }

    /** These types, whatever rows come. */
    public static ColumnTypes fixed(Map<String, String> types) {
        return new ColumnTypes(types, types.keySet(), false);
    }

    /** The types that {@code learn} finds in a log. */
    public static ColumnTypes of(Log log) {
        return fixed(log.givenColumns());
    }

    ColumnTypes only(Predicate<String> columns) {
        Map<String, String> kept = new LinkedHashMap<>(asMap);
        kept.keySet().removeIf(columns.negate());
        return new ColumnTypes(kept, declared, isGrowing);
    }

    ColumnTypes with(Map<String, String> given) {
        Map<String, String> all = new LinkedHashMap<>(asMap);
        given.forEach((name, type) -> {
            Optional<String> known = Sql.columnNamed(asMap.keySet(), name);
            all.put(known.orElse(name), type);
        });
        return new ColumnTypes(all, isGrowing ? Set.copyOf(given.keySet()) : Set.copyOf(all.keySet()), isGrowing);
    }

    /** Types that hold the value of a column, too; the same object where nothing changes. */
    ColumnTypes including(String column, Object value) {
        if (!isGrowing || value == null || declared.contains(column)) {
            return this;
        }
        String type = typeOf(value);
        String known = asMap.get(column);
        String wider = known == null ? type : wider(known, type);
        if (type == null || wider.equals(known)) {
            return this;
        }
        Map<String, String> all = new LinkedHashMap<>(asMap);
        all.put(column, wider);
        return new ColumnTypes(all, declared, true);
    }

    /** Null for a value that has no type by itself. */
    private static String typeOf(Object value) {
        String type = TYPES.get(value.getClass());
        if (value instanceof List<?> list) {
            return list.stream()
                    .map(one -> one == null ? null : typeOf(one))
                    .filter(Objects::nonNull)
                    .reduce(ColumnTypes::wider)
                    .map(element -> element + "[]")
                    .orElse(null);
        }
        return type == null && value instanceof Number ? "DOUBLE" : type;
    }

    private static String wider(String known, String type) {
        if (known.endsWith("[]") && type.endsWith("[]")) {
            return wider(known.substring(0, known.length() - 2), type.substring(0, type.length() - 2)) + "[]";
        }
        List<String> numbers = List.of("BIGINT", "HUGEINT", "DOUBLE");
        boolean grows = numbers.contains(known) && numbers.indexOf(type) > numbers.indexOf(known);
        return grows ? type : known;
    }
}
