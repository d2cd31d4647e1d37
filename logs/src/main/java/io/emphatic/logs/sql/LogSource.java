package io.emphatic.logs.sql;

import java.nio.file.Path;
import java.util.List;

/**
 * Where the rows of a log come from: files, or a query over files.
 *
 * @param name for messages: {@code logs/*.csv}, {@code the query in spec.yaml}
 * @param patterns the files, in the order in which they are read; those of one pattern by name; empty for a query
 * @param query null for files
 * @param directory what relative file names in the query are relative to; null for the working directory
 * @param csv how its files are written, if they are CSV and not named by a query
 */
public record LogSource(String name, List<String> patterns, String query, Path directory, CsvDialect csv) {
    private static final int MOST_NAMES = 3;

    /** @param pattern a file, or a glob such as {@code logs/*.parquet} */
    public static LogSource files(String pattern) {
        return files(List.of(pattern));
    }

    /** Files or globs, one after another. */
    public static LogSource files(List<String> patterns) {
        String name = patterns.size() <= MOST_NAMES
                ? String.join(", ", patterns)
                : patterns.get(0) + " and " + (patterns.size() - 1) + " more";
        return new LogSource(name, List.copyOf(patterns), null, null, CsvDialect.DETECTED);
    }

    /** A SELECT over files. */
    public static LogSource query(String name, String sql, Path directory) {
        return new LogSource(name, List.of(), sql, directory, CsvDialect.DETECTED);
    }

    /** The same with CSV files that are written so, as far as {@code dialect} says it. */
    public LogSource withCsv(CsvDialect dialect) {
        return new LogSource(name, patterns, query, directory, dialect.or(csv));
    }
}
