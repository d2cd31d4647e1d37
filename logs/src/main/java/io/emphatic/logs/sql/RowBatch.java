package io.emphatic.logs.sql;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBPreparedStatement;

/** Expressions over rows that come from elsewhere, some at a time: they are appended to a table and queried. */
public final class RowBatch {
    /** How long the expressions of some rows may take: what serves them waits. */
    public static final int SECONDS = 5;

    private static final String TABLE = "emphatic_batch";

    /** Rows whose expressions took too long, all of them together. */
    public static final class SlowRowsException extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        SlowRowsException(String message, Exception cause) {
            super(message, cause);
        }
    }

    private final Log log;
    private final List<String> types; // by column: that in the table
    private final String sql;
    private DuckDBPreparedStatement query;
    private final DuckDBPreparedStatement clear;
    private final int numbers;
    private final List<Expression> keys;

    /** @param select the query over a relation: numbers, then keys */
    public RowBatch(Log log, UnaryOperator<String> select, int numbers, List<Expression> keys) throws IOException {
        this.log = log;
        this.numbers = numbers;
        this.keys = List.copyOf(keys);
        this.types = new ArrayList<>();
        StringJoiner definition = new StringJoiner(", ", "CREATE TABLE " + TABLE + " (", ")");
        StringJoiner relation = new StringJoiner(", ", "SELECT ", " FROM " + TABLE);
        for (Map.Entry<String, String> column : log.givenColumns().entrySet()) {
            String name = Sql.identifier(column.getKey());
            String stored = stored(column.getValue());
            types.add(stored);
            definition.add(name + " " + stored);
            relation.add(
                    stored.equals(column.getValue())
                            ? name
                            : "TRY_CAST(" + name + " AS " + column.getValue() + ") AS " + name);
        }
        try {
            log.execute(definition.toString());
            this.sql = select.apply("(" + log.withAdded(relation.toString()) + ")");
            this.query = log.prepare(sql);
            this.clear = log.prepare("DELETE FROM " + TABLE);
        } catch (SQLException e) {
            throw new IOException("the expressions cannot be computed: " + SqlFailure.message(e), e);
        }
    }

    /** The type that values of a column are given in: BIGINT, DOUBLE, BOOLEAN, or VARCHAR, which DuckDB casts. */
    public static String stored(String type) {
        return switch (type) {
            case "BIGINT", "INTEGER", "SMALLINT", "TINYINT", "UINTEGER", "USMALLINT", "UTINYINT" -> "BIGINT";
            case "DOUBLE", "FLOAT" -> "DOUBLE";
            case "BOOLEAN" -> "BOOLEAN";
            default -> "VARCHAR";
        };
    }

    /** Computes numbers, NaN for NULL, and returns the keys; fails if an expression fails for some row. */
    public List<Object[]> compute(List<Object[]> rows, double[][] into, int seconds) throws IOException {
        try {
            append(rows);
            query.setQueryTimeout(seconds);
            try {
                return read(rows.size(), into);
            } catch (IOException | RuntimeException e) {
                query = log.prepare(sql); // DuckDB closes a statement that fails
                Exception cause = e.getCause() instanceof Exception first ? first : e;
                if (String.valueOf(cause.getMessage()).contains(SqlFailure.INTERRUPT)) {
                    throw new SlowRowsException("expressions of these rows take longer than " + seconds + " s", e);
                }
                throw new IllegalArgumentException(SqlFailure.message(cause), e);
            } finally {
                clear.executeUpdate();
            }
        } catch (SQLException e) {
            throw new IOException("the rows cannot be computed: " + SqlFailure.message(e), e);
        }
    }

    private void append(List<Object[]> rows) throws SQLException {
        try (DuckDBAppender appender = log.append(TABLE)) {
            for (Object[] row : rows) {
                appender.beginRow();
                for (int c = 0; c < row.length; c++) {
                    append(appender, row[c], types.get(c));
                }
                appender.endRow();
            }
            appender.flush();
        }
    }

    private static void append(DuckDBAppender appender, Object value, String type) throws SQLException {
        if (value == null) {
            appender.appendNull();
            return;
        }
        switch (type) {
            case "BIGINT" -> appender.append((long) (Long) value);
            case "DOUBLE" -> appender.append((double) (Double) value);
            case "BOOLEAN" -> appender.append((boolean) (Boolean) value);
            default -> appender.append((String) value);
        }
    }

    private List<Object[]> read(int count, double[][] into) throws IOException, SQLException {
        Rows rows = new Rows(query, numbers, keys);
        List<Object[]> found = new ArrayList<>();
        while (rows.next()) {
            rows.numbers(into, found.size(), 1);
            found.add(rows.key());
        }
        rows.result.close();
        if (found.size() != count) {
            throw new IllegalStateException("DuckDB has lost rows: " + count + ", " + found.size());
        }
        return found;
    }
}
