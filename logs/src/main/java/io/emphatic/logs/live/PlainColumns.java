package io.emphatic.logs.live;

import io.emphatic.logs.model.CategoryIndex;
import io.emphatic.logs.model.DuckValues;
import io.emphatic.logs.spec.FeatureBlock;
import io.emphatic.logs.spec.FeatureBlock.Hashed;
import io.emphatic.logs.spec.FeatureBlock.OneHot;
import io.emphatic.logs.spec.Plan;
import io.emphatic.logs.spec.ValueHash;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The numbers and keys of a row where every expression is a column or a number: as DuckDB would compute them. */
final class PlainColumns {
    private static final Set<String> PLAIN = Set.of("BIGINT", "DOUBLE", "BOOLEAN", "VARCHAR");

    /**
     * A number of a row; {@code column} is −1 for a constant.
     *
     * @param isNumber whether it is the value itself of a column of numbers or flags
     */
    private record PlainSlot(int column, ToDoubleFunction<Object> conversion, boolean isNumber) {
        PlainSlot(int column, ToDoubleFunction<Object> conversion) {
            this(column, conversion, false);
        }
    }

    private record KeyColumn(int column, Function<Object, Object> conversion) {}

    private final List<PlainSlot> slots = new ArrayList<>();
    private final List<KeyColumn> keys = new ArrayList<>();
    private final List<String> columns;
    private final Plan plan;
    private List<String> placedNames; // the same in post after post
    private int[] places;

    private PlainColumns(Plan plan) {
        this.plan = plan;
        this.columns = List.copyOf(plan.log().columns().keySet());
    }

    /**
     * Empty where an expression needs DuckDB.
     *
     * @param keys of the stream, then those of the time
     */
    static Optional<PlainColumns> of(Plan plan, List<Expression> keys) {
        PlainColumns plain = new PlainColumns(plan);
        for (int slot = 0; slot < plan.slots().size(); slot++) {
            if (!plain.addSlot(slot)) {
                return Optional.empty();
            }
        }
        for (Expression key : keys) {
            if (!plain.addKey(key)) {
                return Optional.empty();
            }
        }
        return Optional.of(plain);
    }

    private int column(Expression expression) {
        for (int c = 0; c < columns.size(); c++) {
            if (expression.sql().equals(Sql.identifier(columns.get(c)))) {
                return PLAIN.contains(plan.log().columns().get(columns.get(c))) ? c : -1;
            }
        }
        return -1;
    }

    private boolean addSlot(int slot) {
        Expression written = plan.slots().expressions().get(slot);
        String sql = plan.slots().sql().get(slot);
        if (written.isConstant() && sql.equals(written.asDouble())) {
            double constant = written.constant();
            return slots.add(new PlainSlot(-1, none -> constant));
        }
        int column = column(written);
        if (column < 0) {
            return false;
        }
        FeatureBlock group = plan.slots().coded(slot);
        if (group != null) {
            return addCode(column, written, group);
        }
        boolean time = plan.timeStep() != null && plan.timeStep().time().slot() == slot;
        if (sql.equals(written.asFlag())) {
            return slots.add(
                    new PlainSlot(column, PlainColumns::flag, written.type().equals("BOOLEAN")));
        }
        if (sql.equals(written.asDouble()) || time && !written.type().equals("VARCHAR")) {
            return slots.add(
                    new PlainSlot(column, PlainColumns::number, !written.type().equals("VARCHAR")));
        }
        return false;
    }

    private boolean addCode(int column, Expression written, FeatureBlock group) {
        if (group instanceof OneHot categories && written.type().equals(categories.type())) {
            Optional<ToDoubleFunction<Object>> index = CategoryIndex.of(categories.type(), categories.values());
            index.ifPresent(found -> slots.add(new PlainSlot(column, found)));
            return index.isPresent();
        }
        if (group instanceof Hashed hashed && written.type().equals(hashed.type())) {
            Optional<Function<Object, String>> text = CategoryIndex.text(hashed.type());
            text.ifPresent(found -> slots.add(new PlainSlot(
                    column, value -> value == null ? Double.NaN : ValueHash.of(found.apply(value), hashed.size()))));
            return text.isPresent();
        }
        return false;
    }

    private boolean addKey(Expression key) {
        int column = column(key);
        if (column < 0) {
            return false;
        }
        return keys.add(new KeyColumn(column, key.isWhole() ? value -> value : DuckValues::text));
    }

    private static double number(Object value) {
        return value instanceof String text ? DuckValues.number(text) : DuckValues.number(value, "DOUBLE");
    }

    private static double flag(Object value) {
        if (value == null) {
            return Double.NaN;
        }
        if (value instanceof Number number) {
            return number.doubleValue() != 0 ? 1 : 0;
        }
        Boolean flag = value instanceof Boolean given ? given : DuckValues.flag((String) value);
        return flag == null ? Double.NaN : flag ? 1 : 0;
    }

    /** Where each column is among others; −1 for one that is missing. */
    int[] find(List<String> names) {
        if (!names.equals(placedNames)) {
            Set<String> among = Set.copyOf(names);
            placedNames = names;
            places = columns.stream()
                    .mapToInt(column -> Expression.columnNamed(among, column)
                            .map(names::indexOf)
                            .orElse(-1))
                    .toArray();
        }
        return places;
    }

    double[] numbers(LiveColumns rows, int[] where, int row) {
        double[] numbers = new double[slots.size()];
        for (int k = 0; k < numbers.length; k++) {
            PlainSlot slot = slots.get(k);
            int column = slot.column() < 0 ? -1 : where[slot.column()];
            numbers[k] = column >= 0 && slot.isNumber()
                    ? rows.number(column, row)
                    : slot.conversion().applyAsDouble(column < 0 ? null : rows.value(column, row));
        }
        return numbers;
    }

    /** Null for one that is absent. */
    Object[] keys(LiveColumns rows, int[] where, int row) {
        Object[] found = new Object[keys.size()];
        for (int k = 0; k < found.length; k++) {
            int column = where[keys.get(k).column()];
            Object value = column < 0 ? null : rows.value(column, row);
            found[k] = value == null ? null : keys.get(k).conversion().apply(value);
        }
        return found;
    }

    double[] numbers(Object[] values) {
        double[] numbers = new double[slots.size()];
        for (int k = 0; k < numbers.length; k++) {
            PlainSlot slot = slots.get(k);
            numbers[k] = slot.conversion().applyAsDouble(slot.column() < 0 ? null : values[slot.column()]);
        }
        return numbers;
    }

    /** Null for one that is absent. */
    Object[] keys(Object[] values) {
        Object[] found = new Object[keys.size()];
        for (int k = 0; k < found.length; k++) {
            Object value = values[keys.get(k).column()];
            found[k] = value == null ? null : keys.get(k).conversion().apply(value);
        }
        return found;
    }
}
