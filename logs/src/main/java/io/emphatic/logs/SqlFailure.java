package io.emphatic.logs;

import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** DuckDB's words on what is wrong with a query, brought down to the expression that somebody wrote. */
final class SqlFailure {
    private static final Pattern PLACE = Pattern.compile("\\R*LINE (\\d+): ([^\\n]*)\\n( *)\\^", Pattern.DOTALL);
    private static final Pattern WRAPPER =
            Pattern.compile("^Invalid Input Error: Attempting to execute[^\\n]*\\nError: ", Pattern.DOTALL);

    private SqlFailure() {}

    /** The message without the driver's wrapping. */
    static String message(SQLException e) {
        return WRAPPER.matcher(String.valueOf(e.getMessage())).replaceFirst("").strip();
    }

    /**
     * What is wrong with an expression, with its own text and a mark under the place.
     *
     * @param place where the expression was given: {@code --discount}
     * @param expression what was written
     * @param e from a query in which the expression has lines of its own, from the second on
     */
    static IllegalArgumentException in(String place, String expression, SQLException e) {
        String message = message(e);
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
