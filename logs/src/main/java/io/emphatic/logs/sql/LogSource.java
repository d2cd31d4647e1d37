package io.emphatic.logs.sql;

import java.nio.file.Path;
import java.util.List;

/** Where the rows of a log come from: files, or a query over files. */
public record LogSource(
        String name, // for messages
        List<String> patterns, // of the files; empty for a query
        String query, // null for files
        Path directory, // of relative names in the query; null for the working directory
        CsvDialect csv // how files are written that are CSV
        ) {
    /** The name of a log that is read from standard input. */
    public static final String STANDARD_INPUT = "standard input";

    private static final int MOST_NAMES = 3;

    /** @param pattern a file, or a glob such as {@code logs/*.parquet} */
    public static LogSource files(String pattern) {
        return files(List.of(pattern));
    }

    /** Files one after another, each pattern in the order of its names. */
    public static LogSource files(List<String> patterns) {
        String name = patterns.size() <= MOST_NAMES
                ? String.join(", ", patterns)
                : patterns.get(0) + " and " + (patterns.size() - 1) + " more";
        return new LogSource(name, List.copyOf(patterns), null, null, CsvDialect.DETECTED);
    }

    /** @param directory of relative names; null for the working directory */
    public static LogSource query(String name, String sql, Path directory) {
        return new LogSource(name, List.of(), sql, directory, CsvDialect.DETECTED);
    }

    /** This source with CSV files that are written as {@code dialect} says, as far as it says it. */
    public LogSource withCsv(CsvDialect dialect) {
        return new LogSource(name, patterns, query, directory, dialect.or(csv));
    }
}
