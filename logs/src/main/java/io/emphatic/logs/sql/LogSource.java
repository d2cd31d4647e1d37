package io.emphatic.logs.sql;

import java.nio.file.Path;

/**
 * Where the rows of a log come from: files, or a query over files.
 *
 * @param name for messages: {@code logs/*.csv}, {@code the query in spec.yaml}
 * @param query null for files, which {@code name} is the pattern of
 * @param directory what relative file names in the query are relative to; null for the working directory
 * @param csv how its files are written, if they are CSV and not named by a query
 */
public record LogSource(String name, String query, Path directory, CsvDialect csv) {

    /** @param pattern a file, or a glob such as {@code logs/*.parquet} */
    public static LogSource files(String pattern) {
        return new LogSource(pattern, null, null, CsvDialect.DETECTED);
    }

    /** A SELECT over files. */
    public static LogSource query(String name, String sql, Path directory) {
        return new LogSource(name, sql, directory, CsvDialect.DETECTED);
    }

    /** The same with CSV files that are written so, as far as {@code dialect} says it. */
    public LogSource withCsv(CsvDialect dialect) {
        return new LogSource(name, query, directory, dialect.or(csv));
    }
}
