package io.emphatic.logs.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
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
    private Map<String, String> types;
    private long rows = -1;
    private long fileBytes;
    private SniffedCsv only; // where one file is all there is, and known so well that nothing has to be found out

    CsvReading(Log log, List<Path> files, CsvDialect dialect, LogSettings settings) throws SQLException, IOException {
        this.log = log;
        this.files = files;
        this.dialect = dialect;
        this.options = ", header = true, skip = 0" + settings.csvBuffer();
        this.threads = settings.threads() > 0
                ? settings.threads()
                : Runtime.getRuntime().availableProcessors();
        if (files.size() == 1) {
            SniffedCsv sniffed = sniffed(files.get(0));
            fileBytes = Files.size(files.get(0));
            only = sniffed.isPlain() ? sniffed : null;
            types = sniffed.types();
        } else {
            types = log.describe(relation(dialect.sql() + ", sample_size = " + (areConfirmed() ? SAMPLE : ALL)));
        }
    }

    private SniffedCsv sniffed(Path file) throws SQLException, IOException {
        if (isLarge(file)) {
            SniffedCsv guessed = SniffedCsv.of(log, file, options + dialect.sql(), SAMPLE);
            if (isConfirmed(file, guessed)) {
                return guessed;
            }
        }
        return SniffedCsv.of(log, file, options + dialect.sql(), ALL);
    }

    /** Whether the first rows of each file give the types that all rows would. */
    private boolean areConfirmed() throws SQLException, IOException {
        for (Path file : files) {
            if (!isLarge(file) || !isConfirmed(file, SniffedCsv.of(log, file, options + dialect.sql(), SAMPLE))) {
                return false;
            }
        }
        return true;
    }

    private boolean isConfirmed(Path file, SniffedCsv guessed) throws IOException {
        String name = file.toString().toLowerCase(Locale.ROOT);
        boolean isText = !name.endsWith(".gz") && !name.endsWith(".zst");
        rows = isText ? CsvTypeCheck.rows(file, guessed, dialect.nullText(), EARLY, threads) : -1;
        return rows >= 0;
    }

    private static boolean isLarge(Path file) throws IOException {
        return Files.size(file) > SMALL;
    }

    /** By column, as all rows give them. */
    Map<String, String> types() {
        return types;
    }

    /** How many bytes the rows take as a table; the largest long where that is not known. */
    long tableBytes() {
        if (only == null || rows < 0) {
            return Long.MAX_VALUE;
        }
        long texts = types.values().stream().filter("VARCHAR"::equals).count();
        return rows * (types.size() + texts) * Long.BYTES + (texts == 0 ? 0 : fileBytes);
    }

    /** The relation of the files with the columns of a struct of types. */
    String withTypes(String struct) {
        return relation(
                only == null
                        ? dialect.sql() + ", types = " + struct
                        : only.sql() + dialect.nullSql() + ", columns = " + struct);
    }

    private String relation(String more) {
        String paths =
                files.stream().map(file -> Sql.string(file.toString())).collect(Collectors.joining(", ", "[", "]"));
        String union = files.size() > 1 ? ", union_by_name = true" : "";
        return "read_csv(" + paths + union + options + more + ")";
    }
}
