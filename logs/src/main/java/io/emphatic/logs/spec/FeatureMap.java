package io.emphatic.logs.spec;

import io.emphatic.logs.spec.FeatureBlock.Bias;
import io.emphatic.logs.spec.FeatureBlock.Cross;
import io.emphatic.logs.spec.FeatureBlock.CrossOf;
import io.emphatic.logs.spec.FeatureBlock.Expressions;
import io.emphatic.logs.spec.FeatureBlock.Hashed;
import io.emphatic.logs.spec.FeatureBlock.ListExpression;
import io.emphatic.logs.spec.FeatureBlock.OneHot;
import io.emphatic.logs.spec.FeatureBlock.OneHotOf;
import io.emphatic.logs.spec.FeatureBlock.Scaled;
import io.emphatic.logs.spec.FeatureBlock.ScaledBy;
import io.emphatic.logs.spec.FeatureBlock.Tiles;
import io.emphatic.logs.spec.FeatureGroup.CategoryFeatures;
import io.emphatic.logs.spec.FeatureGroup.CrossFeatures;
import io.emphatic.logs.spec.FeatureGroup.HashedFeatures;
import io.emphatic.logs.spec.FeatureGroup.NumberFeatures;
import io.emphatic.logs.spec.FeatureGroup.ScaledFeatures;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
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
    public static FeatureMap of(Log log, List<FeatureBlock> blocks) throws IOException {
        List<FeatureGroup> groups = new ArrayList<>();
        for (FeatureBlock block : blocks) {
            if (block instanceof Expressions expressions) {
                for (String text : Wildcard.split(log, expressions.text())) {
                    groups.add(numbers(log, text));
                }
            } else if (block instanceof Scaled scaled) {
                for (String text : Wildcard.split(log, scaled.text())) {
                    groups.add(scaled(log, numbers(log, text)));
                }
            } else if (block instanceof Hashed hashed) {
                Expression written = Expression.of(log, "features: hash", hashed.column());
                groups.add(new HashedFeatures(hashed.column(), written.type(), hashed.size()));
            } else if (block instanceof Cross cross) {
                List<CategoryFeatures> factors = new ArrayList<>();
                for (String column : cross.columns()) {
                    factors.add(categories(log, "features: cross", column));
                }
                groups.add(new CrossFeatures(factors));
            } else if (block instanceof Bias bias) {
                groups.add(bias);
            } else if (block instanceof ListExpression list) {
                groups.add(new NumberFeatures(list.text(), list.length()));
            } else if (block instanceof OneHotOf given) {
                groups.add(DeclaredValues.of(log, "features: onehot", given));
            } else if (block instanceof CrossOf given) {
                List<CategoryFeatures> factors = new ArrayList<>();
                for (OneHotOf factor : given.factors()) {
                    factors.add(DeclaredValues.of(log, "features: cross", factor));
                }
                groups.add(new CrossFeatures(factors));
            } else if (block instanceof ScaledBy by) {
                groups.add(new ScaledFeatures(by.text(), 0, List.of(by.mean()), List.of(by.deviation())));
            } else if (block instanceof OneHot oneHot) {
                for (String text : Wildcard.expand(log, oneHot.text())) {
                    groups.add(categories(log, "features: onehot", text));
                }
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
        if (!log.hasRows()) {
            throw DeclaredValues.unknownLength(text);
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

    /** By one thread: the same rows give the same bytes. */
    private static ScaledFeatures scaled(Log log, NumberFeatures numbers) throws IOException {
        if (!log.hasRows()) {
            throw DeclaredValues.unknownMoments(numbers.text());
        }
        Expression written = Expression.of(log, "features: scale", numbers.text());
        StringJoiner moments = new StringJoiner(", ", "SELECT ", " FROM " + Log.VIEW);
        int count = Math.max(1, numbers.length());
        for (int k = 1; k <= count; k++) {
            String sql = (numbers.length() == 0 ? written : written.element(k)).asDouble();
            String finite = sql + ") FILTER (isfinite(" + sql + "))";
            moments.add("avg(" + finite + ", stddev_pop(" + finite);
        }
        List<Double> means = new ArrayList<>();
        List<Double> deviations = new ArrayList<>();
        try {
            log.eachByOneThread(moments.toString(), row -> {
                for (int k = 0; k < count; k++) {
                    means.add(row.getDouble(2 * k + 1));
                    double deviation = row.getDouble(2 * k + 2);
                    deviations.add(deviation > 0 ? deviation : 1); // a constant becomes 0
                }
            });
        } catch (SQLException e) {
            throw SqlFailure.in(log, written.place(), written.text(), e);
        }
        return new ScaledFeatures(numbers.text(), numbers.length(), means, deviations);
    }

    private static CategoryFeatures categories(Log log, String place, String text) throws IOException {
        if (!log.hasRows()) {
            throw DeclaredValues.unknownValues(place.substring(place.indexOf(' ') + 1), text);
        }
        Expression expression = Expression.of(log, place, text);
        List<String> values = new ArrayList<>();
        String distinct = "SELECT CAST(value AS VARCHAR) FROM (SELECT DISTINCT " + expression.sql() + " AS value FROM "
                + Log.VIEW + ") WHERE value IS NOT NULL ORDER BY value";
        ask(log, expression, distinct, row -> values.add(row.getString(1)));
        return new CategoryFeatures(text, expression.type(), List.copyOf(values));
    }

    private static Tiles withRangesOf(Log log, Tiles tiles) throws IOException {
        if (!log.hasRows()) {
            throw DeclaredValues.unknownRanges(tiles);
        }
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
        return groups.stream().allMatch(group -> group instanceof NumberFeatures || group instanceof ScaledFeatures);
    }

    /** The columns and expressions that the features are made of, as they were written. */
    public List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (FeatureGroup group : groups) {
            if (group instanceof NumberFeatures numbers) {
                texts.add(numbers.text());
            } else if (group instanceof ScaledFeatures scaled) {
                texts.add(scaled.text());
            } else if (group instanceof HashedFeatures hashed) {
                texts.add(hashed.text());
            } else if (group instanceof CrossFeatures cross) {
                cross.factors().forEach(factor -> texts.add(factor.text()));
            } else if (group instanceof CategoryFeatures categories) {
                texts.add(categories.text());
            } else if (group instanceof Tiles tiles) {
                texts.addAll(tiles.columns());
            }
        }
        return texts;
    }

    /** The mean of ‖φ‖² over the rows of a log; values that are no finite numbers are left out. */
    public double meanSquare(Log log) throws IOException {
        double sum = 0;
        for (FeatureGroup group : groups) {
            if (group instanceof NumberFeatures numbers) {
                Expression written = Expression.of(log, PLACE, numbers.text());
                for (int k = numbers.length() == 0 ? 0 : 1; k <= numbers.length(); k++) {
                    sum += meanSquare(log, k == 0 ? written : written.element(k));
                }
            } else {
                sum += group instanceof Tiles tiles ? tiles.tilings() : 1;
            }
        }
        return sum;
    }

    private static double meanSquare(Log log, Expression number) throws IOException {
        String x = number.asDouble();
        String query = "SELECT coalesce(avg(" + x + " * " + x + ") FILTER (isfinite(" + x + ")), 0) FROM " + Log.VIEW;
        double[] mean = new double[1];
        ask(log, number, query, row -> mean[0] = row.getDouble(1));
        return mean[0];
    }

    /** The name of every feature, in the order of φ. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        for (FeatureGroup group : groups) {
            if (group instanceof NumberFeatures numbers) {
                names.addAll(names(numbers.text(), numbers.length()));
            } else if (group instanceof ScaledFeatures scaled) {
                names.addAll(names(scaled.text(), scaled.length()));
            } else if (group instanceof HashedFeatures hashed) {
                IntStream.range(0, hashed.size()).forEach(k -> names.add(hashed.text() + "#" + k));
            } else if (group instanceof CrossFeatures cross) {
                names.addAll(combinations(cross.factors()));
            } else if (group instanceof Bias) {
                names.add("bias");
            } else if (group instanceof CategoryFeatures categories) {
                names.addAll(names(categories));
            } else if (group instanceof Tiles tiles) {
                IntStream.range(0, new TileCoder(tiles).size()).forEach(k -> names.add("tile " + k));
            }
        }
        return names;
    }

    private static List<String> names(String text, int length) {
        return length == 0
                ? List.of(text)
                : IntStream.rangeClosed(1, length)
                        .mapToObj(k -> text + "[" + k + "]")
                        .toList();
    }

    private static List<String> names(CategoryFeatures categories) {
        return categories.values().stream()
                .map(value -> categories.text() + "=" + value)
                .toList();
    }

    private static List<String> combinations(List<CategoryFeatures> factors) {
        List<String> names = names(factors.get(0));
        for (CategoryFeatures factor : factors.subList(1, factors.size())) {
            List<String> before = names;
            names = before.stream()
                    .flatMap(name -> names(factor).stream().map(value -> name + " × " + value))
                    .toList();
        }
        return names;
    }

    /** Adds the columns that the features need to a query. */
    public FeatureReader bind(Log log, Slots slots) throws IOException {
        return new FeatureReader(groups, new LogColumns(log, slots));
    }

    /** What the spec calls the features of a category: onehot, hash or cross. */
    public String kindOf(String text) {
        for (FeatureGroup group : groups) {
            if (group instanceof CategoryFeatures categories
                    && categories.text().equals(text)) {
                return "onehot";
            }
            if (group instanceof HashedFeatures hashed && hashed.text().equals(text)) {
                return "hash";
            }
        }
        return "cross";
    }
}
