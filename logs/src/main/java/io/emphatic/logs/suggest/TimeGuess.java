package io.emphatic.logs.suggest;

import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import io.emphatic.logs.sql.StreamOwner;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Which columns might be stream and order: by name, by runs of equal values, or by increasing over all rows. */
public record TimeGuess(Optional<String> stream, Optional<String> order, boolean isSuccessive) {
    static final TimeGuess NONE = new TimeGuess(Optional.empty(), Optional.empty(), false);
    private static final String WHOLE = ".*INT|U?INTEGER";
    private static final String TIMES = "(?s).*INT|U?INTEGER|DATE|TIMESTAMP.*|DOUBLE|FLOAT|DECIMAL.*";
    private static final Map<String, Double> SECONDS =
            Map.of("second", 1.0, "minute", 60.0, "hour", 3600.0, "day", 86_400.0, "week", 604_800.0);
    /** Wide enough for whole numbers of any type: the difference of unsigned ones may be negative. */
    private static final String DIFFERENCE = "(TRY_CAST(now AS HUGEINT) - TRY_CAST(before AS HUGEINT))";
    /** A column of numbers in any order increases over this many rows once in 40,000 times. */
    private static final int FEWEST_ROWS = 8;

    /** How many seconds a unit of time has, or a column that is called as one; NaN for other names. */
    public static double secondsOf(String name) {
        return SECONDS.getOrDefault(name.toLowerCase(Locale.ROOT).replaceFirst("s$", ""), Double.NaN);
    }

    static TimeGuess of(Log log, Optional<String> stream, Optional<String> order, Predicate<String> isNamed)
            throws SQLException {
        if (stream.isEmpty() && order.isEmpty()) {
            return fromValues(log, isNamed);
        }
        if (stream.isEmpty() && !isKey(log, stream, order.get())) {
            return withStream(log, order.get(), isNamed);
        }
        if (order.isPresent() && !isKey(log, stream, order.get())) {
            return new TimeGuess(stream.filter(column -> !column.equals("unnested_row")), Optional.empty(), false);
        }
        Optional<String> ones = stream.or(() -> log.columns().keySet().stream()
                .filter(column -> column.matches("(?i)machine|player"))
                .findFirst());
        return new TimeGuess(ones, order, order.isPresent() && isSuccessive(log, ones, order.get()));
    }

    /** SQL: whether a row is the last of its stream. */
    String isLast() {
        return "lead(1) OVER (PARTITION BY " + Sql.identifier(stream.get()) + " ORDER BY " + Sql.identifier(order.get())
                + ") IS NULL";
    }

    /** A flag under any name that is true in a few rows, and in last rows alone. */
    Optional<String> flagOfEnds(Log log, Predicate<String> isFree) throws SQLException {
        for (String column : log.columns().keySet()) {
            if (log.columns().get(column).equals("BOOLEAN")
                    && isFree.test(column)
                    && 1
                            == log.wholeNumber("SELECT CAST(count_if(flag) > 2 AND NOT bool_or(flag AND NOT is_last) AS"
                                    + " INTEGER) FROM (SELECT " + Sql.identifier(column) + " AS flag, " + isLast()
                                    + " AS is_last FROM " + Log.VIEW + ")")) {
                return Optional.of(column);
            }
        }
        return Optional.empty();
    }

    /** Times that come twice: of the streams of a column that is constant over runs of rows, or of a text. */
    private static TimeGuess withStream(Log log, String order, Predicate<String> isNamed) throws SQLException {
        List<String> free =
                log.columns().keySet().stream().filter(isNamed.negate()).toList();
        for (String type : List.of("(?s).*(INT|VARCHAR|UUID|ENUM).*", "(?s)VARCHAR|ENUM.*")) {
            boolean isText = !type.contains("INT");
            for (String column : free) {
                Optional<String> stream = Optional.of(column);
                if (log.columns().get(column).matches(type)
                        && (isText || isConstantOverRuns(log, column))
                        && isKey(log, stream, order)) {
                    return new TimeGuess(stream, Optional.of(order), isSuccessive(log, stream, order));
                }
            }
        }
        return NONE;
    }

    private static TimeGuess fromValues(Log log, Predicate<String> isNamed) throws SQLException {
        List<String> free =
                log.columns().keySet().stream().filter(isNamed.negate()).toList();
        for (String stream : free) {
            if (log.columns().get(stream).matches("(?s).*(INT|VARCHAR|UUID|ENUM).*")
                    && isConstantOverRuns(log, stream)) {
                for (String order : free) {
                    boolean ordered = log.columns().get(order).matches(TIMES);
                    if (ordered && !order.equals(stream) && increasesWithin(log, stream, order)) {
                        Optional<String> key = Optional.of(stream);
                        return new TimeGuess(key, Optional.of(order), isSuccessive(log, key, order));
                    }
                }
            }
        }
        return increasing(log, free);
    }

    /** A time that increases over all rows: of the streams of users, or of one that a text names. */
    private static TimeGuess increasing(Log log, List<String> free) throws SQLException {
        Optional<StreamOwner> owner = StreamOwner.of(log, "");
        long rows = log.wholeNumber("SELECT count(*) FROM " + Log.VIEW);
        List<String> increasing = new ArrayList<>();
        for (String column : free) {
            String increases = "count(now) = count(*) AND coalesce(bool_and(now > before), false)";
            if (log.columns().get(column).matches(TIMES) && holds(log, column, "", increases)) {
                increasing.add(column);
            }
        }
        // A clock before numbers that are called a unit of time, and those before any others.
        for (Predicate<String> isTime : List.<Predicate<String>>of(
                column -> log.columns().get(column).matches("DATE|TIMESTAMP.*"),
                column -> !Double.isNaN(secondsOf(column)),
                column -> log.columns().get(column).matches(WHOLE)
                        && rows >= FEWEST_ROWS
                        && !StreamOwner.isNamed(column)
                        && owner.isEmpty())) {
            Optional<String> order = increasing.stream().filter(isTime).findFirst();
            if (order.isPresent()) {
                Optional<String> stream = owner.isPresent() ? owner.map(StreamOwner::column) : constantText(log, free);
                return new TimeGuess(stream, order, isSuccessive(log, stream, order.get()));
            }
        }
        return NONE;
    }

    private static Optional<String> constantText(Log log, List<String> columns) throws SQLException {
        for (String column : columns) {
            if (log.columns().get(column).matches("(?s)VARCHAR|UUID|ENUM.*")
                    && holds(log, column, "", "count(DISTINCT now) = 1 AND count(now) = count(*)")) {
                return Optional.of(column);
            }
        }
        return Optional.empty();
    }

    /** Several values, each in one run of rows, of three rows and more on average. */
    private static boolean isConstantOverRuns(Log log, String column) throws SQLException {
        return holds(
                log,
                column,
                "",
                "count(now) = count(*) AND count(DISTINCT now) > 1 AND count(*) >= 3 * count(DISTINCT now)"
                        + " AND count_if(now IS DISTINCT FROM before) = count(DISTINCT now)");
    }

    /** Whether a column goes up by 1 from row to row over the whole file, as a number of the row does. */
    static boolean countsRows(Log log, String column) throws SQLException {
        return log.columns().get(column).matches(WHOLE)
                && holds(log, column, "", "count_if(" + DIFFERENCE + " = 1) = count(*) - 1 AND count(*) > 3");
    }

    /** Whether a condition holds for all values of a column, {@code now}, and those {@code before}, row by row. */
    private static boolean holds(Log log, String column, String window, String condition) throws SQLException {
        String name = Sql.identifier(column);
        return 1
                == log.wholeNumber("SELECT CAST(" + condition + " AS INTEGER) FROM (SELECT " + name + " AS now, lag("
                        + name + ") OVER (" + window + ") AS before FROM " + Log.VIEW + ")");
    }

    /** Neither missing nor twice in a stream. */
    private static boolean isKey(Log log, Optional<String> stream, String order) throws SQLException {
        String time = Sql.identifier(order);
        String keys = stream.map(column -> Sql.identifier(column) + ", ").orElse("") + time;
        return 0
                == log.wholeNumber("SELECT count(*) - (SELECT count(*) FROM (SELECT DISTINCT " + keys + " FROM "
                        + Log.VIEW + " WHERE " + time + " IS NOT NULL)) FROM " + Log.VIEW);
    }

    private static boolean isSuccessive(Log log, Optional<String> stream, String order) throws SQLException {
        String partition = stream.map(column -> "PARTITION BY " + Sql.identifier(column) + " ")
                .orElse("");
        return !log.columns().get(order).matches(WHOLE)
                || holds(
                        log,
                        order,
                        partition + "ORDER BY " + Sql.identifier(order),
                        "count_if(" + DIFFERENCE + " > 1) = 0");
    }

    private static boolean increasesWithin(Log log, String stream, String order) throws SQLException {
        String name = Sql.identifier(stream);
        String time = Sql.identifier(order);
        return 1
                == log.wholeNumber("SELECT CAST(bool_and(now > before) FILTER (same) AND NOT coalesce(bool_and(now >"
                        + " before) FILTER (NOT same), false) AND count(now) = count(*) AS INTEGER) FROM (SELECT "
                        + time + " AS now, lag(" + time + ") OVER () AS before, " + name + " = lag(" + name
                        + ") OVER () AS same FROM " + Log.VIEW + ")");
    }

    static long distinct(Log log, String column) throws SQLException {
        return log.wholeNumber("SELECT count(DISTINCT " + Sql.identifier(column) + ") FROM " + Log.VIEW);
    }
}
