package io.emphatic.logs.sql;

import io.emphatic.Names;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns DuckDB's error message about a query into one about the expression as the user wrote it. */
public final class SqlFailure {
    private static final Pattern MARK = Pattern.compile("\\R*LINE (\\d+): ([^\\n]*)\\n( *)\\^", Pattern.DOTALL);
    private static final Pattern WRAPPER =
            Pattern.compile("^Invalid Input Error: Attempting to execute[^\\n]*\\nError: ", Pattern.DOTALL);

    private static final Pattern MISSING = Pattern.compile("Referenced column \"(.*?)\" not found");
    private static final Pattern BEYOND_A_ROW =
            Pattern.compile("WHERE clause cannot contain|UNNEST not supported here", Pattern.CASE_INSENSITIVE);

    private SqlFailure() {}

    /** The message without the driver's wrapping; about files, memory and disks, in our own words. */
    public static String message(Exception e) {
        String message =
                WRAPPER.matcher(String.valueOf(e.getMessage())).replaceFirst("").strip();
        return FileFault.inOurWords(message);
    }

    /**
     * What is wrong with an expression, with its own text and a mark under the error.
     *
     * @param e from a query in which the expression has its own lines, from the second on
     */
    public static IllegalArgumentException in(Log log, String place, String expression, SQLException e) {
        String message = inOurWords(message(e), log.columns().keySet());
        int bracket = message.startsWith("Parser Error") ? Sql.loneBracket(expression) : -1;
        Matcher found = MARK.matcher(message);
        String text;
        if (bracket >= 0) {
            text = "the bracket " + expression.charAt(bracket) + " has no partner\n" + marked(expression, bracket);
        } else if (found.find()) {
            text = message.substring(0, found.start()).strip() + "\n" + marked(expression, offset(expression, found));
        } else {
            text = message + "\n" + marked(expression, -1);
        }
        return new IllegalArgumentException(place + ": " + text, e);
    }

    /** Where DuckDB's mark is in the expression. */
    private static int offset(String expression, Matcher found) {
        String[] lines = expression.split("\n", -1);
        int marked = Integer.parseInt(found.group(1)) - 2; // the first line is ours
        if (marked >= lines.length) {
            return expression.length();
        }
        int line = Math.max(marked, 0);
        int before = Arrays.stream(lines, 0, line)
                .mapToInt(text -> text.length() + 1)
                .sum();
        return before + column(lines[line], found);
    }

    /** DuckDB's message about its query as a message about an expression over a log. */
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

    /** An expression, indented, with a mark under the character at this index; −1 for no mark. */
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
    private static int column(String line, Matcher found) {
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
