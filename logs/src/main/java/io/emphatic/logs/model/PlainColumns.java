package io.emphatic.logs.model;

import io.emphatic.logs.spec.FeatureBlock.Hashed;
import io.emphatic.logs.spec.FeatureBlock.OneHot;
import io.emphatic.logs.spec.FeatureReader.ColumnBinder;
import io.emphatic.logs.spec.ValueHash;
import io.emphatic.logs.sql.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/** Numbers of rows in memory: columns and plain numbers, with the conversions that DuckDB makes. */
public final class PlainColumns implements ColumnBinder {
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

    public void addConstant(double constant) {
        slots.add(new Slot(-1, none -> constant));
    }

    /** 1 for true and 0 for false; NaN where a value is neither. */
    public void addFlag(String column) {
        slots.add(new Slot(columns.indexOf(column), value -> {
            Boolean flag = value == null ? null : DuckValues.flag(value);
            return flag == null ? Double.NaN : flag ? 1 : 0;
        }));
    }

    @Override
    public int number(String place, String text, int element) {
        double constant = Expression.number(text.strip());
        boolean isColumn = Expression.columnNamed(types.keySet(), text.strip()).isPresent();
        if (!isColumn && !Double.isNaN(constant)) {
            addConstant(constant);
            return slots.size() - 1;
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
                CategoryIndex.of(categories.type(), categories.values())
                        .orElseThrow(
                                () -> needsDuckDb(categories.text() + " is a category of type " + categories.type())));
    }

    /** What is hashed is the text of a value as DuckDB writes it. */
    @Override
    public int hash(Hashed hashed) {
        int column = column(hashed.text());
        Function<Object, String> written = CategoryIndex.text(hashed.type())
                .orElseThrow(() -> needsDuckDb(hashed.text() + " is a category of type " + hashed.type()));
        return add(column, value -> value == null ? Double.NaN : ValueHash.of(written.apply(value), hashed.size()));
    }

    private int column(String text) {
        return columns.indexOf(Expression.columnNamed(types.keySet(), text.strip())
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
}
