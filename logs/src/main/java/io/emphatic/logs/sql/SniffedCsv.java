package io.emphatic.logs.sql;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What DuckDB takes a CSV file for: how it is written, and the types of its columns.
 *
 * @param quote the usual one where no value is quoted so far, for one may still come; empty only if that was asked for
 * @param isQuoteKnown whether it was given, or values were found in quotes
 * @param escape of a quote in quotes
 * @param newLine LF or CR LF, which all lines have to end with, in C's notation
 * @param comment with which a line begins that is no row; empty where there is none
 * @param dateFormat null where dates are written as ISO 8601 has it, or there are none
 * @param isPlain whether these options are all that has to be said to read it
 * @param types by column, in the order of the file
 */
record SniffedCsv(
        String delimiter,
        String quote,
        boolean isQuoteKnown,
        String escape,
        String newLine,
        String comment,
        String dateFormat,
        String timestampFormat,
        boolean isPlain,
        Map<String, String> types) {
    private static final String NONE = "(empty)";

    /** Said as an option, it would refuse what DuckDB takes for dates beyond it: inf, 99999-01-01. */
    private static final String ISO = "%Y-%m-%d";

    private static final Pattern TOLERANT =
            Pattern.compile("(?i)strict_mode *= *false|null_padding *= *true|ignore_errors *= *true");

    /**
     * @param options of {@code read_csv}, beside the dialect
     * @param dialect what need not be found out
     * @param rows how many are looked at; −1 for all
     */
    static SniffedCsv of(Log log, Path file, String options, CsvDialect dialect, long rows) throws SQLException {
        SniffedCsv[] sniffed = new SniffedCsv[1];
        Map<String, String> types = new LinkedHashMap<>();
        String query = "SELECT Delimiter, Quote, Escape, Comment, DateFormat, TimestampFormat, SkipRows, Prompt,"
                + " NewLineDelimiter,"
                + " unnest(Columns, recursive := true) FROM sniff_csv(" + Sql.string(file.toString()) + options
                + dialect.sql() + ", sample_size = " + rows + ")";
        log.each(query, row -> {
            String quote = dialect.quote() == null ? orElse("\"", row.getString(2)) : dialect.quote();
            types.put(row.getString(10), row.getString(11));
            sniffed[0] = new SniffedCsv(
                    row.getString(1),
                    quote,
                    dialect.quote() != null || !orElse("", row.getString(2)).isEmpty(),
                    orElse(quote, row.getString(3)),
                    orElse("", row.getString(9)),
                    orElse("", row.getString(4)),
                    ISO.equals(row.getString(5)) ? null : row.getString(5),
                    row.getString(6),
                    row.getLong(7) == 0 && !TOLERANT.matcher(row.getString(8)).find(),
                    types);
        });
        if (sniffed[0] == null) {
            throw new SQLException("DuckDB finds no column in " + file);
        }
        return sniffed[0];
    }

    private static String orElse(String usual, String text) {
        return text == null || text.isEmpty() || text.equals(NONE) ? usual : text;
    }

    /** Whether the two are written alike, whatever their columns are. */
    boolean isLike(SniffedCsv other) {
        return sql().equals(other.sql());
    }

    /** Options of {@code read_csv} that leave nothing to be found out, beside the columns. */
    String sql() {
        return ", delim = " + Sql.string(delimiter)
                + ", quote = " + Sql.string(quote)
                + ", escape = " + Sql.string(escape)
                + ", comment = " + Sql.string(comment)
                + (dateFormat == null ? "" : ", dateformat = " + Sql.string(dateFormat))
                + (timestampFormat == null ? "" : ", timestampformat = " + Sql.string(timestampFormat));
    }
}
