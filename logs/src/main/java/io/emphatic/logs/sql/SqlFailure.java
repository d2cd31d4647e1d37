package io.emphatic.logs.sql;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns DuckDB's error message about a query into one about the expression as the user wrote it. */
public final class SqlFailure {
    private static final Pattern MARK = Pattern.compile("\\R*LINE (\\d+): ([^\\n]*)\\n( *)\\^", Pattern.DOTALL);
    private static final Pattern WRAPPER =
            Pattern.compile("^Invalid Input Error: Attempting to execute[^\\n]*\\nError: ", Pattern.DOTALL);

    private SqlFailure() {}

    /** The message without the driver's wrapping; about files, memory and disks, in our own words. */
    public static String message(Exception e) {
        return ExpressionFault.withoutKind(FileFault.inOurWords(unwrapped(e)));
    }

    private static String unwrapped(Exception e) {
        return WRAPPER.matcher(String.valueOf(e.getMessage())).replaceFirst("").strip();
    }

    /**
     * What is wrong with an expression, with its own text and a mark under the error.
     *
     * @param e from a query in which the expression has its own lines, from the second on
     */
    public static IllegalArgumentException in(Log log, String place, String expression, SQLException e) {
        String message = FileFault.inOurWords(unwrapped(e));
        boolean unreadable = message.startsWith("Parser Error");
        int bracket = unreadable ? Sql.loneBracket(expression) : -1;
        Matcher found = MARK.matcher(message);
        int at = bracket;
        String what = message;
        if (bracket < 0 && found.find()) {
            at = offset(expression, found);
            what = message.substring(0, found.start()).strip();
        }
        String text;
        if (bracket >= 0) {
            text = "the bracket " + expression.charAt(bracket) + " has no partner";
        } else if (unreadable && at == expression.length()) {
            text = "the expression ends too early";
        } else {
            text = ExpressionFault.inOurWords(what, log.columns().keySet());
        }
        text += "\n" + marked(expression, at);
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
