package io.emphatic.logs.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The files of a log: which they are, of what kind, and what is wrong with them. */
public final class LogFiles {
    public static final String PARQUET = "Parquet";
    public static final String JSON = "JSON lines";

    private LogFiles() {}

    /** The files of these patterns, those of one by name. */
    static List<Path> of(QueriedDatabase log, List<String> patterns) throws SQLException, IOException {
        List<Path> files = new ArrayList<>();
        Set<Path> known = new HashSet<>();
        for (String pattern : patterns) {
            List<Path> found = glob(log, pattern);
            if (found.isEmpty()) {
                throw new IOException(absence(pattern));
            }
            for (Path file : found) {
                if (!known.add(real(file))) {
                    throw new IOException("the log has the file " + file + " twice");
                }
                files.add(file);
            }
        }
        return files;
    }

    private static String absence(String pattern) {
        boolean isName = !pattern.isEmpty() && !pattern.matches(".*[*?\\[].*");
        if (!isName || !Files.isDirectory(Path.of(pattern))) {
            return "there is no log " + pattern;
        }
        return pattern + " is a directory, not a log\nName files that are CSV, Parquet or JSON lines, or give a pattern"
                + " in quotes: '" + Path.of(pattern, "*.csv") + "'.";
    }

    /** One path for all names of a file. */
    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return file.toAbsolutePath().normalize();
        }
    }

    static List<Path> glob(QueriedDatabase log, String pattern) throws SQLException {
        return log.texts("SELECT file FROM glob(" + Sql.string(pattern) + ") ORDER BY file").stream()
                .map(Path::of)
                .toList();
    }

    /** A file without a header would be read as one without the columns that are asked for. */
    static void requireBytes(List<Path> files) throws IOException {
        for (Path file : files) {
            if (Files.isReadable(file) && Files.size(file) == 0) {
                throw new IOException(file + " is empty: it has neither rows nor a header"
                        + (files.size() > 1 ? "\nLeave it out." : ""));
            }
        }
    }

    /** What a file is by its name: {@link #PARQUET}, {@link #JSON}, or else CSV. */
    public static String kind(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT).replaceFirst("\\.(gz|gzip|bz2|xz|zst|deflate)$", "");
        return name.matches("(?s).*\\.(parquet|pq)")
                ? PARQUET
                : name.matches("(?s).*\\.(json|jsonl|ndjson)") ? JSON : "CSV";
    }

    static String requireOneKind(List<Path> files) throws IOException {
        String kind = kind(files.get(0));
        for (Path file : files) {
            if (!kind(file).equals(kind)) {
                throw new IOException("the files of a log are of one kind: " + files.get(0) + " is " + kind + ", and "
                        + file + " is " + kind(file));
            }
        }
        return kind;
    }

    /** The files as the first argument of a reader of DuckDB, and how several are put together. */
    static String list(List<Path> files) {
        return files.stream().map(file -> Sql.string(file.toString())).collect(Collectors.joining(", ", "[", "]"))
                + (files.size() > 1 ? ", union_by_name = true" : "");
    }

    /** What is wrong with a line of the first CSV file that is malformed; empty if none is. */
    static String csvFault(List<Path> files, CsvDialect dialect) {
        return files.stream()
                .filter(file -> !file.toString()
                        .toLowerCase(Locale.ROOT)
                        .matches("(?s).*\\.(gz|zst|parquet|pq|json|jsonl|ndjson)"))
                .map(file -> CsvCells.fault(file, dialect))
                .filter(fault -> !fault.isEmpty())
                .findFirst()
                .orElse("");
    }
}
