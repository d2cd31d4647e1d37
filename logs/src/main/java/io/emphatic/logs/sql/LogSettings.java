package io.emphatic.logs.sql;

import java.nio.file.Path;
import java.util.Locale;

/**
 * How a log is read.
 *
 * @param memory how much DuckDB may use beside the Java heap, as {@code 500MB}; larger sorts spill to the disk
 * @param threads how many; 0 for as many as there are processors
 * @param temporary the directory in which larger sorts spill
 * @param csv how CSV files are written
 */
public record LogSettings(String memory, int threads, Path temporary, CsvDialect csv) {

    /**
     * How CSV files are written; null for what the file itself suggests.
     *
     * @param delimiter between two values
     * @param quote around values that contain a delimiter; empty for none
     * @param nullText what stands for NULL, beside nothing at all
     */
    public record CsvDialect(String delimiter, String quote, String nullText) {
        public static final CsvDialect DETECTED = new CsvDialect(null, null, null);

        public CsvDialect {
            require(delimiter == null || delimiter.length() == 1, "the delimiter", delimiter);
            require(quote == null || quote.length() <= 1, "the quote", quote);
        }

        private static void require(boolean right, String what, String value) {
            if (!right) {
                throw new IllegalArgumentException("csv: " + what + " is not one character: " + value);
            }
        }

        /** Options of DuckDB's {@code read_csv}. */
        String sql() {
            return (delimiter == null ? "" : ", delim = " + Sql.string(delimiter))
                    + (quote == null ? "" : ", quote = " + Sql.string(quote) + ", escape = " + Sql.string(quote))
                    + (nullText == null ? "" : ", nullstr = [" + Sql.string(nullText) + ", '']");
        }
    }

    public LogSettings {
        if (!memory.toUpperCase(Locale.ROOT).matches("[0-9]+(\\.[0-9]+)? *(KB|MB|GB|TB|KIB|MIB|GIB|TIB)")) {
            throw new IllegalArgumentException("the memory is not a size such as 500MB or 4GB: " + memory);
        }
        if (threads < 0) {
            throw new IllegalArgumentException("the number of threads is not at least 1: " + threads);
        }
    }

    /** One gigabyte, all processors, the system's temporary directory. */
    public static LogSettings byDefault() {
        return new LogSettings("1GB", 0, Path.of(System.getProperty("java.io.tmpdir")), CsvDialect.DETECTED);
    }

    public LogSettings withCsv(CsvDialect dialect) {
        return new LogSettings(memory, threads, temporary, dialect);
    }
}
