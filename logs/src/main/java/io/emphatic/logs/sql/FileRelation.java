package io.emphatic.logs.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** The files of a log as DuckDB reads them: CSV, Parquet or JSON lines, all of one kind. */
final class FileRelation {
    private final List<Path> files;
    private final LogSource source;
    private final String sql;
    private final CsvReading csv; // null where files are not CSV
    private final UnaryOperator<String> withTypes; // null where files have types themselves

    FileRelation(QueriedDatabase log, List<Path> files, LogSource source) throws SQLException, IOException {
        this.files = files;
        this.source = source;
        LogFiles.requireBytes(files);
        String paths = LogFiles.list(files);
        String kind = LogFiles.requireOneKind(files);
        for (Path file : files) {
            FileBytes.require(log, file, kind, source.csv());
        }
        if (kind.equals(LogFiles.PARQUET)) {
            csv = null;
            withTypes = null;
            sql = "read_parquet(" + paths + ")";
        } else if (kind.equals(LogFiles.JSON)) {
            csv = null;
            withTypes = types -> "read_json(" + paths + ", columns = " + types + ")";
            sql = "read_json(" + paths + ", sample_size = -1)";
        } else {
            log.execute("SET streaming_buffer_size = '" + log.settings().answerBytes() + " bytes'");
            csv = new CsvReading(log, files, source.csv(), log.settings());
            requireTable(csv.types().keySet());
            withTypes = csv::withTypes;
            sql = withTypes(csv.types());
        }
    }

    /** DuckDB gives a header up, as one name, because of lines that do not fit to it. */
    private void requireTable(Set<String> names) throws IOException {
        boolean isOneName = source.csv().delimiter() == null && names.size() == 1;
        String fault = isOneName ? LogFiles.csvFault(files, source.csv()) : "";
        if (!fault.isEmpty()) {
            throw new IOException(source.name() + " cannot be read as a log: " + fault);
        }
    }

    String sql() {
        return sql;
    }

    /** The first of several files that lacks a column; null where all have it. */
    Path fileWithout(QueriedDatabase log, String column) throws SQLException, IOException {
        for (Path file : files.size() > 1 ? files : List.<Path>of()) {
            String alone = new FileRelation(log, List.of(file), source).sql();
            if (!log.describe(alone).containsKey(column)) {
                return file;
            }
        }
        return null;
    }

    /** A row, counted from 1 over several files, as that of its file; empty for one file. */
    String place(QueriedDatabase log, long row) throws SQLException, IOException {
        long left = row;
        for (Path file : files.size() > 1 ? files : List.<Path>of()) {
            long rows = log.wholeNumber("SELECT count(*) FROM " + new FileRelation(log, List.of(file), source).sql());
            if (left <= rows) {
                return "row " + left + " of " + file;
            }
            left -= rows;
        }
        return "";
    }

    /** Whether columns can be read as other types than they seem to have. */
    boolean hasOpenTypes() {
        return withTypes != null;
    }

    String withTypes(Map<String, String> types) {
        return withTypes.apply(QueriedDatabase.structOf(types));
    }

    /** About how many bytes the rows take as a table; the largest long where it is not known, or not worth having. */
    long tableBytes() throws IOException {
        boolean isPlain =
                csv != null && files.size() == 1 && !files.get(0).toString().matches("(?is).*\\.(gz|zst)");
        return isPlain ? 2 * Files.size(files.get(0)) : Long.MAX_VALUE;
    }

    /**
     * How CSV files are read: all rows decide on types. DuckDB's sniffer takes by far longest if it looks at all of
     * them; what it says of the first 20,480 stands if every value fits.
     */
    static final class CsvReading {
        private static final long LARGE_FILE = 1 << 20;
        private static final int MOST_COLUMNS = 300;
        private static final int EARLY_ROWS = 20_000; // fewer than the sniffer looks at
        private static final String PLAIN_NUMBER = "-?(0|[1-9][0-9]{0,30})([.][0-9]+)?([eE][+-]?[0-9]{1,2})?";
        private static final String ALL_ROWS = ", sample_size = -1";
        private static final Pattern TOLERANT =
                Pattern.compile("(?i)strict_mode *= *false|null_padding *= *true|ignore_errors *= *true");

        /** What DuckDB takes a file for; {@code isPlain}: these options are all that has to be said to read it. */
        private record Sniffed(String sql, boolean isPlain, Map<String, String> types) {}

        private final QueriedDatabase log;
        private final List<Path> files;
        private final CsvDialect dialect;
        private final String options; // without what the dialect says
        private final Map<String, String> types;
        private final Sniffed written; // as all files are; null where they differ, or more would have to be said

        CsvReading(QueriedDatabase log, List<Path> files, CsvDialect dialect, LogSettings settings)
                throws SQLException {
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

        /** A small file is looked at quickly, and many columns take longer to be looked at twice. */
        private Sniffed sniffed(Path file) throws SQLException {
            if (file.toFile().length() < LARGE_FILE) {
                return sniffed(file, ALL_ROWS);
            }
            Sniffed first = sniffed(file, "");
            boolean isFit = first.isPlain() && first.types().size() <= MOST_COLUMNS && fits(file, first);
            return isFit ? first : sniffed(file, ALL_ROWS);
        }

        /** Whether all rows have the types of the first ones: values are as DuckDB writes them, or plain numbers. */
        private boolean fits(Path file, Sniffed first) {
            Map<String, String> texts = new LinkedHashMap<>();
            StringJoiner all = new StringJoiner(" AND ", "SELECT CAST(", " AS INTEGER) FROM ");
            StringJoiner early = new StringJoiner(" AND ", "SELECT CAST(", " AS INTEGER) FROM ");
            first.types().forEach((column, type) -> {
                texts.put(column, "VARCHAR");
                String name = Sql.identifier(column);
                String value = "TRY_CAST(" + name + " AS " + type + ")";
                boolean isText = type.equals("VARCHAR");
                // stricter than the sniffer, which takes +1, 007, 1_000 and numbers before a blank for texts
                String plain = "regexp_full_match(" + name + ", '" + PLAIN_NUMBER + "')";
                String unquoted = isText && dialect.quote() == null ? " AND NOT starts_with(" + name + ", '''')" : "";
                String fits = (type.equals("DOUBLE") ? plain : value + "::VARCHAR = " + name) + unquoted;
                all.add("count(" + name + ") = count_if(" + fits + ")");
                early.add(isText ? "count(" + name + ") > 0" : "true"); // not a text because all were empty
            });
            String rows = "read_csv(" + Sql.string(file.toString()) + options + first.sql() + dialect.nullSql()
                    + ", auto_detect = false, columns = " + QueriedDatabase.structOf(texts) + ")";
            try {
                return log.wholeNumber(early + "(SELECT * FROM " + rows + " LIMIT " + EARLY_ROWS + ")") == 1
                        && log.wholeNumber(all + rows) == 1;
            } catch (SQLException e) {
                return false; // some row is written in another way than the first ones
            }
        }

        private Sniffed sniffed(Path file, String sample) throws SQLException {
            Sniffed[] sniffed = new Sniffed[1];
            Map<String, String> columns = new LinkedHashMap<>();
            String query = "SELECT Delimiter, Quote, Escape, Comment, DateFormat, TimestampFormat, SkipRows, Prompt,"
                    + " unnest(Columns, recursive := true) FROM sniff_csv(" + Sql.string(file.toString()) + options
                    + dialect.sql() + sample + ")";
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
                        row.getLong(7) == 0
                                && !TOLERANT.matcher(row.getString(8)).find(),
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

        /** How the files are written, as far as known: DuckDB would look for late quotes in the first rows only. */
        private String dialectSql() {
            return written == null ? dialect.sql() : written.sql() + dialect.nullSql();
        }

        private String relation(String more) {
            return "read_csv(" + LogFiles.list(files) + options + more + ")";
        }
    }

    private static final int MOST_DIGITS = 38;

    /**
     * Keys are exact: no DOUBLE; with leading zeros all are text: 007 and 7 differ. Whether types have changed.
     *
     * @param types of the columns. Modified.
     */
    boolean makeExact(QueriedDatabase log, String key, Map<String, String> types) throws SQLException {
        boolean changed = false;
        for (String column : inexact(log, key)) {
            String brackets = types.get(column).replace("DOUBLE", "");
            Map<String, String> asText = new LinkedHashMap<>(types);
            asText.put(column, "VARCHAR" + brackets);
            String exact = exactType(log, withTypes(asText), column, !brackets.isEmpty());
            changed |= !exact.equals("DOUBLE");
            types.put(column, exact + brackets);
        }
        return changed;
    }

    /** The columns that the expression is made of and that are read as floating point. */
    private static List<String> inexact(QueriedDatabase log, String text) {
        return log.columns().entrySet().stream()
                .filter(column -> column.getValue().equals("DOUBLE") && Sql.mentions(text, column.getKey()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String exactType(QueriedDatabase log, String asText, String column, boolean list)
            throws SQLException {
        String value = "trim(" + (list ? "unnest(" + Sql.identifier(column) + ")" : Sql.identifier(column)) + ")";
        String[] type = {"DOUBLE"};
        String query = "SELECT bool_and(regexp_full_match(v, '[+-]?[0-9]+')), "
                + "bool_and(regexp_full_match(v, '[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)')), "
                + "max(length(regexp_extract(v, '^[+-]?([0-9]*)', 1))), "
                + "max(length(regexp_extract(v, '[.]([0-9]*)$', 1))), "
                + "bool_or(regexp_matches(v, '^[+-]?0[0-9]')) FROM (SELECT " + value + " AS v FROM " + asText
                + ") WHERE v <> ''";
        log.each(query, row -> {
            int digits = row.getInt(3);
            int behind = row.getInt(4);
            if (row.getBoolean(5)) {
                type[0] = "VARCHAR";
            } else if (row.getBoolean(1)) {
                type[0] = digits <= MOST_DIGITS ? "HUGEINT" : "VARCHAR";
            } else if (row.getBoolean(2) && digits + behind <= MOST_DIGITS) {
                type[0] = "DECIMAL(" + MOST_DIGITS + ", " + behind + ")";
            }
        });
        return type[0];
    }
}
