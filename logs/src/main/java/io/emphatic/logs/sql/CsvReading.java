package io.emphatic.logs.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How CSV files are read. All rows decide on types, once: a column may hold 0 for a million rows and then 0.5. DuckDB
 * guesses them from the first rows; where a {@link CsvTypeCheck} of all rows does not confirm what it guessed, DuckDB
 * looks at all rows, which takes ten times as long.
 */
final class CsvReading {
    /** DuckDB's own choice. */
    private static final long SAMPLE = 20_480;

    /** Of these it has certainly looked at each. */
    private static final long EARLY = SAMPLE / 2;

    private static final long ALL = -1;

    /** Below it, looking at all rows takes no time. */
    private static final long SMALL = 500_000;

    private final Log log;
    private final List<Path> files;
    private final CsvDialect dialect;
    private final String options; // without what the dialect says
    private final int threads;
    private final Map<String, String> types;
    private long rows = -1;
    private long fileBytes;
    private final SniffedCsv written; // as all files are; null where they differ, or more would have to be said

    CsvReading(Log log, List<Path> files, CsvDialect dialect, LogSettings settings) throws SQLException, IOException {
        this.log = log;
        this.files = files;
        this.dialect = dialect;
        this.options = ", header = true, skip = 0" + settings.csvBuffer();
        this.threads = settings.threads() > 0
                ? settings.threads()
                : Runtime.getRuntime().availableProcessors();
        List<SniffedCsv> sniffed = new ArrayList<>();
        boolean areConfirmed = true;
        for (Path file : files) {
            sniffed.add(sniffed(file));
            areConfirmed &= rows >= 0;
            fileBytes += Files.size(file);
        }
        SniffedCsv first = sniffed.get(0);
        this.written = sniffed.stream().allMatch(one -> one.isPlain() && one.isLike(first)) ? first : null;
        this.types = files.size() == 1
                ? first.types()
                : log.describe(relation(dialectSql() + ", sample_size = " + (areConfirmed ? SAMPLE : ALL)));
    }

    private SniffedCsv sniffed(Path file) throws SQLException, IOException {
        rows = -1;
        if (Files.size(file) > SMALL) {
            SniffedCsv guessed = SniffedCsv.of(log, file, options, dialect, SAMPLE);
            if (isConfirmed(file, guessed)) {
                return guessed;
            }
        }
        return SniffedCsv.of(log, file, options, dialect, ALL);
    }

    private boolean isConfirmed(Path file, SniffedCsv guessed) throws IOException {
        String name = file.toString().toLowerCase(Locale.ROOT);
        boolean isText = !name.endsWith(".gz") && !name.endsWith(".zst");
        rows = isText ? CsvTypeCheck.rows(file, guessed, dialect.nullText(), EARLY, threads) : -1;
        return rows >= 0;
    }

    /** By column, as all rows give them. */
    Map<String, String> types() {
        return types;
    }

    /** How many bytes the rows take as a table; the largest long where that is not known. */
    long tableBytes() {
        if (files.size() > 1 || written == null || rows < 0) {
            return Long.MAX_VALUE;
        }
        long texts = types.values().stream().filter("VARCHAR"::equals).count();
        return rows * (types.size() + texts) * Long.BYTES + (texts == 0 ? 0 : fileBytes);
    }

    /** The relation of the files with the columns of a struct of types. */
    String withTypes(String struct) {
        if (written == null) {
            return relation(dialectSql() + ", sample_size = " + ALL + ", types = " + struct);
        }
        return relation(
                dialectSql() + (files.size() == 1 ? ", auto_detect = false, columns = " : ", types = ") + struct);
    }

    /** All that is known about how the files are written: DuckDB would look for late quotes in the first rows only. */
    private String dialectSql() {
        return written == null ? dialect.sql() : written.sql() + dialect.nullSql();
    }

    private String relation(String more) {
        String paths =
                files.stream().map(file -> Sql.string(file.toString())).collect(Collectors.joining(", ", "[", "]"));
        String union = files.size() > 1 ? ", union_by_name = true" : "";
        return "read_csv(" + paths + union + options + more + ")";
    }
}
