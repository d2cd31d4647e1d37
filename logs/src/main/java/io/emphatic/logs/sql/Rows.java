package io.emphatic.logs.sql;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBReadableVector;

/** The rows of a query out of DuckDB's own chunks, in half the time of a JDBC result set. */
public final class Rows implements AutoCloseable {
    private static final String UNREADABLE = "the log cannot be read";

    private final DuckDBPreparedStatement statement;
    final DuckDBChunkedResult result;
    private final DuckDBReadableVector[] numbers; // the columns of the present chunk
    private final DuckDBReadableVector[] keys;
    private final boolean[] whole; // which keys are whole numbers; the others are text
    private int size;
    private int row = -1;

    public Rows(Log log, String sql, int numbers, List<Expression> keys) throws IOException {
        this(log.ask(UNREADABLE, () -> log.prepare(sql)), numbers, keys);
    }

    Rows(DuckDBPreparedStatement statement, int numbers, List<Expression> keys) throws IOException {
        this.statement = statement;
        this.numbers = new DuckDBReadableVector[numbers];
        this.keys = new DuckDBReadableVector[keys.size()];
        this.whole = new boolean[keys.size()];
        for (int k = 0; k < whole.length; k++) {
            whole[k] = keys.get(k).isWhole();
        }
        try {
            this.result = statement.query();
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    private static IOException unreadable(Exception e) {
        return new IOException(UNREADABLE + ": " + SqlFailure.message(e), e);
    }

    public boolean next() throws IOException {
        row++;
        while (row >= size) {
            if (!nextChunk()) {
                return false;
            }
            row = 0;
        }
        return true;
    }

    /** How many rows of the present chunk are left, the current row included. */
    public int ready() {
        return size - row;
    }

    private boolean nextChunk() throws IOException {
        try {
            if (!result.nextChunk()) {
                size = 0;
                return false;
            }
        } catch (RuntimeException e) {
            throw unreadable(e);
        }
        DuckDBDataChunkReader chunk = result.chunk();
        size = (int) chunk.rowCount();
        Arrays.setAll(numbers, chunk::vector);
        Arrays.setAll(keys, k -> chunk.vector(numbers.length + k));
        return true;
    }

    /** Copies the numbers of some rows from the current on, NaN for NULL, to {@code columns} from {@code at} on. */
    public void numbers(double[][] columns, int at, int count) {
        for (int c = 0; c < numbers.length; c++) {
            DuckDBReadableVector vector = numbers[c];
            double[] column = columns[c];
            for (int k = 0; k < count; k++) {
                column[at + k] = vector.getDouble(row + k, Double.NaN);
            }
        }
    }

    /** The keys of the current row: each a Long or a String, null for NULL. */
    public Object[] key() {
        Object[] key = new Object[keys.length];
        Arrays.setAll(key, k -> whole[k] ? whole(keys[k]) : keys[k].getString(row));
        return key;
    }

    private Long whole(DuckDBReadableVector vector) {
        long value = vector.getLong(row, Long.MIN_VALUE); // mostly there is one
        return value == Long.MIN_VALUE && vector.isNull(row) ? null : (Long) value;
    }

    @Override
    public void close() throws IOException {
        try {
            result.close();
            statement.close();
        } catch (SQLException e) {
            throw new IOException("the log could not be closed: " + e.getMessage(), e);
        }
    }
}
