package io.emphatic.logs.sql;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A log that is open for reading: CSV, Parquet or JSON lines, compressed or not, one file or a glob of them, seen
 * through DuckDB as the view {@code log}. Nothing is copied, nothing is fetched from a network, and sorting that does
 * not fit into memory goes to a temporary directory that is gone when the log is closed. One thread at a time.
 *
 * <pre>
 *   try (Log log = Log.open("logs/*.parquet")) {
 *       LearningReport report = Learning.learn(log, spec, Learning.Options.NONE);
 *   }
 * </pre>
 */
public final class Log extends QueriedDatabase {
    /** The table that has the rows of a query, or of a file that is kept. */
    private static final String ROWS = "emphatic_rows";

    private static final int QUERY_SECONDS = 3600;

    private final LogSource source;
    private final List<Path> files;
    private String reader; // what the view shows: a table, or files
    private FileRelation relation; // null where there are no files, or a query says how they are read
    private Unnesting unnesting; // null where rows are rows
    private final Map<String, String> added = new LinkedHashMap<>(); // columns beyond those of the files, by SQL
    private String counted = "true"; // the condition of the rows that count
    private boolean ordered = true; // whether rows have an order of their own
    private boolean hasRows = true;
    private Map<String, String> declared = Map.of();
    private RowFunctions functions; // asked for when first needed
    private final Map<String, String> typesKnown = new HashMap<>();

    private Log(LogSource source, Connection connection, SpillDirectory temporary, LogSettings settings) {
        super(connection, temporary, settings);
        this.source = source;
        this.files = new ArrayList<>();
    }

    /** @param pattern a file, or a glob such as {@code logs/*.parquet} */
    public static Log open(String pattern) throws IOException {
        return open(LogSource.files(pattern));
    }

    /** @throws IOException if the files cannot be read as a log; the message says why */
    public static Log open(LogSource source) throws IOException {
        return open(source, LogSettings.byDefault());
    }

    /** The rows of a query are copied to a table, by one thread: the same rows in the same order. */
    public static Log open(LogSource source, LogSettings settings) throws IOException {
        return open(source, settings, log -> {
            if (source.query() == null) {
                log.files.addAll(LogFiles.of(log, source.patterns()));
                log.relation = new FileRelation(log, log.files, source);
                log.reader = log.relation.sql();
            } else {
                log.createTable();
            }
        });
    }

    /** The files of a source, pattern by pattern, by name. */
    public static List<Path> files(LogSource source) throws IOException {
        try (Log none = ofColumns(Map.of())) {
            return none.ask(source.name() + " cannot be read as a log", () -> LogFiles.of(none, source.patterns()));
        }
    }

    /** A log without rows, whose columns have these types: rows in memory take its place in a {@link RowBatch}. */
    public static Log ofColumns(Map<String, String> types) throws IOException {
        return ofColumns(types, LogSettings.byDefault());
    }

    /** A log for rows that come while a program runs: expressions can neither open files nor change settings. */
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

    /** False for one made {@link #ofColumns}. */
    public boolean hasRows() {
        return hasRows;
    }

    private interface Opening {
        void open(Log log) throws SQLException, IOException; // finds out what the view shows
    }

    private static Log open(LogSource source, LogSettings settings, Opening opening) throws IOException {
        SpillDirectory temporary = new SpillDirectory(settings.temporary());
        Log log = null;
        try {
            log = new Log(source, connect(settings, temporary), temporary, settings);
            opening.open(log);
            log.findReservedWords();
            log.show();
            return log;
        } catch (SQLException e) {
            String fault = log == null ? "" : LogFiles.csvFault(log.files, source.csv());
            throw new IOException(
                    source.name() + " cannot be read as a log: " + (fault.isEmpty() ? SqlFailure.message(e) : fault),
                    e);
        } finally {
            if (log == null) {
                temporary.close();
            } else if (log.columns.isEmpty()) {
                log.close();
            }
        }
    }

    private void createTable() throws SQLException, IOException {
        if (!source.csv().equals(CsvDialect.DETECTED)) {
            throw new IOException(source.name() + " names its files itself: what is said about CSV files does not reach"
                    + " them\nSay it in the query: read_csv('log.csv', delim = ';', nullstr = 'NA')");
        }
        FileQuery query = new FileQuery(this, source, functions());
        files.addAll(query.files());
        ordered = query.isOrdered();
        withOneThread(QUERY_SECONDS, "CREATE TEMP TABLE " + ROWS + " AS " + query.sql());
        reader = ROWS;
    }

    /** Whether columns can be read as other types than they seem to have: from text, not from Parquet or a query. */
    private boolean hasOpenTypes() {
        return relation != null && relation.hasOpenTypes();
    }

    private Map<String, String> fileTypes() throws SQLException {
        return describe(reader);
    }

    private void read(Map<String, String> types) throws SQLException {
        reader = relation.withTypes(types);
        show();
    }

    private void cast(Map<String, String> types) throws SQLException {
        String casts = types.entrySet().stream()
                .map(column -> "CAST(" + Sql.identifier(column.getKey()) + " AS " + column.getValue() + ") AS "
                        + Sql.identifier(column.getKey()))
                .collect(Collectors.joining(", "));
        reader = "(SELECT * REPLACE (" + casts + ") FROM " + reader + ")";
        show();
    }

    /** Parses a CSV file once, to a table, where that fits into the memory. */
    public void keepRows() throws IOException {
        boolean fits = relation != null && relation.tableBytes() <= settings().tableBytes();
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
        ask(name() + " cannot be unnested", () -> {
            unnesting = new Unnesting(this, fileTypes(), reader);
            return show();
        });
    }

    /** Refuses lists that {@link #unnest} took for states, of columns that have one value for each step. */
    public void requireOneForEachStep(Predicate<String> isOfSteps) throws IOException {
        if (unnesting != null) {
            ask(name() + " cannot be unnested", () -> unnesting.requireOneForEachStep(this, isOfSteps));
        }
    }

    /** Reads columns as these types from now on, whatever type their values seem to have. */
    public void declare(Map<String, String> types) throws IOException {
        if (types.isEmpty() || types.equals(declared)) {
            return;
        }
        ask(name() + " cannot be read with the columns declared", () -> {
            Map<String, String> named = new LinkedHashMap<>();
            for (Map.Entry<String, String> type : types.entrySet()) {
                String column = Sql.columnNamed(columns.keySet(), type.getKey())
                        .orElseThrow(() -> new IllegalArgumentException("columns: the log has no column "
                                + type.getKey() + "\n" + Sql.listed(columns.keySet())));
                named.put(column, type.getValue());
            }
            requireTypes(named);
            if (hasOpenTypes()) {
                Map<String, String> all = fileTypes();
                all.putAll(named);
                read(all);
            } else {
                cast(named);
            }
            declared = types;
            return types;
        });
    }

    /** Reads the columns of an expression that is a key as exact numbers, if it can be done. */
    public void readExactly(String key) throws IOException {
        if (hasOpenTypes()) {
            ask(name() + " cannot be read", () -> {
                Map<String, String> types = fileTypes();
                if (relation.makeExact(this, key, types)) {
                    read(types);
                }
                return types;
            });
        }
    }

    /** Gives the rows another column, which may depend on the columns before it. */
    public String addColumn(String column, String sql) throws SQLException {
        added.put(column, sql);
        show();
        return column;
    }

    /** Leaves out the rows for which a condition does not hold, from now on. */
    public void keepOnly(String condition) throws SQLException {
        counted = condition;
        show();
    }

    private Map<String, String> show() throws SQLException {
        String relation = unnesting == null ? "SELECT * FROM " + reader : unnesting.select(fileTypes(), reader);
        execute("CREATE OR REPLACE TEMP VIEW " + VIEW + " AS SELECT * FROM (" + withAdded(relation) + ") WHERE "
                + counted);
        typesKnown.clear();
        columns = describe(VIEW);
        return columns;
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

    @Override
    public String name() {
        return source.name();
    }

    /** Where the rows come from. */
    public LogSource source() {
        return source;
    }

    /** The files that are read, none for rows in memory. Live. */
    public List<Path> files() {
        return files;
    }

    /** The first of several files that lacks a column of the others; null where all have it. */
    public Path fileWithout(String column) throws SQLException, IOException {
        return relation == null || !columns.containsKey(column) ? null : relation.fileWithout(this, column);
    }

    /** The place of a row, counted from 1, among several files; empty where rows are not those of files. */
    public String place(long row) throws SQLException, IOException {
        return relation == null || unnesting != null || !counted.equals("true") ? "" : relation.place(this, row);
    }

    /** Whether rows have an order even if a spec names none: files have, a query has if it ends in ORDER BY. */
    public boolean isOrdered() {
        return ordered;
    }

    /** The columns but for those that were {@linkplain #addColumn added}: what a row comes with. */
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

    /** What expressions may call. */
    RowFunctions functions() throws SQLException {
        if (functions == null) {
            functions = new RowFunctions(this);
        }
        return functions;
    }

    /** The types of expressions: many predictions use the same few, and looking one up opens the files. Modified. */
    Map<String, String> typesKnown() {
        return typesKnown;
    }
}
