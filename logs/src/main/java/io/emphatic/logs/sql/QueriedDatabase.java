package io.emphatic.logs.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBPreparedStatement;

abstract class QueriedDatabase implements AutoCloseable {
    /** The name under which queries see the rows. */
    public static final String VIEW = "log";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Connection connection;
    private final SpillDirectory temporary;
    private final LogSettings settings;
    Set<String> reserved = Set.of(); // words that an expression must quote to mean a column
    Map<String, String> columns = Map.of();
    private int enums;

    QueriedDatabase(Connection connection, SpillDirectory temporary, LogSettings settings) {
        this.connection = connection;
        this.temporary = temporary;
        this.settings = settings;
    }

    /** A new database, in UTC. */
    static Connection connect(LogSettings settings, SpillDirectory temporary) throws SQLException, IOException {
        Properties properties = new Properties();
        properties.put("jdbc_stream_results", "true");
        properties.put("autoinstall_known_extensions", "false");
        properties.put("autoload_known_extensions", "false");
        properties.put("preserve_insertion_order", "true");
        properties.put("memory_limit", settings.memory());
        properties.put("temp_directory", temporary.path().toString());
        if (settings.databaseThreads() > 0) {
            properties.put("threads", String.valueOf(settings.databaseThreads()));
        }
        try {
            Connection connection = DriverManager.getConnection("jdbc:duckdb:", properties);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET TimeZone = 'UTC'"); // not the machine's: hour(time) is the same everywhere
            }
            return connection;
        } catch (LinkageError e) {
            throw new IOException(
                    "DuckDB's library cannot be unpacked into the temporary directory "
                            + System.getProperty("java.io.tmpdir")
                            + ", which has to have room for 61 MB, and does not lie beside the program\nName another"
                            + " directory with -Djava.io.tmpdir=DIR in JAVA_TOOL_OPTIONS.",
                    e);
        }
    }

    /** What its rows are called in messages. */
    public abstract String name();

    /** The type of each column, as DuckDB calls it, in their order. */
    public Map<String, String> columns() {
        return columns;
    }

    public LogSettings settings() {
        return settings;
    }

    public void execute(String sql) throws SQLException {
        execute(sql, 0);
    }

    /** @param seconds after which it is interrupted; 0 for never */
    final void execute(String sql, int seconds) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(seconds);
            statement.execute(sql);
        }
    }

    DuckDBPreparedStatement prepare(String sql) throws SQLException {
        return connection.prepareStatement(sql).unwrap(DuckDBPreparedStatement.class);
    }

    DuckDBAppender append(String table) throws SQLException {
        return connection.unwrap(DuckDBConnection.class).createAppender(table);
    }

    public interface RowConsumer {
        void accept(ResultSet row) throws SQLException;
    }

    public void each(String sql, RowConsumer consumer) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                consumer.accept(rows);
            }
        }
    }

    /** What is asked of the database. */
    public interface Asking<T> {
        T answer() throws SQLException, IOException;
    }

    /** The answer; a failure begins with what it is about. */
    public <T> T ask(String about, Asking<T> asking) throws IOException {
        try {
            return asking.answer();
        } catch (SQLException e) {
            throw new IOException(about + ": " + SqlFailure.message(e), e);
        }
    }

    private void resetThreads() throws SQLException {
        int threads = settings.databaseThreads();
        execute(threads > 0 ? "SET threads = " + threads : "RESET threads");
    }

    /** The first row of a query's answer, computed by one thread: sums of the same rows are the same bytes. */
    public double[] numbersByOneThread(String sql) throws SQLException {
        execute("SET threads = 1");
        try {
            return numbers(sql);
        } finally {
            resetThreads();
        }
    }

    public List<String> texts(String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        each(sql, row -> texts.add(row.getString(1)));
        return texts;
    }

    public List<Long> wholeNumbers(String sql) throws SQLException {
        List<Long> numbers = new ArrayList<>();
        each(sql, row -> numbers.add(row.getLong(1)));
        return numbers;
    }

    public long wholeNumber(String sql) throws SQLException {
        return wholeNumbers(sql).get(0);
    }

    /** The first row of a query's answer; 0 for NULL. */
    public double[] numbers(String sql) throws SQLException {
        List<double[]> found = new ArrayList<>();
        each(sql, row -> {
            double[] numbers = new double[row.getMetaData().getColumnCount()];
            for (int k = 0; k < numbers.length; k++) {
                numbers[k] = row.getDouble(k + 1);
            }
            found.add(numbers);
        });
        return found.get(0);
    }

    /** Turns CSV into Parquet, by one thread: the same rows are the same bytes. */
    public Path convertToParquet(Path csv, Map<String, String> types, Path parquet) throws SQLException {
        withOneThread(
                0,
                "COPY (SELECT * FROM read_csv(" + Sql.string(csv.toString())
                        + ", header = true, auto_detect = false, delim = ',', quote = '\"', allow_quoted_nulls = false,"
                        + " escape = '\"', columns = " + structOf(types) + ")) TO " + Sql.string(parquet.toString())
                        + " (FORMAT parquet, COMPRESSION zstd)");
        return parquet;
    }

    final void withOneThread(int seconds, String sql) throws SQLException {
        execute("SET threads = 1");
        execute(sql, seconds);
        resetThreads();
    }

    Map<String, String> describe(String relation) throws SQLException {
        Map<String, String> types = new LinkedHashMap<>();
        each("DESCRIBE FROM " + relation, row -> types.put(row.getString(1), row.getString(2)));
        return types;
    }

    final void requireTypes(Map<String, String> named) {
        named.forEach((column, type) -> {
            try {
                execute("SELECT CAST(NULL AS " + type + ")");
            } catch (SQLException e) {
                throw new IllegalArgumentException("columns: " + column + " cannot be " + type
                        + ", which is no type of DuckDB\nBIGINT, DOUBLE, BOOLEAN, VARCHAR, DATE, TIMESTAMP and DOUBLE[]"
                        + " are the usual ones.");
            }
        });
    }

    final void findReservedWords() throws SQLException {
        reserved =
                Set.copyOf(texts("SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category <> 'unreserved'"));
    }

    /** DuckDB's own syntax tree of a query, or what is wrong with it. */
    final JsonNode syntaxTree(String query) throws SQLException {
        try {
            return JSON.readTree(texts("SELECT json_serialize_sql(" + Sql.string(query) + ")")
                    .get(0));
        } catch (JsonProcessingException e) {
            throw new SQLException("DuckDB's syntax tree of a query is not JSON", e);
        }
    }

    /** Creates an ENUM type of these values, numbered from 0, and returns its name. */
    public String createEnum(List<String> values) throws SQLException {
        String type = "emphatic_enum_" + enums++;
        execute("CREATE TYPE " + type + " AS ENUM "
                + values.stream().map(Sql::string).collect(Collectors.joining(", ", "(", ")")));
        return type;
    }

    /** Types by column, as an option of DuckDB has them. */
    static String structOf(Map<String, String> types) {
        return types.entrySet().stream()
                .map(column -> Sql.string(column.getKey()) + ": " + Sql.string(column.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IOException("the log could not be closed: " + e.getMessage(), e);
        } finally {
            temporary.close();
        }
    }
}
