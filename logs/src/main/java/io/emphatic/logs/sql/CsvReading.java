package io.emphatic.logs.sql;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** How CSV files are read: all rows decide on types, not the 20,480 that DuckDB's sniffer looks at by itself. */
final class CsvReading {
    private static final String ALL_ROWS = ", sample_size = -1";
    private static final Pattern TOLERANT =
            Pattern.compile("(?i)strict_mode *= *false|null_padding *= *true|ignore_errors *= *true");

    /** What DuckDB takes a file for; {@code isPlain}: these options are all that has to be said to read it. */
    private record Sniffed(String sql, boolean isPlain, Map<String, String> types) {}

    private final Log log;
    private final List<Path> files;
    private final CsvDialect dialect;
    private final String options; // without what the dialect says
    private final Map<String, String> types;
    private final Sniffed written; // as all files are; null where they differ, or more would have to be said

    CsvReading(Log log, List<Path> files, CsvDialect dialect, LogSettings settings) throws SQLException {
        this.log = log;
        this.files = files;
        this.dialect = dialect;
        this.options = ", header = true, skip = 0" + settings.csvBuffer();
        List<Sniffed> sniffed = new ArrayList<>();
        for (Path file : files) {
            sniffed.add(sniffed(file));
        }
        Sniffed first = sniffed.get(0);
        this.written =
                sniffed.stream().allMatch(one -> one.isPlain() && one.sql().equals(first.sql())) ? first : null;
        this.types = files.size() == 1 ? first.types() : log.describe(relation(dialectSql() + ALL_ROWS));
    }

    private Sniffed sniffed(Path file) throws SQLException {
        Sniffed[] sniffed = new Sniffed[1];
        Map<String, String> columns = new LinkedHashMap<>();
        String query = "SELECT Delimiter, Quote, Escape, Comment, DateFormat, TimestampFormat, SkipRows, Prompt,"
                + " unnest(Columns, recursive := true) FROM sniff_csv(" + Sql.string(file.toString()) + options
                + dialect.sql() + ALL_ROWS + ")";
        log.each(query, row -> {
            columns.put(row.getString(9), row.getString(10));
            // Where no value is quoted so far, one may still come in the usual quotes.
            String quote = dialect.quote() == null ? orElse("\"", row.getString(2)) : dialect.quote();
            // ISO, said as an option, would refuse what DuckDB takes for dates beyond it: inf, 99999-01-01.
            String dates = "%Y-%m-%d".equals(row.getString(5)) ? "" : option("dateformat", row.getString(5));
            sniffed[0] = new Sniffed(
                    option("delim", row.getString(1))
                            + option("quote", quote)
                            + option("escape", orElse(quote, row.getString(3)))
                            + option("comment", orElse("", row.getString(4)))
                            + dates
                            + option("timestampformat", row.getString(6)),
                    row.getLong(7) == 0 && !TOLERANT.matcher(row.getString(8)).find(),
                    columns);
        });
        if (sniffed[0] == null) {
            throw new SQLException("DuckDB finds no column in " + file);
        }
        return sniffed[0];
    }

    private static String orElse(String usual, String text) {
        return text == null || text.isEmpty() || text.equals("(empty)") ? usual : text;
    }

    private static String option(String name, String value) {
        return value == null ? "" : ", " + name + " = " + Sql.string(value);
    }

    Map<String, String> types() {
        return types;
    }

    /** The relation of the files with the columns of a struct of types. */
    String withTypes(String struct) {
        boolean isKnown = written != null && files.size() == 1;
        String more = isKnown ? ", auto_detect = false, columns = " : ", types = ";
        return relation(dialectSql() + (written == null ? ALL_ROWS : "") + more + struct);
    }

    /** All that is known about how the files are written: DuckDB would look for late quotes in the first rows only. */
    private String dialectSql() {
        return written == null ? dialect.sql() : written.sql() + dialect.nullSql();
    }

    private String relation(String more) {
        return "read_csv(" + LogFiles.list(files) + options + more + ")";
    }
}
