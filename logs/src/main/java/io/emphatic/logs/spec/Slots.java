package io.emphatic.logs.spec;

import io.emphatic.logs.sql.Expression;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** The numeric columns of a query. Each expression is selected once, however many predictions use it. */
public final class Slots {
    private final Map<String, Integer> bySql = new LinkedHashMap<>();
    private final List<Expression> expressions = new ArrayList<>();
    private final Map<Integer, FeatureBlock> codes = new HashMap<>();

    /** The slot of this SQL, a new one if it has none yet; {@code expression} is how it was written. */
    int add(String sql, Expression expression) {
        Integer known = bySql.putIfAbsent(sql, bySql.size());
        if (known == null) {
            expressions.add(expression);
        }
        return known == null ? bySql.size() - 1 : known;
    }

    /** The slot has the number of a category, or of a hash, of this block. */
    void code(int slot, FeatureBlock group) {
        codes.put(slot, group);
    }

    /** Whose categories or hashes a slot has; null where it has numbers. */
    public FeatureBlock coded(int slot) {
        return codes.get(slot);
    }

    /** The values of an expression; a constant takes no slot. Null for null. */
    NumberSource source(Expression expression) {
        if (expression == null || !expression.isConstant()) {
            return expression == null ? null : source(expression.asDouble(), expression);
        }
        return NumberSource.constant(expression.constant());
    }

    /** The values of this SQL; {@code expression} is how it was written. */
    NumberSource source(String sql, Expression expression) {
        return NumberSource.slot(add(sql, expression));
    }

    /** 1 for true and 0 for false; 0 for null. */
    NumberSource flag(Expression expression) {
        return expression == null ? NumberSource.constant(0) : source(expression.asFlag(), expression);
    }

    public int size() {
        return bySql.size();
    }

    public List<String> sql() {
        return List.copyOf(bySql.keySet());
    }

    public List<Expression> expressions() {
        return expressions;
    }

    public String select(List<Expression> keys, String source) {
        return select(keys, source, new BitSet());
    }

    /** @param tried slots that are NULL where they cannot be computed, instead of a failure */
    public String select(List<Expression> keys, String source, BitSet tried) {
        StringJoiner columns = new StringJoiner(", ", "SELECT ", " FROM " + source);
        columns.setEmptyValue("SELECT 1 FROM " + source);
        // a key of a later prediction may have made a column DECIMAL since
        bySql.forEach((sql, slot) ->
                columns.add(tried.get(slot) ? "TRY(CAST(" + sql + " AS DOUBLE))" : "CAST(" + sql + " AS DOUBLE)"));
        keys.forEach(key -> columns.add(key.asKey()));
        return columns.toString();
    }
}
