package io.emphatic.logs.model;

import io.emphatic.logs.spec.FeatureBlock.Hashed;
import io.emphatic.logs.spec.FeatureBlock.OneHot;
import io.emphatic.logs.spec.FeatureReader.ColumnBinder;
import io.emphatic.logs.spec.ValueHash;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.RowQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Features from rows in memory: columns and plain numbers, with the conversions that DuckDB makes. */
final class ServedColumns implements ColumnBinder {
    /** A number of a row; {@code column} is null for a constant. */
    private record Slot(String column, ToDoubleFunction<Object> conversion) {}

    private final Map<String, String> types;
    private final List<Slot> slots = new ArrayList<>();

    /** @param types of the columns that the model knows */
    ServedColumns(Map<String, String> types) {
        this.types = types;
    }

    /** Whether every feature of a model can be made without SQL. */
    static boolean suffice(Model model) {
        try {
            RowPredictor.withoutSql(model);
            return true;
        } catch (IllegalArgumentException | IOException e) {
            return false;
        }
    }

    int size() {
        return slots.size();
    }

    @Override
    public int number(String place, String text, int element) {
        double constant = Expression.number(text.strip());
        Optional<String> column = Expression.columnNamed(types.keySet(), text.strip());
        if (column.isEmpty() && !Double.isNaN(constant)) {
            return add(new Slot(null, none -> constant));
        }
        String name = column.orElseThrow(() -> needsSql(text));
        String type = types.get(name);
        return add(new Slot(
                name,
                element == 0
                        ? value -> DuckValues.number(value, type)
                        : value -> DuckValues.number(DuckValues.element(value, element), type)));
    }

    @Override
    public int category(OneHot categories) {
        String text = categories.text();
        String name = Expression.columnNamed(types.keySet(), text.strip()).orElseThrow(() -> needsSql(text));
        ToDoubleFunction<Object> index = CategoryIndex.of(categories.type(), categories.values())
                .orElseThrow(() -> needsSql(text + ", of type " + categories.type()));
        return add(new Slot(name, index));
    }

    /** What is hashed is the text of a value as DuckDB writes it; of days and times that is not known here. */
    @Override
    public int hash(Hashed hashed) {
        String text = hashed.text();
        String name = Expression.columnNamed(types.keySet(), text.strip()).orElseThrow(() -> needsSql(text));
        Function<Object, String> written =
                CategoryIndex.text(hashed.type()).orElseThrow(() -> needsSql(text + ", of type " + hashed.type()));
        return add(new Slot(
                name, value -> value == null ? Double.NaN : ValueHash.of(written.apply(value), hashed.size())));
    }

    private static IllegalArgumentException needsSql(String text) {
        return new IllegalArgumentException("the feature " + text + " is not a column but a SQL expression, which needs"
                + " DuckDB\nUse `emphatic predict`, or compute the features and give them to predict(double[]).");
    }

    private int add(Slot slot) {
        slots.add(slot);
        return slots.size() - 1;
    }

    void read(Map<String, ?> row, double[][] numbers) {
        for (int k = 0; k < numbers.length; k++) {
            Slot slot = slots.get(k);
            Object value = slot.column() == null ? null : RowQuery.value(row, slot.column());
            try {
                numbers[k][0] = slot.conversion().applyAsDouble(value);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("the column " + slot.column() + ": " + e.getMessage(), e);
            }
        }
    }
}
