package io.emphatic.logs.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The files of a log as DuckDB reads them: CSV, Parquet or JSON lines, all of one kind. */
final class FileRelation {
    private final List<Path> files;
    private final LogSource source;
    private final String sql;
    private final CsvReading csv; // null where files are not CSV
    private final UnaryOperator<String> withTypes; // null where files have types themselves

    FileRelation(Log log, List<Path> files, LogSource source) throws SQLException, IOException {
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
    Path fileWithout(Log log, String column) throws SQLException, IOException {
        for (Path file : files.size() > 1 ? files : List.<Path>of()) {
            String alone = new FileRelation(log, List.of(file), source).sql();
            if (!log.describe(alone).containsKey(column)) {
                return file;
            }
        }
        return null;
    }

    /** A row, counted from 1 over several files, as that of its file; empty for one file. */
    String place(Log log, long row) throws SQLException, IOException {
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
}
