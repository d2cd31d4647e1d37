package io.emphatic.logs.model;

import io.emphatic.logs.spec.FeatureBlock.Hashed;
import io.emphatic.logs.spec.FeatureBlock.OneHot;
import io.emphatic.logs.spec.FeatureReader;
import io.emphatic.logs.sql.Sql;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/** Numbers of rows in memory: columns and plain numbers, with the conversions that DuckDB makes. */
public final class PlainColumns implements FeatureReader.ColumnBinder {
    private static final Set<String> WHOLE =
            Set.of("TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT".split(" "));

    /** A number of a row; {@code column} is −1 for a constant. */
    private record Slot(int column, ToDoubleFunction<Object> conversion) {}

    private final Map<String, String> types;
    private final List<String> columns;
    private final List<Slot> slots = new ArrayList<>();

    /** @param types of the columns, in the order in which rows have their values */
    public PlainColumns(Map<String, String> types) {
        this.types = types;
        this.columns = List.copyOf(types.keySet());
    }

    public int addConstant(double constant) {
        return add(-1, none -> constant);
    }

    /** 1 for true and 0 for false; NaN where a value is neither. */
    public int addFlag(String column) {
        return add(columns.indexOf(column), value -> {
            Boolean flag = value == null ? null : DuckValues.flag(value);
            return flag == null ? Double.NaN : flag ? 1 : 0;
        });
    }

    @Override
    public int number(String place, String text, int element) {
        double constant = Sql.number(text.strip());
        boolean isColumn = Sql.columnNamed(types.keySet(), text.strip()).isPresent();
        if (!isColumn && !Double.isNaN(constant)) {
            return addConstant(constant);
        }
        int column = column(text);
        String type = types.get(columns.get(column));
        return add(
                column,
                element == 0
                        ? value -> DuckValues.number(value, type)
                        : value -> DuckValues.number(DuckValues.element(value, element), type));
    }

    @Override
    public int category(OneHot categories) {
        int column = column(categories.text());
        return add(
                column,
                canonical(categories.type())
                        .map(key -> index(key, categories.values()))
                        .orElseThrow(
                                () -> needsDuckDb(categories.text() + " is a category of type " + categories.type())));
    }

    /** What is hashed is the text of a value as DuckDB writes it. */
    @Override
    public int hash(Hashed hashed) {
        int column = column(hashed.text());
        Function<Object, String> written = text(hashed.type())
                .orElseThrow(() -> needsDuckDb(hashed.text() + " is a category of type " + hashed.type()));
        return add(column, value -> value == null ? Double.NaN : hashed.feature(written.apply(value)));
    }

    private int column(String text) {
        return columns.indexOf(Sql.columnNamed(types.keySet(), text.strip())
                .orElseThrow(() -> needsDuckDb(text + " is not a column but a SQL expression")));
    }

    private static IllegalArgumentException needsDuckDb(String feature) {
        return new IllegalArgumentException("the feature " + feature + ", which needs"
                + " DuckDB\nUse `emphatic predict`, or compute the features and give them to predict(double[]).");
    }

    private int add(int column, ToDoubleFunction<Object> conversion) {
        slots.add(new Slot(column, conversion));
        return slots.size() - 1;
    }

    /** The numbers of a row, whose values are given by column. */
    public double[] numbers(IntFunction<Object> values) {
        double[] numbers = new double[slots.size()];
        for (int k = 0; k < numbers.length; k++) {
            Slot slot = slots.get(k);
            Object value = slot.column() < 0 ? null : values.apply(slot.column());
            try {
                numbers[k] = slot.conversion().applyAsDouble(value);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "the column " + columns.get(slot.column()) + ": " + e.getMessage(), e);
            }
        }
        return numbers;
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
            case "BOOLEAN" -> Optional.of(PlainColumns::flag);
            default -> Optional.empty();
        };
    }

    /** How values of a type are written, and others as they are; empty for a type of which only DuckDB knows it. */
    private static Optional<Function<Object, String>> text(String type) {
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
