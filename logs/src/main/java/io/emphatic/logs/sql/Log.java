package io.emphatic.logs.sql;

import static java.util.Comparator.reverseOrder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBPreparedStatement;

/**
 * A log that is open for reading: CSV, Parquet or JSON lines, compressed or not, one file or a glob of them, seen
 * through DuckDB as the view {@code log}. Nothing is copied, nothing is fetched from a network, and sorting that does
 * not fit into memory goes to a temporary directory that is gone when the log is closed.
 */
public final class Log implements AutoCloseable {
    /** The name under which queries see the rows. */
    public static final String VIEW = "log";

    /** The table that has the rows of a query, or of a file that is kept. */
    private static final String ROWS = "emphatic_rows";

    private static final int MOST_FILES = 5;
    private static final Pattern LOG_ENDING =
            Pattern.compile("\\.(csv|tsv|parquet|pq|json|jsonl|ndjson)(\\.(gz|zst))?$", Pattern.CASE_INSENSITIVE);
    private static final String PARQUET = "Parquet";
    private static final String JSON = "JSON lines";

    private final LogSource source;
    private final List<Path> files;
    private final Connection connection;
    private final SpillDirectory temporary;
    private String reader; // what the view shows: a table, or files
    private CsvReading csv; // null where files are none, or a query says how they are read
    private UnaryOperator<String> withTypes; // the reader of given types; null where files have types themselves
    private Unnesting unnesting; // null where rows are rows
    private final Map<String, String> added = new LinkedHashMap<>(); // columns beyond those of the files, by SQL
    private final LogSettings settings;
    private boolean ordered = true; // whether rows have an order of their own
    private boolean hasRows = true;
    private Map<String, String> declared = Map.of();
    private Map<String, String> columns = Map.of();
    private Set<String> reserved = Set.of();
    private Set<String> volatileFunctions; // asked for when first needed
    private final Map<String, String> typesKnown = new HashMap<>();
    private int enums;

    private Log(LogSource source, Connection connection, SpillDirectory temporary, LogSettings settings) {
        this.source = source;
        this.settings = settings;
        this.files = new ArrayList<>();
        this.connection = connection;
        this.temporary = temporary;
    }

    /**
     * Opens a log.
     *
     * @param pattern a file, or a glob such as {@code logs/*.parquet}
     * @throws IOException if there is no such file or it cannot be read as a table; the message says which
     */
    public static Log open(String pattern) throws IOException {
        return open(LogSource.files(pattern));
    }

    /** Opens a log with the usual settings. */
    public static Log open(LogSource source) throws IOException {
        return open(source, LogSettings.byDefault());
    }

    /**
     * Opens a log that is files or a query. The rows of a query are copied to a temporary table, by one thread: the
     * same files give the same rows in the same order.
     */
    public static Log open(LogSource source, LogSettings settings) throws IOException {
        return open(source, settings, log -> {
            if (source.query() == null) {
                log.findFiles();
                log.createView();
            } else {
                log.createTable();
            }
        });
    }

    /** A log without rows, whose columns have these types: single rows take its place in a {@link RowQuery}. */
    public static Log ofColumns(Map<String, String> types) throws IOException {
        return ofColumns(types, LogSettings.byDefault());
    }

    /** The same for rows that come while a program runs: expressions can neither open files nor change settings. */
    public static Log ofLiveColumns(Map<String, String> types) throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        Log log = ofColumns(types, new LogSettings("256MB", 1, temporary));
        try {
            log.execute("SET enable_external_access = false");
            return log;
        } catch (SQLException e) {
            log.close();
            throw new IOException("DuckDB cannot be kept from opening files: " + SqlFailure.message(e), e);
        }
    }

    private static Log ofColumns(Map<String, String> types, LogSettings settings) throws IOException {
        String columns = types.entrySet().stream()
                .map(column -> "CAST(NULL AS " + column.getValue() + ") AS " + Sql.identifier(column.getKey()))
                .collect(Collectors.joining(", "));
        String row = "SELECT " + (columns.isEmpty() ? "1" : columns) + " LIMIT 0";
        return open(LogSource.files("the row"), settings, log -> {
            log.reader = "(" + row + ")";
            log.hasRows = false;
        });
    }

    /** Whether there are rows to look at: false for one made {@link #ofColumns}. */
    public boolean hasRows() {
        return hasRows;
    }

    private interface Opening {
        /** Finds out what the view shows. */
        void open(Log log) throws SQLException, IOException;
    }

    private static Log open(LogSource source, LogSettings settings, Opening opening) throws IOException {
        SpillDirectory temporary = new SpillDirectory(settings.temporary());
        Log log = null;
        try {
            log = new Log(source, DatabaseStart.connect(settings, temporary), temporary, settings);
            opening.open(log);
            log.findReservedWords();
            log.show();
            return log;
        } catch (SQLException e) {
            String fault = log == null ? "" : log.csvFault();
            throw new IOException(
                    source.name() + " cannot be read as a log: " + (fault.isEmpty() ? SqlFailure.message(e) : fault),
                    e);
        } catch (LinkageError e) {
            throw new IOException(
                    "DuckDB's library cannot be unpacked into the temporary directory "
                            + System.getProperty("java.io.tmpdir")
                            + ", which has to have room for 61 MB\nName another with -Djava.io.tmpdir=DIR in"
                            + " JAVA_TOOL_OPTIONS.",
                    e);
        } finally {
            if (log == null) {
                temporary.close();
            } else if (log.columns.isEmpty()) {
                log.close();
            }
        }
    }

    /** What is wrong with a line of the first CSV file that is malformed; empty if none is. */
    private String csvFault() {
        return files.stream()
                .filter(file -> !file.toString()
                        .toLowerCase(Locale.ROOT)
                        .matches("(?s).*\\.(gz|zst|parquet|pq|json|jsonl|ndjson)"))
                .map(file -> CsvCells.fault(file, source.csv()))
                .filter(fault -> !fault.isEmpty())
                .findFirst()
                .orElse("");
    }

    private void findFiles() throws SQLException, IOException {
        Set<Path> known = new HashSet<>();
        for (String pattern : source.patterns()) {
            List<Path> found = glob(pattern);
            if (found.isEmpty()) {
                throw new IOException(absence(pattern));
            }
            for (Path file : found) {
                if (!known.add(real(file))) {
                    throw new IOException("the log has the file " + file + " twice");
                }
                files.add(file);
            }
        }
    }

    /** Why a pattern has no file. */
    private static String absence(String pattern) throws IOException {
        Path directory = Path.of(pattern.matches(".*[*?\\[].*") ? "" : pattern);
        if (pattern.isEmpty() || !Files.isDirectory(directory)) {
            return "there is no log " + pattern;
        }
        try (Stream<Path> entries = Files.list(directory)) {
            List<String> names = entries.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
            String shown = String.join(", ", names.subList(0, Math.min(names.size(), MOST_FILES)));
            return pattern + " is a directory, not a log"
                    + (names.isEmpty()
                            ? ", and has no files"
                            : "\nIt has " + shown + (names.size() > MOST_FILES ? ", …" : "") + ". Name files"
                                    + usualEnding(names)
                                            .map(ending -> ", or give a pattern in quotes: '"
                                                    + directory.resolve("*" + ending) + "'.")
                                            .orElse(" that are CSV, Parquet or JSON lines."));
        }
    }

    /** The ending that most of these names have of those that logs have; empty if none has. */
    private static Optional<String> usualEnding(List<String> names) {
        Map<String, Long> counts = names.stream()
                .map(LOG_ENDING::matcher)
                .filter(Matcher::find)
                .collect(Collectors.groupingBy(Matcher::group, TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey(reverseOrder())))
                .map(Map.Entry::getKey);
    }

    /** The files that do not have a column, where there are several: it is NULL in their rows. */
    public List<Path> filesWithout(String column) throws SQLException {
        List<Path> without = new ArrayList<>();
        for (Path file : source.query() == null && files.size() > 1 ? files : List.<Path>of()) {
            String name = Sql.string(file.toString());
            String kind = kind(file);
            String relation = kind.equals(PARQUET)
                    ? "read_parquet(" + name + ")"
                    : kind.equals(JSON)
                            ? "read_json(" + name + ", sample_size = -1)"
                            : "read_csv(" + name + ", header = true, skip = 0"
                                    + source.csv().sql() + ")";
            if (describe(relation).keySet().stream().noneMatch(column::equalsIgnoreCase)) {
                without.add(file);
            }
        }
        return without;
    }

    /** The same for all names of a file. */
    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return file.toAbsolutePath().normalize();
        }
    }

    /** The files of a pattern, by name. */
    List<Path> glob(String pattern) throws SQLException {
        return texts("SELECT file FROM glob(" + Sql.string(pattern) + ") ORDER BY file").stream()
                .map(Path::of)
                .toList();
    }

    /** A file without a header would be read as one without the columns that are asked for. */
    private void requireBytes() throws IOException {
        for (Path file : files) {
            if (Files.isReadable(file) && Files.size(file) == 0) {
                throw new IOException(file + " is empty: it has neither rows nor a header"
                        + (files.size() > 1 ? "\nLeave it out." : ""));
            }
        }
    }

    private void createTable() throws SQLException, IOException {
        if (!source.csv().equals(CsvDialect.DETECTED)) {
            throw new IOException(source.name() + " names its files itself: what is said about CSV files does not reach"
                    + " them\nSay it in the query: read_csv('log.csv', delim = ';', nullstr = 'NA')");
        }
        FileQuery query = new FileQuery(this, source);
        files.addAll(query.files());
        ordered = query.isOrdered();
        withOneThread("CREATE TEMP TABLE " + ROWS + " AS " + query.sql());
        reader = ROWS;
    }

    private void createView() throws SQLException, IOException {
        requireBytes();
        String paths =
                files.stream().map(file -> Sql.string(file.toString())).collect(Collectors.joining(", ", "[", "]"));
        String union = files.size() > 1 ? ", union_by_name = true" : "";
        String kind = kind(files.get(0));
        for (Path file : files) {
            if (!kind(file).equals(kind)) {
                throw new IOException("the files of a log are of one kind: " + files.get(0) + " is " + kind + ", and "
                        + file + " is " + kind(file));
            }
        }
        if (kind.equals(PARQUET)) {
            reader = "read_parquet(" + paths + union + ")";
        } else if (kind.equals(JSON)) {
            reader = "read_json(" + paths + union + ", sample_size = -1)";
            withTypes = types -> "read_json(" + paths + union + ", columns = " + types + ")";
        } else {
            execute("SET streaming_buffer_size = '" + settings.answerBytes() + " bytes'");
            csv = new CsvReading(this, files, source.csv(), settings);
            requireTable(csv.types().keySet());
            withTypes = csv::withTypes;
            reader = withTypes.apply(structOf(csv.types()));
        }
    }

    /** What a file is by its name: {@link #PARQUET}, {@link #JSON}, or else CSV. */
    private static String kind(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT).replaceFirst("\\.(gz|zst)$", "");
        if (name.endsWith(".parquet") || name.endsWith(".pq")) {
            return PARQUET;
        }
        return name.endsWith(".json") || name.endsWith(".jsonl") || name.endsWith(".ndjson") ? JSON : "CSV";
    }

    /**
     * A header that is one name with delimiters in it was given up by DuckDB, because of lines that do not fit to it.
     */
    private void requireTable(Set<String> names) throws IOException {
        boolean isOneName = source.csv().delimiter() == null && names.size() == 1;
        String fault = isOneName ? csvFault() : "";
        if (!fault.isEmpty()) {
            throw new IOException(source.name() + " cannot be read as a log: " + fault);
        }
    }

    /** Whether columns can be read as other types than they seem to have: from text, not from Parquet or a query. */
    boolean hasOpenTypes() {
        return withTypes != null;
    }

    /** The types of the columns in the files, before lists become rows. */
    Map<String, String> fileTypes() throws SQLException {
        return describe(reader);
    }

    /** A relation of the files with other types, to look at. */
    String reader(Map<String, String> types) {
        return withTypes.apply(structOf(types));
    }

    /** Reads the files with these types from now on. */
    void read(Map<String, String> types) throws SQLException {
        reader = reader(types);
        show();
    }

    /**
     * Copies the rows of a CSV file to a table where that takes little of the memory: what is read more than once is
     * parsed once.
     */
    public void keepRows() {
        boolean fits = csv != null && csv.tableBytes() <= settings.tableBytes();
        if (fits && unnesting == null && !reader.equals(ROWS)) {
            String files = reader;
            try {
                execute("CREATE OR REPLACE TEMP TABLE " + ROWS + " AS SELECT * FROM " + files);
                reader = ROWS;
                show();
            } catch (SQLException e) {
                reader = files; // a column that is not asked for may be to blame; if not, reading will tell
            }
        }
    }

    /**
     * Turns rows of lists into rows, from now on: one for each element, with the scalars repeated. A list that is one
     * longer than the others in every row becomes two columns: {@code next_obs} has what follows {@code obs}.
     *
     * @throws IllegalArgumentException if no column holds lists, or lists of one row differ in length otherwise
     */
    public void unnest() throws IOException {
        if (unnesting != null) {
            return;
        }
        try {
            unnesting = new Unnesting(this, fileTypes(), reader);
            show();
        } catch (SQLException e) {
            throw new IOException(name() + " cannot be unnested: " + SqlFailure.message(e), e);
        }
    }

    /**
     * Refuses lists that {@link #unnest} took for states, one longer than the others, of columns that are none.
     *
     * @param isOfSteps whether a column has one value for each step
     * @throws IllegalArgumentException if such a column has longer lists than others
     */
    public void requireOneForEachStep(Predicate<String> isOfSteps) throws IOException {
        try {
            if (unnesting != null) {
                unnesting.requireOneForEachStep(this, isOfSteps);
            }
        } catch (SQLException e) {
            throw new IOException(name() + " cannot be unnested: " + SqlFailure.message(e), e);
        }
    }

    /**
     * Reads columns as these types from now on, whatever type their values seem to have.
     *
     * @throws IllegalArgumentException if there is no such column or type
     */
    public void declare(Map<String, String> types) throws IOException {
        if (types.isEmpty() || types.equals(declared)) {
            return;
        }
        Map<String, String> named = new LinkedHashMap<>();
        for (Map.Entry<String, String> type : types.entrySet()) {
            String column = Expression.columnNamed(this, type.getKey())
                    .orElseThrow(() -> new IllegalArgumentException("columns: the log has no column " + type.getKey()
                            + "\nIt has " + String.join(", ", columns.keySet()) + "."));
            named.put(column, type.getValue());
        }
        try {
            requireTypes(named);
            if (withTypes == null) {
                String casts = named.entrySet().stream()
                        .map(column -> "CAST(" + Sql.identifier(column.getKey()) + " AS " + column.getValue() + ") AS "
                                + Sql.identifier(column.getKey()))
                        .collect(Collectors.joining(", "));
                reader = "(SELECT * REPLACE (" + casts + ") FROM " + reader + ")";
                show();
            } else {
                Map<String, String> all = fileTypes();
                all.putAll(named);
                read(all);
            }
            declared = types;
        } catch (SQLException e) {
            throw new IOException(name() + " cannot be read with the columns declared: " + SqlFailure.message(e), e);
        }
    }

    private void requireTypes(Map<String, String> named) {
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

    /** Reads the columns of an expression that is a key as exact numbers, if it can be done. */
    public void readExactly(String key) throws IOException {
        try {
            ExactKeys.require(this, key);
        } catch (SQLException e) {
            throw new IOException(name() + " cannot be read: " + SqlFailure.message(e), e);
        }
    }

    /** Gives the rows another column, which may depend on the columns before it. */
    public void addColumn(String column, String sql) throws SQLException {
        added.put(column, sql);
        show();
    }

    private void show() throws SQLException {
        String relation = unnesting == null ? "SELECT * FROM " + reader : unnesting.select(fileTypes(), reader);
        execute("CREATE OR REPLACE TEMP VIEW " + VIEW + " AS " + withAdded(relation));
        typesKnown.clear();
        columns = describe(VIEW);
    }

    /** A query over the columns of the files, with those that were {@linkplain #addColumn added}. */
    String withAdded(String query) {
        String relation = query;
        for (Map.Entry<String, String> column : added.entrySet()) {
            relation = "SELECT *, " + column.getValue() + " AS " + Sql.identifier(column.getKey()) + " FROM ("
                    + relation + ")";
        }
        return relation;
    }

    private void findReservedWords() throws SQLException {
        reserved =
                Set.copyOf(texts("SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category <> 'unreserved'"));
    }

    private static String structOf(Map<String, String> types) {
        return types.entrySet().stream()
                .map(column -> Sql.string(column.getKey()) + ": " + Sql.string(column.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    Map<String, String> describe(String relation) throws SQLException {
        Map<String, String> types = new LinkedHashMap<>();
        each("DESCRIBE FROM " + relation, row -> types.put(row.getString(1), row.getString(2)));
        return types;
    }

    /** As it was given: {@code logs/*.csv}. */
    public String name() {
        return source.name();
    }

    /** The patterns of its files, as they were given; empty for a query. */
    public List<String> patterns() {
        return source.patterns();
    }

    public LogSettings settings() {
        return settings;
    }

    /** The files it consists of, in the order in which they are read. */
    public List<Path> files() {
        return files;
    }

    /** The query whose rows it consists of; null where the rows are those of the files. */
    public String query() {
        return source.query();
    }

    /** Whether rows have an order even if a spec names none: files have, a query has if it ends in ORDER BY. */
    public boolean isOrdered() {
        return ordered;
    }

    /** The type of each column by its name, in the order of the file. */
    public Map<String, String> columns() {
        return columns;
    }

    /** The same without columns that were {@linkplain #addColumn added}: what a row comes with. */
    public Map<String, String> givenColumns() {
        Map<String, String> given = new LinkedHashMap<>(columns);
        given.keySet().removeAll(added.keySet());
        return given;
    }

    /** A column name that the log does not have: {@code wished}, with underscores appended if necessary. */
    public String alias(String wished) {
        String alias = wished;
        while (columns.keySet().stream().anyMatch(alias::equalsIgnoreCase)) {
            alias += "_";
        }
        return alias;
    }

    /** The types of expressions: many predictions use the same few, and looking one up opens the files. Modified. */
    Map<String, String> typesKnown() {
        return typesKnown;
    }

    /** The words that an expression must quote to mean a column. */
    Set<String> reservedWords() {
        return reserved;
    }

    /** The functions that return another value at each call or in each run, and macros that use one. */
    Set<String> volatileFunctions() {
        if (volatileFunctions == null) {
            try {
                volatileFunctions = VolatileFunctions.of(this);
            } catch (SQLException e) {
                throw new IllegalStateException("DuckDB does not list its functions", e);
            }
        }
        return volatileFunctions;
    }

    /** Creates an ENUM type of these values, numbered from 0, and returns its name. */
    public String createEnum(List<String> values) throws SQLException {
        String type = "emphatic_enum_" + enums++;
        execute("CREATE TYPE " + type + " AS ENUM "
                + values.stream().map(Sql::string).collect(Collectors.joining(", ", "(", ")")));
        return type;
    }

    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** A statement that was parsed and bound but not run. */
    DuckDBPreparedStatement prepare(String sql) throws SQLException {
        return connection.prepareStatement(sql).unwrap(DuckDBPreparedStatement.class);
    }

    DuckDBAppender append(String table) throws SQLException {
        return connection.unwrap(DuckDBConnection.class).createAppender(table);
    }

    public interface RowConsumer {
        void accept(ResultSet row) throws SQLException;
    }

    /** Runs a query and hands each row of its answer to {@code consumer}. */
    public void each(String sql, RowConsumer consumer) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                consumer.accept(rows);
            }
        }
    }

    private void resetThreads() throws SQLException {
        int threads = settings.databaseThreads();
        execute(threads > 0 ? "SET threads = " + threads : "RESET threads");
    }

    /** The same by one thread: sums of the same rows are the same bytes. */
    public void eachByOneThread(String sql, RowConsumer consumer) throws SQLException {
        execute("SET threads = 1");
        try {
            each(sql, consumer);
        } finally {
            resetThreads();
        }
    }

    /** The first column of a query's answer. */
    public List<String> texts(String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        each(sql, row -> texts.add(row.getString(1)));
        return texts;
    }

    /** The first column of a query's answer: row numbers, for example. */
    public List<Long> wholeNumbers(String sql) throws SQLException {
        List<Long> numbers = new ArrayList<>();
        each(sql, row -> numbers.add(row.getLong(1)));
        return numbers;
    }

    public long wholeNumber(String sql) throws SQLException {
        return wholeNumbers(sql).get(0);
    }

    /**
     * Turns a CSV file with columns of these types into a Parquet file. One thread writes row groups in one order: the
     * same rows are the same bytes.
     */
    public void convertToParquet(Path csv, Map<String, String> types, Path parquet) throws SQLException {
        withOneThread("COPY (SELECT * FROM read_csv(" + Sql.string(csv.toString())
                + ", header = true, auto_detect = false, delim = ',', quote = '\"', allow_quoted_nulls = false,"
                + " escape = '\"', columns = " + structOf(types) + ")) TO " + Sql.string(parquet.toString())
                + " (FORMAT parquet, COMPRESSION zstd)");
    }

    private void withOneThread(String sql) throws SQLException {
        execute("SET threads = 1");
        execute(sql);
        resetThreads();
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
