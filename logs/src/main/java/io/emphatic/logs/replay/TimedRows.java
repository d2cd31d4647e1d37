package io.emphatic.logs.replay;

import io.emphatic.documents.text.Numbers;
import io.emphatic.logs.sql.Expression;
import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import io.emphatic.logs.suggest.Dialect;
import io.emphatic.logs.suggest.TimeGuess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The rows of a log in the order of their time; those of the same time are spread until the next. */
public final class TimedRows {
    /** What a service has in each row beside the columns. */
    private static final Set<String> RESERVED = Set.of("stream", "seq", "crc");

    private static final Pattern PLAIN = Pattern.compile(
            "BOOLEAN|VARCHAR|((TINY|SMALL|BIG|U|UTINY|USMALL)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*?)(\\[\\d*])?");
    private static final String DEFAULT_STREAM = "log";

    private final Log log;
    private final Expression stream; // null for none
    private final Expression order; // null for that of the file
    private final double unit;
    private final List<String> columns;

    /** A row of a log, seconds after the first, with its number among the rows of its stream, from 0. */
    public record TimedRow(double seconds, String stream, long seq, Map<String, Object> columns) {}

    public interface Taker {
        void take(TimedRow row) throws IOException;
    }

    /** How many rows and streams there are, and how many seconds lie between the first and the last row. */
    public record Extent(long rows, long streams, double seconds) {}

    private TimedRows(Log log, Expression stream, Expression order, double unit) {
        this.log = log;
        this.stream = stream;
        this.order = order;
        this.unit = unit;
        this.columns = log.columns().keySet().stream()
                .filter(column -> !RESERVED.contains(column.toLowerCase(Locale.ROOT)))
                .toList();
    }

    /** Finds the streams and the order of a log, where null; {@code unit} is what 1 of an order means. */
    public static TimedRows of(Log log, String stream, String order, String unit) throws IOException {
        TimeGuess guess = Dialect.time(log);
        String streamText = stream == null ? guess.stream().orElse(null) : stream;
        String orderText = order == null ? guess.order().orElse(null) : order;
        Expression time = orderText == null ? null : Expression.of(log, "order", orderText);
        return new TimedRows(
                log,
                streamText == null ? null : Expression.of(log, "stream", streamText),
                time,
                time == null || time.inSeconds() != time ? 1 : unit(unit == null ? time.text() : unit, unit != null));
    }

    private static double unit(String name, boolean isRequired) {
        double seconds = TimeGuess.secondsOf(name);
        if (Double.isNaN(seconds) && isRequired) {
            throw new IllegalArgumentException(
                    "there is no unit " + name + "\nThere are: seconds, minutes, hours, days, weeks");
        }
        return Double.isNaN(seconds) ? 1 : seconds;
    }

    /** In words where streams and times come from. */
    public String keys() {
        String streams = stream == null ? "one stream" : "streams by " + stream.text();
        return streams + ", "
                + (order == null ? "rows as they lie, one per second" : "in the order of " + order.text());
    }

    /** Columns that are not sent, because a service has others of their name; empty for most logs. */
    public List<String> withheld() {
        return log.columns().keySet().stream()
                .filter(column -> !columns.contains(column) && !column.equalsIgnoreCase("crc"))
                .filter(column -> stream == null || !stream.text().equalsIgnoreCase(column))
                .toList();
    }

    public Extent extent() throws IOException {
        double[] found = log.ask(
                log.name() + " cannot be replayed",
                () -> log.numbers("SELECT count(*), count(DISTINCT emphatic_stream), coalesce(max(emphatic_time) -"
                        + " min(emphatic_time), 0), count_if(emphatic_time IS NULL OR emphatic_stream IS NULL) FROM ("
                        + numbered() + ")"));
        if (found[3] > 0) {
            throw new IllegalArgumentException(
                    log.name() + ": " + Numbers.count((long) found[3], "row") + " without a stream or a time");
        }
        return new Extent((long) found[0], (long) found[1], found[2]);
    }

    public List<String> streams() throws IOException {
        String names = "SELECT DISTINCT emphatic_stream FROM (" + numbered() + ") ORDER BY 1";
        return log.ask(log.name() + " cannot be replayed", () -> log.texts(names));
    }

    /** Hands every row to {@code taker}, in the order of time. */
    public void each(Taker taker) throws IOException {
        // due = t + k/n (t′ − t) for the k-th of n rows of time t, where t′ is the next time, or as far off as the last
        String times = "SELECT emphatic_time, count(*) AS n, coalesce(lead(emphatic_time) OVER w - emphatic_time,"
                + " emphatic_time - lag(emphatic_time) OVER w, 0) AS step FROM emphatic_numbered GROUP BY emphatic_time"
                + " WINDOW w AS (ORDER BY emphatic_time)";
        String due =
                "emphatic_time - (SELECT min(emphatic_time) FROM emphatic_numbered) + step / n * (row_number() OVER"
                        + " (PARTITION BY emphatic_time ORDER BY emphatic_row) - 1)";
        String sql = "WITH emphatic_numbered AS MATERIALIZED (" + numbered() + "), emphatic_times AS (" + times
                + ") SELECT " + due + " AS emphatic_due, emphatic_stream, emphatic_seq" + shown()
                + " FROM emphatic_numbered JOIN emphatic_times USING (emphatic_time) ORDER BY emphatic_due, emphatic_row";
        try {
            log.ask(log.name() + " cannot be replayed", () -> {
                log.each(sql, row -> {
                    try {
                        taker.take(read(row));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
                return null;
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Every row with its stream, its time in seconds, its number in the file and its number in its stream. */
    private String numbered() {
        String name = stream == null ? Sql.string(DEFAULT_STREAM) : "CAST(" + stream.sql() + " AS VARCHAR)";
        String time = order == null ? "emphatic_row" : "(" + order.inSeconds().asDouble() + ") * " + unit;
        String rows = "SELECT *, row_number() OVER () AS emphatic_row FROM " + Log.VIEW;
        String keyed = "SELECT *, " + name + " AS emphatic_stream, CAST(" + time + " AS DOUBLE) AS emphatic_time FROM ("
                + rows + ")";
        return "SELECT *, row_number() OVER (PARTITION BY emphatic_stream ORDER BY emphatic_time, emphatic_row) - 1 AS"
                + " emphatic_seq FROM (" + keyed + ")";
    }

    /** The columns: what JSON has as it is; times and whatever else there is, as DuckDB writes it. */
    private String shown() {
        StringBuilder shown = new StringBuilder();
        for (String column : columns) {
            String name = Sql.identifier(column);
            boolean isPlain = PLAIN.matcher(log.columns().get(column)).matches();
            shown.append(", ").append(isPlain ? name : "CAST(" + name + " AS VARCHAR) AS " + name);
        }
        return shown.toString();
    }

    private TimedRow read(ResultSet row) throws SQLException {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int k = 0; k < columns.size(); k++) {
            values.put(columns.get(k), value(row.getObject(4 + k)));
        }
        return new TimedRow(row.getDouble(1), row.getString(2), row.getLong(3), values);
    }

    private static Object value(Object value) throws SQLException {
        if (value == null || value instanceof Boolean || value instanceof Double || value instanceof Long) {
            return value;
        }
        if (value instanceof Float || value instanceof BigDecimal) {
            return ((Number) value).doubleValue();
        }
        if (value instanceof Number number) {
            return number.longValue();
        }
        if (value instanceof Array array) {
            List<Object> elements = new ArrayList<>();
            for (Object element : Arrays.asList((Object[]) array.getArray())) {
                elements.add(value(element));
            }
            return elements;
        }
        return value.toString();
    }
}
