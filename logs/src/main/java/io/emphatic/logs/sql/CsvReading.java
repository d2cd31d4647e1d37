package io.emphatic.logs.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How CSV files are read. All rows decide on types, once: a column may hold 0 for a million rows and then 0.5. DuckDB
 * guesses them from the first rows, and one query checks whether all values fit. Only where one does not, DuckDB's
 * sniffer looks at all rows, which takes several times as long.
 */
final class CsvReading {
    /** DuckDB's own choice. */
    private static final long SAMPLED_ROWS = 20_480;

    private static final long ALL_ROWS = -1;

    /** Below it, looking at all rows takes no time. */
    private static final long SMALL_FILE_BYTES = 500_000;

    private static final long NOT_CONFIRMED = -1;
    private static final Pattern TOLERANT =
            Pattern.compile("(?i)strict_mode *= *false|null_padding *= *true|ignore_errors *= *true");

    /**
     * What DuckDB takes a file for.
     *
     * @param sql options of {@code read_csv} that leave nothing to be found out, beside the columns
     * @param isPlain whether these options are all that has to be said to read it
     * @param types by column, in the order of the file
     */
    private record Sniffed(String sql, boolean isPlain, Map<String, String> types) {}

    private final Log log;
    private final List<Path> files;
    private final CsvDialect dialect;
    private final String options; // without what the dialect says
    private final Map<String, String> types;
    private long rows; // of the last file; NOT_CONFIRMED if it was not counted
    private long fileBytes;
    private final Sniffed written; // as all files are; null where they differ, or more would have to be said

    CsvReading(Log log, List<Path> files, CsvDialect dialect, LogSettings settings) throws SQLException, IOException {
        this.log = log;
        this.files = files;
        this.dialect = dialect;
        this.options = ", header = true, skip = 0" + settings.csvBuffer();
        List<Sniffed> sniffed = new ArrayList<>();
        boolean areConfirmed = true;
        for (Path file : files) {
            sniffed.add(sniffed(file));
            areConfirmed &= rows != NOT_CONFIRMED;
            fileBytes += Files.size(file);
        }
        Sniffed first = sniffed.get(0);
        this.written =
                sniffed.stream().allMatch(one -> one.isPlain() && one.sql().equals(first.sql())) ? first : null;
        this.types = files.size() == 1
                ? first.types()
                : log.describe(
                        relation(files, dialectSql() + ", sample_size = " + (areConfirmed ? SAMPLED_ROWS : ALL_ROWS)));
    }

    private Sniffed sniffed(Path file) throws SQLException, IOException {
        rows = NOT_CONFIRMED;
        if (Files.size(file) > SMALL_FILE_BYTES) {
            Sniffed guessed = sniffed(file, SAMPLED_ROWS);
            rows = guessed.isPlain() ? confirmedRows(file, guessed) : NOT_CONFIRMED;
            if (rows != NOT_CONFIRMED) {
                return guessed;
            }
        }
        return sniffed(file, ALL_ROWS);
    }

    private Sniffed sniffed(Path file, long sampledRows) throws SQLException {
        Sniffed[] sniffed = new Sniffed[1];
        Map<String, String> columns = new LinkedHashMap<>();
        String query = "SELECT Delimiter, Quote, Escape, Comment, DateFormat, TimestampFormat, SkipRows, Prompt,"
                + " unnest(Columns, recursive := true) FROM sniff_csv(" + Sql.string(file.toString()) + options
                + dialect.sql() + ", sample_size = " + sampledRows + ")";
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

    /** How many rows the file has, if all of them fit the guessed types. */
    private long confirmedRows(Path file, Sniffed guessed) {
        Map<String, String> texts = new LinkedHashMap<>();
        StringJoiner fit = new StringJoiner(" AND ");
        guessed.types().forEach((column, type) -> {
            texts.put(column, "VARCHAR");
            fit.add("coalesce(" + fits(Sql.identifier(column), type) + ", true)");
        });
        String relation = relation(
                List.of(file),
                guessed.sql() + dialect.nullSql() + ", auto_detect = false, columns = "
                        + QueriedDatabase.structOf(texts));
        long[] counted = {NOT_CONFIRMED};
        try {
            log.each("SELECT count(*), " + fit + " FROM " + relation, row -> {
                if (row.getBoolean(2)) {
                    counted[0] = row.getLong(1);
                }
            });
        } catch (SQLException e) {
            return NOT_CONFIRMED; // the sniffer says what is wrong when it looks at all rows
        }
        return counted[0];
    }

    /**
     * Whether all values of a column of text fit a type. They have to be written as DuckDB writes them, except for
     * DOUBLE: it casts 1.5 to BIGINT 2, and 007 to 7. A column is text if a value begins with a letter and is no word
     * for a number or a truth value, or is a number with leading zeros. Where a value begins with a single quote, all
     * rows decide what quotes.
     */
    private static String fits(String text, String type) {
        return switch (type) {
            case "VARCHAR" -> """
                count(%1$s) = 0 OR NOT bool_or(starts_with(%1$s, '''')) AND bool_or(
                    %1$s > ':' AND TRY_CAST(%1$s AS DOUBLE) IS NULL AND TRY_CAST(%1$s AS BOOLEAN) IS NULL
                    OR regexp_full_match(%1$s, '[+-]?0[0-9]+'))""".formatted(text);
            case "DOUBLE" -> "bool_and(TRY_CAST(" + text + " AS DOUBLE) IS NOT NULL OR " + text + " IS NULL)";
            case "TIMESTAMP" ->
                "bool_and(coalesce(CAST(TRY_CAST(%1$s AS TIMESTAMP) AS VARCHAR), '') = replace(%1$s, 'T', ' '))"
                        .formatted(text);
            default -> "bool_and(coalesce(CAST(TRY_CAST(" + text + " AS " + type + ") AS VARCHAR), '') = " + text + ")";
        };
    }

    /** By column, as all rows give them. */
    Map<String, String> types() {
        return types;
    }

    /** How many bytes the rows take as a table; the largest long where that is not known. */
    long tableBytes() {
        if (files.size() > 1 || written == null || rows == NOT_CONFIRMED) {
            return Long.MAX_VALUE;
        }
        long texts = types.values().stream().filter("VARCHAR"::equals).count();
        if (texts > 0 && files.get(0).toString().toLowerCase(Locale.ROOT).matches("(?s).*\\.(gz|zst)")) {
            return Long.MAX_VALUE; // how long the texts are is not known
        }
        return rows * (types.size() + texts) * Long.BYTES + (texts == 0 ? 0 : fileBytes);
    }

    /** The relation of the files with the columns of a struct of types. */
    String withTypes(String struct) {
        if (written == null) {
            return relation(files, dialectSql() + ", sample_size = " + ALL_ROWS + ", types = " + struct);
        }
        return relation(
                files,
                dialectSql() + (files.size() == 1 ? ", auto_detect = false, columns = " : ", types = ") + struct);
    }

    /** All that is known about how the files are written: DuckDB would look for late quotes in the first rows only. */
    private String dialectSql() {
        return written == null ? dialect.sql() : written.sql() + dialect.nullSql();
    }

    private String relation(List<Path> read, String more) {
        String paths =
                read.stream().map(file -> Sql.string(file.toString())).collect(Collectors.joining(", ", "[", "]"));
        String union = read.size() > 1 ? ", union_by_name = true" : "";
        return "read_csv(" + paths + union + options + more + ")";
    }
}
