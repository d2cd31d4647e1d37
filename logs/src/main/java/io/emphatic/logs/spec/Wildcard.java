package io.emphatic.logs.spec;

import io.emphatic.logs.sql.Log;
import io.emphatic.logs.sql.Sql;
import java.util.List;
import java.util.regex.Pattern;

/** Columns by a pattern: {@code f*} or {@code *_norm}. What SQL would understand, such as {@code a*b}, is none. */
final class Wildcard {
    private static final Pattern FORM = Pattern.compile("\\*+[\\p{L}\\p{Nd}_.*-]+|[\\p{L}\\p{Nd}_.*-]+\\*+");

    private Wildcard() {}

    /** Expressions separated by commas, each pattern among them replaced by the columns that it matches. */
    static List<String> split(Log log, String list) {
        return Sql.split(FeatureMap.PLACE, list, log.columns().keySet()).stream()
                .flatMap(text -> expand(log, text).stream())
                .toList();
    }

    /** The columns that a pattern matches, in the order of the log; the text itself if it is no pattern. */
    static List<String> expand(Log log, String text) {
        if (log.columns().containsKey(text) || !FORM.matcher(text).matches() || text.matches("\\*+")) {
            return List.of(text);
        }
        String regex = Pattern.quote(text).replace("*", "\\E.*\\Q");
        List<String> columns = log.columns().keySet().stream()
                .filter(column -> column.matches(regex))
                .toList();
        if (columns.isEmpty()) {
            throw new IllegalArgumentException(FeatureMap.PLACE + ": no column of the log matches " + text + "\nIt has "
                    + String.join(", ", log.columns().keySet()) + ".");
        }
        return columns;
    }
}
