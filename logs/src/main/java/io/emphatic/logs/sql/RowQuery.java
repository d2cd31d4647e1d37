package io.emphatic.logs.sql;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Numbers of single rows that come from elsewhere, by SQL expressions over the columns of a log without rows. */
public final class RowQuery {
    private final List<String> columns;
    private final PreparedStatement statement;
    private final int numbers;

    /** @param sql expressions that are numbers */
    public RowQuery(Log log, List<String> sql) throws IOException {
        this.columns = List.copyOf(log.columns().keySet());
        this.numbers = sql.size();
        StringJoiner row = new StringJoiner(", ", "(SELECT ", ")").setEmptyValue("(SELECT 1)");
        log.columns()
                .forEach((name, type) ->
                        row.add("TRY_CAST(CAST(? AS VARCHAR) AS " + type + ") AS " + Sql.identifier(name)));
        try {
            this.statement = log.prepare("SELECT " + String.join(", ", sql) + " FROM " + row);
        } catch (SQLException e) {
            throw new IOException("the features cannot be computed: " + SqlFailure.message(e), e);
        }
    }

    /**
     * Computes the numbers of a row.
     *
     * @param values by column; a value is given as its text
     * @param into a column of one number for each expression, NaN for NULL. Modified.
     */
    public void read(Map<String, ?> values, double[][] into) throws IOException {
        try {
            for (int k = 0; k < columns.size(); k++) {
                Object value = value(values, columns.get(k));
                statement.setString(k + 1, value == null ? null : value.toString());
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                for (int k = 0; k < numbers; k++) {
                    double number = row.getDouble(k + 1);
                    into[k][0] = row.wasNull() ? Double.NaN : number;
                }
            }
        } catch (SQLException e) {
            throw new IOException("the features of the row cannot be computed: " + SqlFailure.message(e), e);
        }
    }

    /** The value of a column; capitals do not matter where the name is not there as it is written. */
    public static Object value(Map<String, ?> values, String column) {
        Object value = values.get(column);
        if (value != null || values.containsKey(column)) {
            return value;
        }
        String named = Expression.columnNamed(values.keySet(), column)
                .orElseThrow(() -> new IllegalArgumentException(
                        "the row has no column " + column + "\nIt has: " + String.join(", ", values.keySet())));
        return values.get(named);
    }
}
