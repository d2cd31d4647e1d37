package io.emphatic.logs.suggest;

import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Parquet files of which each is an episode, row by row, and no column says so, as Minari writes them: the name of the
 * file is the stream. Minari puts a row behind the last step, which has the state that it led to and no action.
 *
 * @param query the rows of all files, with {@code filename} and {@code file_row_number}
 * @param isPadded whether each file has such a row: the step before it leads there also if it was truncated
 */
record EpisodeFiles(String query, boolean isPadded) {
    static final String STREAM = "filename";
    static final String ORDER = "file_row_number";

    /**
     * Null where the log is something else.
     *
     * @param ends which rows end an episode, in SQL
     */
    static EpisodeFiles of(Log log, String ends) throws SQLException {
        List<String> files = log.files().stream().map(Path::toString).toList();
        if (files.size() < 2
                || !files.stream()
                        .allMatch(file -> file.toLowerCase(Locale.ROOT).endsWith(".parquet"))
                || log.columns().containsKey(STREAM)) {
            return null;
        }
        String numbered = "SELECT " + ends + " AS ends, " + ORDER + " = max(" + ORDER + ") OVER (PARTITION BY " + STREAM
                + ") AS is_last FROM " + reader(files);
        long ended = log.wholeNumber("SELECT count_if(ends) FROM (" + numbered + ") WHERE is_last");
        return new EpisodeFiles("SELECT * FROM " + reader(log.source().patterns()), ended == 0);
    }

    private static String reader(List<String> patterns) {
        return patterns.stream().map(Sql::string).collect(Collectors.joining(", ", "read_parquet([", "], ")) + STREAM
                + " = true, " + ORDER + " = true, union_by_name = true)";
    }
}
