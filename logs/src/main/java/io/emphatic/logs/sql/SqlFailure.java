package io.emphatic.logs.sql;

import io.emphatic.Names;
import java.sql.SQLException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** DuckDB's words on what is wrong with a query, brought down to the expression that somebody wrote. */
public final class SqlFailure {
    private static final Pattern PLACE = Pattern.compile("\\R*LINE (\\d+): ([^\\n]*)\\n( *)\\^", Pattern.DOTALL);
    private static final Pattern WRAPPER =
            Pattern.compile("^Invalid Input Error: Attempting to execute[^\\n]*\\nError: ", Pattern.DOTALL);

    private static final Pattern MISSING = Pattern.compile("Referenced column \"(.*?)\" not found");
    private static final Pattern BEYOND_A_ROW =
            Pattern.compile("WHERE clause cannot contain|UNNEST not supported here", Pattern.CASE_INSENSITIVE);

    private SqlFailure() {}

    /** The message without the driver's wrapping. */
    public static String message(SQLException e) {
        return WRAPPER.matcher(String.valueOf(e.getMessage())).replaceFirst("").strip();
    }

    /**
     * What is wrong with an expression, with its own text and a mark under the place.
     *
     * @param place where the expression was given: {@code --discount}
     * @param expression what was written
     * @param columns those of the log
     * @param e from a query in which the expression has lines of its own, from the second on
     */
    public static IllegalArgumentException in(String place, String expression, Set<String> columns, SQLException e) {
        String message = inOurWords(message(e), columns);
        int bracket = message.startsWith("Parser Error") ? Sql.loneBracket(expression) : -1;
        if (bracket >= 0) {
            return new IllegalArgumentException(
                    place + ": the bracket " + expression.charAt(bracket) + " has no partner\n"
                            + marked(expression, bracket),
                    e);
        }
        Matcher found = PLACE.matcher(message);
        if (!found.find()) {
            return new IllegalArgumentException(place + ": " + message + "\n  " + expression.replace("\n", "\n  "), e);
        }
        String what = message.substring(0, found.start()).strip();
        String[] lines = expression.split("\n", -1);
        int line = Math.min(Math.max(Integer.parseInt(found.group(1)) - 2, 0), lines.length - 1);
        int column = column(lines[line], found, Integer.parseInt(found.group(1)) - 2 >= lines.length);
        StringBuilder text = new StringBuilder(place + ": " + what);
        for (int k = 0; k < lines.length; k++) {
            text.append("\n  ").append(lines[k]);
            if (k == line) {
                text.append("\n  ").append(" ".repeat(column)).append('^');
            }
        }
        return new IllegalArgumentException(text.toString(), e);
    }

    /** What DuckDB says of its query, said of an expression over a log. */
    private static String inOurWords(String message, Set<String> columns) {
        int first = message.indexOf("\nLINE ");
        String marked = first < 0 ? "" : message.substring(first);
        Matcher missing = MISSING.matcher(message);
        if (missing.find()) {
            return "the log has no column " + missing.group(1) + Names.didYouMean(missing.group(1), columns) + marked;
        }
        return BEYOND_A_ROW.matcher(message).find()
                ? "an expression sees one row: aggregates, windows and unnesting are not possible" + marked
                : message;
    }

    /** An expression, indented, with a mark under one of its characters. */
    static String marked(String expression, int at) {
        StringBuilder text = new StringBuilder();
        int from = 0;
        for (String line : expression.split("\n", -1)) {
            text.append(text.length() == 0 ? "  " : "\n  ").append(line);
            if (at >= from && at <= from + line.length()) {
                text.append("\n  ").append(" ".repeat(at - from)).append('^');
            }
            from += line.length() + 1;
        }
        return text.toString();
    }

    /** The column of the mark in the line as it was written; DuckDB shows long lines in part, between dots. */
    private static int column(String line, Matcher found, boolean behindTheEnd) {
        if (behindTheEnd) {
            return line.length();
        }
        String shown = found.group(2);
        int marked = found.group(3).length() - ("LINE " + found.group(1) + ": ").length();
        if (shown.startsWith("...")) {
            String part = shown.substring(3).replaceFirst("\\.\\.\\.$", "");
            int at = line.indexOf(part);
            marked += at < 0 ? 0 : at - 3;
        }
        return Math.min(Math.max(marked, 0), line.length());
    }
}
