package io.emphatic.logs;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBReadableVector;

/**
 * The rows of a query, a batch at a time and column by column: DuckDB's own chunks, which take half the time of going through a JDBC result
 * set cell by cell ({@code docs/decisions/logs.md}).
 */
final class Rows implements AutoCloseable {
    private final DuckDBPreparedStatement statement;
    private final DuckDBChunkedResult result;
    private final double[][] numbers;
    private final long[][] wholeKeys;
    private final String[][] textKeys;
    private int size;

    /**
     * Runs a query.
     *
     * @param sql its first columns are numbers, then come the keys
     * @param numbers how many columns are numbers
     */
    Rows(Log log, String sql, int numbers, List<Expression> keys) throws IOException {
        this.numbers = new double[numbers][0];
        this.wholeKeys = new long[keys.size()][];
        this.textKeys = new String[keys.size()][];
        for (int k = 0; k < keys.size(); k++) {
            if (keys.get(k).isWhole()) {
                wholeKeys[k] = new long[0];
            } else {
                textKeys[k] = new String[0];
            }
        }
        try {
            this.statement = log.prepare(sql);
        } catch (SQLException e) {
            throw new IOException("the log cannot be read: " + SqlFailure.message(e), e);
        }
        try {
            this.result = statement.query();
        } catch (SQLException e) {
            throw new IOException("the log cannot be read: " + SqlFailure.message(e), e);
        }
    }

    /** Loads the next batch; false at the end. */
    boolean next() throws IOException {
        try {
            if (!result.nextChunk()) {
                return false;
            }
        } catch (RuntimeException e) {
            throw new IOException("the log cannot be read on: " + e.getMessage(), e);
        }
        DuckDBDataChunkReader chunk = result.chunk();
        size = (int) chunk.rowCount();
        for (int c = 0; c < numbers.length; c++) {
            if (numbers[c].length < size) {
                numbers[c] = new double[size];
            }
            DuckDBReadableVector vector = chunk.vector(c);
            double[] column = numbers[c];
            for (int row = 0; row < size; row++) {
                column[row] = vector.getDouble(row, Double.NaN);
            }
        }
        for (int k = 0; k < wholeKeys.length; k++) {
            DuckDBReadableVector vector = chunk.vector(numbers.length + k);
            if (wholeKeys[k] != null) {
                wholeKeys[k] = wholeKeys[k].length < size ? new long[size] : wholeKeys[k];
                for (int row = 0; row < size; row++) {
                    wholeKeys[k][row] = vector.getLong(row, Long.MIN_VALUE);
                }
            } else {
                textKeys[k] = textKeys[k].length < size ? new String[size] : textKeys[k];
                for (int row = 0; row < size; row++) {
                    textKeys[k][row] = vector.getString(row);
                }
            }
        }
        return true;
    }

    /** How many rows the batch has. */
    int size() {
        return size;
    }

    /** The numbers of the batch by column and row. Valid until the next batch. */
    double[][] numbers() {
        return numbers;
    }

    /** Takes over the keys of a row. */
    void key(int row, Key key) {
        for (int k = 0; k < wholeKeys.length; k++) {
            if (wholeKeys[k] != null) {
                key.whole[k] = wholeKeys[k][row];
            } else {
                key.text[k] = textKeys[k][row];
            }
        }
    }

    /** Whether the first {@code count} keys of a row are those given. */
    boolean hasKey(int row, Key key, int count) {
        for (int k = 0; k < count; k++) {
            boolean same =
                    wholeKeys[k] != null ? wholeKeys[k][row] == key.whole[k] : textKeys[k][row].equals(key.text[k]);
            if (!same) {
                return false;
            }
        }
        return true;
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

    /** The keys of one row: each a whole number, or text where that is not null. */
    static final class Key {
        private final long[] whole;
        private final String[] text;

        Key(int count) {
            whole = new long[count];
            text = new String[count];
        }

        boolean isWhole(int k) {
            return text[k] == null;
        }

        long whole(int k) {
            return whole[k];
        }

        String text(int k) {
            return text[k];
        }
    }
}
