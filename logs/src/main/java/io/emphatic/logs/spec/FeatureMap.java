package io.emphatic.logs.spec;

import io.emphatic.logs.spec.FeatureBlock.Bias;
import io.emphatic.logs.spec.FeatureBlock.Expressions;
import io.emphatic.logs.spec.FeatureBlock.OneHot;
import io.emphatic.logs.spec.FeatureBlock.Tiles;
import io.emphatic.logs.spec.FeatureGroup.CategoryFeatures;
import io.emphatic.logs.spec.FeatureGroup.NumberFeatures;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import io.emphatic.logs.sql.SqlFailure;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/**
 * The features of φ, with everything that was taken from the log they were made for: lengths of lists, categories,
 * ranges. A model keeps it, so that new rows get the same features.
 */
public record FeatureMap(List<FeatureGroup> groups) {
    static final String PLACE = "features";

    public FeatureMap {
        groups = List.copyOf(groups);
    }

    /** Looks up in the log whatever the blocks leave open. */
    static FeatureMap of(Log log, List<FeatureBlock> blocks) throws IOException {
        List<FeatureGroup> groups = new ArrayList<>();
        for (FeatureBlock block : blocks) {
            if (block instanceof Expressions expressions) {
                List<String> texts =
                        Sql.split(PLACE, expressions.text(), log.columns().keySet());
                for (String text : texts) {
                    groups.add(numbers(log, text));
                }
            } else if (block instanceof Bias bias) {
                groups.add(bias);
            } else if (block instanceof OneHot oneHot) {
                groups.add(categories(log, oneHot.text()));
            } else if (block instanceof Tiles tiles) {
                groups.add(tiles.ranges().isEmpty() ? withRangesOf(log, tiles) : tiles);
            }
        }
        return new FeatureMap(groups);
    }

    private static NumberFeatures numbers(Log log, String text) throws IOException {
        Expression expression = Expression.of(log, PLACE, text);
        if (!expression.isList()) {
            return new NumberFeatures(text, 0);
        }
        List<Integer> lengths = new ArrayList<>();
        String length = "len(" + expression.sql() + ")";
        String extremes = "SELECT coalesce(min(" + length + "), 0), coalesce(max(" + length + "), 0) FROM " + Log.VIEW;
        ask(log, expression, extremes, row -> lengths.addAll(List.of(row.getInt(1), row.getInt(2))));
        int least = lengths.get(0);
        int most = lengths.get(1);
        if (least != most || least == 0) {
            throw new IllegalArgumentException("features: the lists of " + text + " have between " + least + " and "
                    + most + " elements\nEvery row needs the same number of features, at least one.");
        }
        return new NumberFeatures(text, least);
    }

    private static CategoryFeatures categories(Log log, String text) throws IOException {
        Expression expression = Expression.of(log, "features: onehot", text);
        List<String> values = new ArrayList<>();
        String distinct = "SELECT CAST(value AS VARCHAR) FROM (SELECT DISTINCT " + expression.sql() + " AS value FROM "
                + Log.VIEW + ") WHERE value IS NOT NULL ORDER BY value";
        ask(log, expression, distinct, row -> values.add(row.getString(1)));
        return new CategoryFeatures(text, expression.type(), List.copyOf(values));
    }

    private static Tiles withRangesOf(Log log, Tiles tiles) throws IOException {
        Expression first = Expression.of(log, "features: tiles", tiles.columns().get(0));
        StringJoiner extremes = new StringJoiner(", ", "SELECT ", " FROM " + Log.VIEW);
        for (String column : tiles.columns()) {
            String sql = Expression.of(log, "features: tiles", column).asDouble();
            String finite = sql + ") FILTER (isfinite(" + sql + "))";
            extremes.add("min(" + finite + ", max(" + finite);
        }
        List<List<Double>> ranges = new ArrayList<>();
        ask(log, first, extremes.toString(), row -> {
            for (int d = 0; d < tiles.columns().size(); d++) {
                double low = row.getDouble(2 * d + 1);
                double high = row.getDouble(2 * d + 2);
                ranges.add(List.of(low, high > low ? high : low + 1));
            }
        });
        return new Tiles(tiles.columns(), ranges, tiles.tilings(), tiles.bins(), tiles.memory());
    }

    private static void ask(Log log, Expression expression, String sql, Log.RowConsumer consumer) throws IOException {
        try {
            log.each(sql, consumer);
        } catch (SQLException e) {
            throw SqlFailure.in(log, expression.place(), expression.text(), e);
        }
    }

    /** Whether every feature is the value of an expression, so that all may be 0 in one row. */
    public boolean isNumeric() {
        return groups.stream().allMatch(group -> group instanceof NumberFeatures);
    }

    /** The name of every feature, in the order of φ. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        for (FeatureGroup group : groups) {
            if (group instanceof NumberFeatures numbers) {
                if (numbers.length() == 0) {
                    names.add(numbers.text());
                }
                for (int k = 1; k <= numbers.length(); k++) {
                    names.add(numbers.text() + "[" + k + "]");
                }
            } else if (group instanceof Bias) {
                names.add("bias");
            } else if (group instanceof CategoryFeatures categories) {
                categories.values().forEach(value -> names.add(categories.text() + "=" + value));
            } else if (group instanceof Tiles tiles) {
                IntStream.range(0, new TileCoder(tiles).size()).forEach(k -> names.add("tile " + k));
            }
        }
        return names;
    }

    /** Adds the columns that the features need to a query. */
    public FeatureReader bind(Log log, Slots slots) throws IOException {
        return new FeatureReader(groups, new LogColumns(log, slots));
    }
}
