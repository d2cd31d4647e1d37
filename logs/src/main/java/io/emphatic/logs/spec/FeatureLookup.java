package io.emphatic.logs.spec;

import io.emphatic.logs.spec.FeatureBlock.Expressions;
import io.emphatic.logs.spec.FeatureBlock.OneHot;
import io.emphatic.logs.spec.FeatureBlock.Scaled;
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
import java.util.regex.Pattern;

/** What features take from the rows of a log: lengths of lists, categories, ranges, means and deviations. */
final class FeatureLookup {
    /** Columns by a pattern: {@code f*} or {@code *_norm}, not what SQL would understand, such as {@code a*b}. */
    private static final Pattern COLUMNS = Pattern.compile("\\*+[\\p{L}\\p{Nd}_.*-]+|[\\p{L}\\p{Nd}_.*-]+\\*+");

    private FeatureLookup() {}

    /** Blocks in which nothing is open, in the place of this one. */
    static List<FeatureBlock> closed(Log log, FeatureBlock block) throws IOException {
        List<FeatureBlock> closed = new ArrayList<>();
        if (block instanceof Expressions all && all.length() == Expressions.OPEN) {
            for (String text : expressions(log, all.text())) {
                closed.add(new Expressions(text, length(log, text)));
            }
        } else if (block instanceof Scaled all && all.means().isEmpty()) {
            for (String text : expressions(log, all.text())) {
                closed.add(scaled(log, text, length(log, text)));
            }
        } else if (block instanceof OneHot oneHot) {
            boolean isOpen = oneHot.open() != null;
            for (String text : isOpen ? columns(log, oneHot.text()) : List.of(oneHot.text())) {
                closed.add(categories(log, "onehot", new OneHot(text, oneHot.values())));
            }
        } else if (block instanceof FeatureBlock.Cross cross) {
            List<OneHot> factors = new ArrayList<>();
            for (OneHot factor : cross.factors()) {
                factors.add(categories(log, "cross", factor));
            }
            closed.add(new FeatureBlock.Cross(factors));
        } else if (block instanceof FeatureBlock.Hashed hashed) {
            String type = Expression.of(log, "features: hash", hashed.text()).type();
            closed.add(new FeatureBlock.Hashed(hashed.text(), type, hashed.size()));
        } else {
            closed.add(block instanceof Tiles tiles && tiles.ranges().isEmpty() ? withRanges(log, tiles) : block);
        }
        return closed;
    }

    private static void requireRows(Log log, FeatureBlock.OpenPart open) {
        if (!log.hasRows()) {
            throw new IllegalArgumentException(open.unknown());
        }
    }

    /** Expressions separated by commas, each pattern among them replaced by the columns that it matches. */
    private static List<String> expressions(Log log, String list) {
        return Sql.split(FeatureMap.PLACE, list, log.columns().keySet()).stream()
                .flatMap(text -> columns(log, text).stream())
                .toList();
    }

    /** The columns that a pattern matches, in the order of the log; the text itself if it is no pattern. */
    private static List<String> columns(Log log, String text) {
        if (log.columns().containsKey(text) || !COLUMNS.matcher(text).matches() || text.matches("\\*+")) {
            return List.of(text);
        }
        String regex = Pattern.quote(text).replace("*", "\\E.*\\Q");
        List<String> columns = log.columns().keySet().stream()
                .filter(column -> column.matches(regex))
                .toList();
        if (columns.isEmpty()) {
            throw new IllegalArgumentException(FeatureMap.PLACE + ": no column of the log matches " + text + "\nIt has "
                    + String.join(", ", log.columns().keySet()) + ".");
        }
        return columns;
    }

    /** Of the lists of an expression; 0 for one of numbers. */
    private static int length(Log log, String text) throws IOException {
        Expression expression = Expression.of(log, FeatureMap.PLACE, text);
        if (!expression.isList()) {
            return 0;
        }
        String declaration = "expressions: [{column: " + text + ", length: 4}]";
        requireRows(log, new FeatureBlock.OpenPart("the number of elements of " + text, declaration));
        String length = "len(" + expression.sql() + ")";
        double[] lengths = numbers(
                log, expression, List.of("coalesce(min(" + length + "), 0)", "coalesce(max(" + length + "), 0)"));
        if (lengths[0] != lengths[1] || lengths[0] == 0) {
            throw new IllegalArgumentException("features: the lists of " + text + " have between " + (long) lengths[0]
                    + " and " + (long) lengths[1] + " elements\nEvery row needs the same number of features, at least"
                    + " one.");
        }
        return (int) lengths[0];
    }

    private static Scaled scaled(Log log, String text, int length) throws IOException {
        requireRows(log, new Scaled(text).open());
        Expression written = Expression.of(log, "features: scale", text);
        List<String> moments = new ArrayList<>();
        for (int k = 1; k <= Math.max(1, length); k++) {
            String sql = (length == 0 ? written : written.element(k)).asDouble();
            String squarable = sql + ") FILTER (" + Sql.isSquarable(sql) + ")";
            moments.addAll(List.of("avg(" + squarable, "stddev_pop(" + squarable));
        }
        double[] found = numbers(log, written, moments);
        if (log.hasRows() && Double.isNaN(found[0])) {
            throw new IllegalArgumentException("features: scale: " + text + " is no number in any row"
                    + "\nIf it is a category, use onehot instead.");
        }
        List<Double> means = new ArrayList<>();
        List<Double> deviations = new ArrayList<>();
        for (int k = 0; k < found.length; k += 2) {
            means.add(found[k]);
            deviations.add(found[k + 1] > 0 ? found[k + 1] : 1); // a constant becomes 0
        }
        return new Scaled(text, length, means, deviations);
    }

    /** Values that are declared become those of the expression's type as it is written: 1 is 1.0 among doubles. */
    private static OneHot categories(Log log, String kind, OneHot block) throws IOException {
        if (block.values().isEmpty()) {
            requireRows(log, block.open(kind));
        }
        Expression expression = Expression.of(log, "features: " + kind, block.text());
        List<String> values = new ArrayList<>();
        try {
            if (block.values().isEmpty()) {
                values.addAll(log.texts("SELECT CAST(value AS VARCHAR) FROM (SELECT DISTINCT " + expression.sql()
                        + " AS value FROM " + Log.VIEW + ") WHERE value IS NOT NULL ORDER BY value"));
                requireNoNul(log, expression, values);
            }
            for (String value : block.values()) {
                String cast =
                        "SELECT CAST(TRY_CAST(" + Sql.string(value) + " AS " + expression.type() + ") AS VARCHAR)";
                String written = log.texts(cast).get(0);
                if (written == null) {
                    throw new IllegalArgumentException(expression.place() + ": " + value + " is no value of "
                            + block.text() + ", which is " + expression.type());
                }
                values.add(written);
            }
        } catch (SQLException e) {
            throw SqlFailure.in(log.columns().keySet(), expression.place(), expression.text(), e);
        }
        return new OneHot(block.text(), expression.type(), List.copyOf(values));
    }

    /** A text with one can neither be written in SQL nor in a model. */
    private static void requireNoNul(Log log, Expression expression, List<String> values) throws SQLException {
        if (values.stream().anyMatch(value -> value.indexOf(0) >= 0)) {
            long row = log.wholeNumber("SELECT min(file_row) FROM (SELECT row_number() OVER () AS file_row, "
                    + expression.sql() + " AS value FROM " + Log.VIEW + ") WHERE contains(value, chr(0))");
            throw new IllegalArgumentException(
                    expression.place() + ": row " + row + " has a NUL byte in " + expression.text());
        }
    }

    private static Tiles withRanges(Log log, Tiles tiles) throws IOException {
        requireRows(log, tiles.open());
        Expression first = Expression.of(log, "features: tiles", tiles.columns().get(0));
        List<String> extremes = new ArrayList<>();
        for (String column : tiles.columns()) {
            String sql = Expression.of(log, "features: tiles", column).asDouble();
            String finite = sql + ") FILTER (isfinite(" + sql + "))";
            extremes.addAll(List.of("min(" + finite, "max(" + finite));
        }
        double[] found = numbers(log, first, extremes);
        List<List<Double>> ranges = new ArrayList<>();
        for (int k = 0; k < found.length; k += 2) {
            ranges.add(List.of(found[k], found[k + 1] > found[k] ? found[k + 1] : found[k] + 1));
        }
        return new Tiles(tiles.columns(), ranges, tiles.tilings(), tiles.bins(), tiles.memory());
    }

    /** The mean of x² over the rows, without readings of a broken sensor: far outside of 99.9 %. */
    static double meanSquare(Log log, Expression number) throws IOException {
        String x = number.asDouble();
        String finite = "isfinite(" + x + ")";
        String count = "count(*) FILTER (" + finite + ")";
        String outermost = "(%s(" + x + ", 1000) FILTER (" + finite + "))[least(1000, 2 + " + count + " // 1000)]";
        double[] found = numbers(log, number, List.of(outermost.formatted("min"), outermost.formatted("max"), count));
        double width = found[1] - found[0];
        double middle = 0.5 * found[0] + 0.5 * found[1];
        double most = width == 0 && found[2] >= 256 ? 1000 * Math.abs(middle) : 10.5 * width;
        String shown = most > 0 ? " AND abs(" + x + " - '" + middle + "'::DOUBLE) <= '" + most + "'::DOUBLE" : "";
        String mean = "coalesce(avg(" + x + " * " + x + ") FILTER (" + finite + shown + "), 0)";
        return numbers(log, number, List.of(mean))[0];
    }

    /** Aggregates over all rows, by one thread: the same rows give the same bytes. */
    private static double[] numbers(Log log, Expression expression, List<String> aggregates) throws IOException {
        StringJoiner columns = new StringJoiner(", ", "SELECT ", " FROM " + Log.VIEW);
        aggregates.forEach(columns::add);
        try {
            return log.numbersByOneThread(columns.toString());
        } catch (SQLException e) {
            throw SqlFailure.in(log.columns().keySet(), expression.place(), expression.text(), e);
        }
    }
}
