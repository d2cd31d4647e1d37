package io.emphatic.logs.spec;

import io.emphatic.logs.spec.FeatureBlock.Cross;
import io.emphatic.logs.spec.FeatureBlock.OneHot;
import io.emphatic.logs.spec.FeatureBlock.OneHotOf;
import io.emphatic.logs.spec.FeatureBlock.Scaled;
import io.emphatic.logs.spec.FeatureBlock.Tiles;
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
public final class DeclaredValues {
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

    /** Refuses blocks that leave open what has to be looked up in rows, before any has come. */
    public static void require(List<FeatureBlock> blocks) {
        for (FeatureBlock block : blocks) {
            if (block instanceof OneHot oneHot) {
                throw unknownValues("onehot", oneHot.text());
            } else if (block instanceof Cross cross) {
                throw unknownValues("cross", cross.columns().get(0));
            } else if (block instanceof Scaled scaled) {
                throw unknownMoments(
                        Sql.split(FeatureMap.PLACE, scaled.text(), List.of()).get(0));
            } else if (block instanceof Tiles tiles && tiles.ranges().isEmpty()) {
                throw unknownRanges(tiles);
            }
        }
    }

    static IllegalArgumentException unknownLength(String list) {
        return unknown("the number of elements of " + list, "expressions: [{column: " + list + ", length: 4}]");
    }

    static IllegalArgumentException unknownMoments(String number) {
        return unknown(
                "the mean and the deviation of " + number, "scale: [{column: " + number + ", mean: 0, deviation: 1}]");
    }

    static IllegalArgumentException unknownValues(String kind, String column) {
        return unknown("the values of " + column, kind + ": [{column: " + column + ", values: [first, second]}]");
    }

    static IllegalArgumentException unknownRanges(Tiles tiles) {
        return unknown(
                "the ranges of " + String.join(", ", tiles.columns()),
                "ranges: [[0, 1], …] in tiles, one for each column");
    }

    private static IllegalArgumentException unknown(String what, String remedy) {
        return new IllegalArgumentException("features: " + what + " cannot be known before the rows come\nWrite "
                + remedy + ", or go on from a model, which knows it.");
    }
}
