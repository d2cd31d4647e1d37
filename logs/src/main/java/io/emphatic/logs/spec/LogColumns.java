package io.emphatic.logs.spec;

import io.emphatic.logs.spec.FeatureGroup.CategoryFeatures;
import io.emphatic.logs.spec.FeatureGroup.HashedFeatures;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.SqlFailure;
import java.io.IOException;
import java.sql.SQLException;

/** Features from the columns of a query over a log, which are added to the slots. */
record LogColumns(Log log, Slots slots) implements FeatureReader.ColumnBinder {

    @Override
    public int number(String place, String text, int element) throws IOException {
        Expression written = Expression.of(log, place, text);
        Expression number = element == 0 ? written : written.element(element);
        return slots.add(number.asDouble(), number);
    }

    @Override
    public int category(CategoryFeatures categories) throws IOException {
        Expression written = Expression.of(log, "features: onehot", categories.text());
        int slot = slots.add(code(written, categories), Expression.of(log, FeatureMap.PLACE, categories.text()));
        slots.code(slot, categories);
        return slot;
    }

    @Override
    public int hash(HashedFeatures hashed) throws IOException {
        Expression written = Expression.of(log, "features: hash", hashed.text());
        String text = "coalesce(" + written.asTextOf(hashed.type()) + ", CAST(" + written.sql() + " AS VARCHAR))";
        int slot = slots.add(ValueHash.sql(text, hashed.size()), written);
        slots.code(slot, hashed);
        return slot;
    }

    private String code(Expression written, CategoryFeatures categories) throws IOException {
        String unknown = "CASE WHEN " + written.sql() + " IS NOT NULL THEN " + FeatureReader.UNKNOWN + " END";
        if (categories.values().isEmpty()) {
            return "CAST(" + unknown + " AS DOUBLE)";
        }
        try {
            String value = written.asTextOf(categories.type());
            String known = "enum_code(TRY_CAST(" + value + " AS " + log.createEnum(categories.values()) + "))";
            return "CAST(coalesce(CAST(" + known + " AS BIGINT), " + unknown + ") AS DOUBLE)";
        } catch (SQLException e) {
            throw new IOException("features: onehot: " + SqlFailure.message(e), e);
        }
    }
}
