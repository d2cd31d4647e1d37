package io.emphatic.logs.spec;

import io.emphatic.logs.sql.Expression;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The numeric columns of a query: each expression is asked for once, however many predictions use it. */
public final class Slots {
    private final Map<String, Integer> bySql = new LinkedHashMap<>();
    private final List<Expression> expressions = new ArrayList<>();

    /** The slot of this SQL, a new one if it has none yet; {@code expression} is how it was written. */
    int add(String sql, Expression expression) {
        Integer known = bySql.putIfAbsent(sql, bySql.size());
        if (known == null) {
            expressions.add(expression);
        }
        return known == null ? bySql.size() - 1 : known;
    }

    /** A number that may be the same for every row: then it takes no slot. */
    Quantity quantity(Expression expression) {
        return expression.isConstant()
                ? Quantity.constant(expression.constant())
                : Quantity.slot(add(expression.asDouble(), expression));
    }

    public int size() {
        return bySql.size();
    }

    /** The SQL of each slot. */
    public List<String> sql() {
        return List.copyOf(bySql.keySet());
    }

    /** What was written for each slot, by whoever came first. */
    public List<Expression> expressions() {
        return expressions;
    }

    /**
     * Where a number comes from.
     *
     * @param slot the column of the query; −1 for a constant
     * @param value the constant
     */
    public record Quantity(int slot, double value) {
        static Quantity constant(double value) {
            return new Quantity(-1, value);
        }

        static Quantity slot(int slot) {
            return new Quantity(slot, Double.NaN);
        }

        public double at(double[][] columns, int row) {
            return slot < 0 ? value : columns[slot][row];
        }

        /** The column that has its values, given one that is filled with the constant. */
        public double[] in(double[][] columns, double[] filled) {
            return slot < 0 ? filled : columns[slot];
        }

        /** A column full of the constant, of which there is one for all who ask; null if it is none. */
        public double[] filled(Map<Double, double[]> columns, int length) {
            return slot >= 0
                    ? null
                    : columns.computeIfAbsent(value, constant -> {
                        double[] column = new double[length];
                        Arrays.fill(column, constant);
                        return column;
                    });
        }
    }
}
