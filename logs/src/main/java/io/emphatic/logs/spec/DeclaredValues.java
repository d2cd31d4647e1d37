package io.emphatic.logs.spec;

import io.emphatic.logs.spec.FeatureBlock.OneHotOf;
import io.emphatic.logs.spec.FeatureGroup.CategoryFeatures;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import io.emphatic.logs.sql.SqlFailure;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What features are made of where the spec says it, so that it need not be looked up in a log. */
final class DeclaredValues {
    private DeclaredValues() {}

    /** The values as those of the expression's type are written: 1 is {@code 1.0} among doubles. */
    static CategoryFeatures of(Log log, String place, OneHotOf given) throws IOException {
        Expression expression = Expression.of(log, place, given.text());
        List<String> values = new ArrayList<>();
        for (String value : given.values()) {
            try {
                String cast =
                        "SELECT CAST(TRY_CAST(" + Sql.string(value) + " AS " + expression.type() + ") AS VARCHAR)";
                values.add(log.texts(cast).get(0));
            } catch (SQLException e) {
                throw SqlFailure.in(log, place, given.text(), e);
            }
            if (values.get(values.size() - 1) == null) {
                throw new IllegalArgumentException(
                        place + ": " + value + " is no value of " + given.text() + ", which is " + expression.type());
            }
        }
        return new CategoryFeatures(given.text(), expression.type(), List.copyOf(values));
    }

    /** Refuses to look something up where there are no rows yet. */
    static void requireRows(Log log, String what, String remedy) {
        if (!log.hasRows()) {
            throw new IllegalArgumentException("features: " + what + " cannot be known before the rows come\nWrite "
                    + remedy + ", or go on from a model (--from), which knows it.");
        }
    }
}
