package io.emphatic.logs.spec;

import io.emphatic.logs.spec.FeatureBlock.Bias;
import io.emphatic.logs.spec.FeatureBlock.Expressions;
import io.emphatic.logs.spec.FeatureBlock.OneHot;
import io.emphatic.logs.spec.FeatureBlock.Tiles;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import io.emphatic.logs.sql.SqlFailure;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * What φ consists of, with everything that was taken from the log it was made for: lengths of lists, categories,
 * ranges. A model keeps it, so that new rows get the same features.
 */
public record FeatureMap(List<Part> parts) {
    private static final String PLACE = "features";

    /** A run of features. */
    public sealed interface Part {}

    /**
     * The value of an expression, or of each element of a list.
     *
     * @param length the number of elements; 0 for a plain number
     */
    public record Number(String text, int length) implements Part {}

    /** A feature that is always 1. */
    public record Constant() implements Part {}

    /**
     * One feature a value.
     *
     * @param type DuckDB's type of the values where they were learned from; null in a model that does not know it
     */
    public record Categories(String text, String type, List<String> values) implements Part {}

    /** A tile coding whose ranges are known. */
    public record Tiling(Tiles tiles) implements Part {}

    public FeatureMap {
        parts = List.copyOf(parts);
    }

    /** Looks up in the log what the blocks leave open. */
    static FeatureMap of(Log log, List<FeatureBlock> blocks) throws IOException {
        List<Part> parts = new ArrayList<>();
        for (FeatureBlock block : blocks) {
            if (block instanceof Expressions expressions) {
                for (String text :
                        Sql.split(PLACE, expressions.text(), log.columns().keySet())) {
                    parts.add(number(log, text));
                }
            } else if (block instanceof Bias) {
                parts.add(new Constant());
            } else if (block instanceof OneHot oneHot) {
                parts.add(categories(log, oneHot.text()));
            } else if (block instanceof Tiles tiles) {
                parts.add(new Tiling(tiles.ranges().isEmpty() ? withRangesOf(log, tiles) : tiles));
            }
        }
        return new FeatureMap(parts);
    }

    private static Number number(Log log, String text) throws IOException {
        Expression expression = Expression.of(log, PLACE, text);
        if (!expression.isList()) {
            return new Number(text, 0);
        }
        int[] lengths = new int[2];
        ask(
                log,
                expression,
                "SELECT coalesce(min(len(" + expression.sql() + ")), 0), coalesce(max(len(" + expression.sql()
                        + ")), 0)",
                row -> {
                    lengths[0] = row.getInt(1);
                    lengths[1] = row.getInt(2);
                });
        if (lengths[0] != lengths[1] || lengths[0] == 0) {
            throw new IllegalArgumentException("features: the lists of " + text + " have between " + lengths[0]
                    + " and " + lengths[1] + " elements\nEvery row needs the same number of features, at least one.");
        }
        return new Number(text, lengths[0]);
    }

    private static Categories categories(Log log, String text) throws IOException {
        Expression expression = Expression.of(log, "features: onehot", text);
        List<String> values = new ArrayList<>();
        ask(
                log,
                expression,
                "SELECT CAST(value AS VARCHAR) FROM (SELECT DISTINCT " + expression.sql() + " AS value FROM " + Log.VIEW
                        + ") WHERE value IS NOT NULL ORDER BY value",
                row -> values.add(row.getString(1)));
        return new Categories(text, expression.type(), List.copyOf(values));
    }

    private static Tiles withRangesOf(Log log, Tiles tiles) throws IOException {
        Expression first = Expression.of(log, "features: tiles", tiles.columns().get(0));
        StringJoiner extremes = new StringJoiner(", ", "SELECT ", " FROM " + Log.VIEW);
        for (String column : tiles.columns()) {
            String sql = Expression.of(log, "features: tiles", column).asDouble();
            extremes.add(
                    "min(" + sql + ") FILTER (isfinite(" + sql + ")), max(" + sql + ") FILTER (isfinite(" + sql + "))");
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
            log.each(sql.contains(" FROM ") ? sql : sql + " FROM " + Log.VIEW, consumer);
        } catch (SQLException e) {
            throw SqlFailure.in(
                    expression.place(), expression.text(), log.columns().keySet(), e);
        }
    }

    /** Whether every feature is the value of an expression, which may be 0 in all of them at once. */
    public boolean isNumeric() {
        return parts.stream().allMatch(part -> part instanceof Number);
    }

    /** The name of every feature, in the order of φ. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof Number number) {
                if (number.length() == 0) {
                    names.add(number.text());
                }
                for (int k = 1; k <= number.length(); k++) {
                    names.add(number.text() + "[" + k + "]");
                }
            } else if (part instanceof Constant) {
                names.add("bias");
            } else if (part instanceof Categories categories) {
                categories.values().forEach(value -> names.add(categories.text() + "=" + value));
            } else if (part instanceof Tiling tiling) {
                int size = coder(tiling).size();
                for (int k = 0; k < size; k++) {
                    names.add("tile " + k);
                }
            }
        }
        return names;
    }

    static TileCoder coder(Tiling tiling) {
        Tiles tiles = tiling.tiles();
        return new TileCoder(tiles.ranges(), tiles.tilings(), tiles.bins(), tiles.memory());
    }

    /** Asks a query for what it needs of each row. */
    public FeatureReader bind(Log log, Slots slots) throws IOException {
        FeatureReader.Builder reader = new FeatureReader.Builder();
        for (Part part : parts) {
            if (part instanceof Number number) {
                Expression expression = Expression.of(log, PLACE, number.text());
                if (number.length() == 0) {
                    reader.number(slots.add(expression.asDouble(), expression));
                }
                for (int k = 1; k <= number.length(); k++) {
                    Expression element = expression.element(k);
                    reader.number(slots.add(element.asDouble(), element));
                }
            } else if (part instanceof Constant) {
                reader.constant();
            } else if (part instanceof Categories categories) {
                reader.categories(
                        slots.add(code(log, categories), Expression.of(log, PLACE, categories.text())),
                        categories.values().size());
            } else if (part instanceof Tiling tiling) {
                List<Integer> columns = new ArrayList<>();
                for (String column : tiling.tiles().columns()) {
                    Expression expression = Expression.of(log, "features: tiles", column);
                    columns.add(slots.add(expression.asDouble(), expression));
                }
                reader.tiles(columns, coder(tiling));
            }
        }
        return reader.build();
    }

    /** The number of a category, counted from 0; NULL for a value that is none. */
    private static String code(Log log, Categories categories) throws IOException {
        Expression expression = Expression.of(log, "features: onehot", categories.text());
        if (categories.values().isEmpty()) {
            return "CAST(NULL AS DOUBLE)";
        }
        try {
            String type = log.createEnum(categories.values());
            return "CAST(enum_code(TRY_CAST(" + expression.asTextOf(categories.type()) + " AS " + type
                    + ")) AS DOUBLE)";
        } catch (SQLException e) {
            throw new IOException("features: onehot: " + SqlFailure.message(e), e);
        }
    }
}
