package io.emphatic.logs.sql;

import io.emphatic.experience.Names;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns DuckDB's messages into plain ones, about the expression as it was written, files, memory and disks. */
public final class SqlFailure {
    private static final Pattern MARK = Pattern.compile("\\R*LINE (\\d+): ([^\\n]*)\\n( *)\\^", Pattern.DOTALL);
    private static final Pattern WRAPPER =
            Pattern.compile("^Invalid Input Error: Attempting to execute[^\\n]*\\nError: ", Pattern.DOTALL);

    private static final Pattern MISSING = Pattern.compile("Referenced column \"(.*?)\" not found");
    private static final Pattern BEYOND_A_ROW =
            Pattern.compile("WHERE clause cannot contain|UNNEST not supported here", Pattern.CASE_INSENSITIVE);
    private static final Pattern UNKNOWN = Pattern.compile(
            "(?:\\w+ )?(Function|Type) with name (.*?) does not exist!(?:\\s*Did you mean \"(.*?)\"\\?)?",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern TYPES =
            Pattern.compile("No function matches the given name and argument types '(.*?)(\\(.*?\\))'\\.");
    private static final Pattern NOT_A_ROW_FUNCTION = Pattern.compile("Function \"(.*?)\" is a table function");

    /** The kind of error by which DuckDB begins: {@code Binder Error: }. */
    private static final Pattern KIND = Pattern.compile("^[A-Z][A-Za-z]*(?: [A-Za-z]+){0,3} Error: ");

    private static final Pattern CSV_LINE =
            Pattern.compile("CSV Error on Line: (\\d+)\\R(?:Original Line: ?(.*)\\R)?(.*)(?s:.*)");
    private static final Pattern JSON_LINE = Pattern.compile(
            "Malformed JSON in file \".*?\", at byte (\\d+) in (?:line|record/value) (\\d+): ([^\\n.]*)");
    private static final Pattern COLUMNS = Pattern.compile("Expected Number of Columns: (\\d+) Found: (\\d+)");
    private static final Pattern NO_DIRECTORY = Pattern.compile("Failed to create directory \"(.*?)\": (.*)");
    private static final Pattern IO = Pattern.compile("(?s)^IO Error: (.*)");
    private static final Pattern HINTS =
            Pattern.compile("(?s)\\s*(\\R\\RPossible [Ss]olution|\\RPossible fixes|\\R\\RSee also|\\R\\RLINE \\d+:).*");

    private static final int SHOWN_CHARACTERS = 300; // an expression of which a part is shown
    static final String INTERRUPT = "INTERRUPT Error";
    private static final String NO_COLUMN = "the log has no column ";

    /** Advice on switches that only somebody has who writes the query. */
    private static final Pattern ADVICE = Pattern.compile("(?is)[.,;]?\\s*(\\R|\\. )[^\\n]*\\b(auto_detect|sample_size"
            + "|ignore_errors|strict_mode|null_padding|all_varchar|maximum_object_size|max_line_size|union_by_name"
            + "|records *=|read_(csv|json|parquet)|TRY_CAST|SET [a-z_]+ *(=|TO )|PRAGMA).*");

    private SqlFailure() {}

    /** The message without the driver's wrapping; about files, memory and disks, in our own words. */
    public static String message(Exception e) {
        return withoutKind(aboutFiles(unwrapped(e)));
    }

    private static String unwrapped(Exception e) {
        return WRAPPER.matcher(String.valueOf(e.getMessage())).replaceFirst("").strip();
    }

    /** What is wrong with an expression, whose own lines are from the second on, with a mark under the error. */
    public static IllegalArgumentException in(Set<String> columns, String place, String expression, SQLException e) {
        String message = aboutFiles(unwrapped(e));
        Matcher found = MARK.matcher(message);
        boolean isMarked = found.find();
        int at = isMarked ? offset(expression, found) : -1;
        String what = isMarked ? message.substring(0, found.start()).strip() : message;
        boolean isOpen = at == expression.length() || what.endsWith("at end of input");
        String text = message.startsWith("Parser Error") && isOpen
                ? "the expression ends too early, or a bracket has no partner"
                : aboutExpression(what, columns);
        text += "\n" + marked(expression, at);
        if (text.startsWith(NO_COLUMN) && !text.contains("did you mean")) {
            text += "\n" + Sql.listed(columns);
        }
        return new IllegalArgumentException(place + ": " + text, e);
    }

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
        if (expression.length() > SHOWN_CHARACTERS) {
            int first = Math.max(0, at - SHOWN_CHARACTERS / 2);
            int last = Math.min(expression.length(), first + SHOWN_CHARACTERS - 2);
            return marked(
                    "…" + expression.substring(first, last).replace('\n', ' ') + "…", at < 0 ? at : at - first + 1);
        }
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

    private static String aboutExpression(String message, Set<String> columns) {
        Matcher missing = MISSING.matcher(message);
        if (missing.find()) {
            return NO_COLUMN + missing.group(1) + Names.didYouMean(missing.group(1), columns);
        }
        if (BEYOND_A_ROW.matcher(message).find()) {
            return "an expression sees one row: aggregates, windows and unnesting are not possible";
        }
        Matcher table = NOT_A_ROW_FUNCTION.matcher(message);
        if (table.find()) {
            return "an expression sees one row: " + table.group(1) + " reads a table";
        }
        Matcher unknown = UNKNOWN.matcher(message);
        if (unknown.find()) {
            String similar = unknown.group(3) == null ? "" : ": did you mean " + unknown.group(3) + "?";
            return "there is no " + unknown.group(1).toLowerCase(Locale.ROOT) + " " + unknown.group(2) + similar;
        }
        Matcher types = TYPES.matcher(message);
        if (types.find()) {
            return types.group(1) + " does not take " + types.group(2);
        }
        return withoutKind(message).replaceFirst("(?s)\\s*\\R\\RCandidate .*", "");
    }

    /** A message without the kind of error by which it begins, and the advice with which it ends. */
    private static String withoutKind(String message) {
        return ADVICE.matcher(KIND.matcher(message).replaceFirst("")).replaceFirst("");
    }

    /** What is wrong with files, memory or disks; the message itself if it is about something else. */
    private static String aboutFiles(String message) {
        Matcher line = CSV_LINE.matcher(message);
        if (line.find()) {
            String shown = line.group(2) == null ? "" : "\n  " + line.group(2);
            return "line " + line.group(1) + " is malformed: " + csv(line.group(3)) + shown;
        }
        Matcher json = JSON_LINE.matcher(message);
        if (json.find()) {
            long number = Long.parseLong(json.group(2)) - 1; // DuckDB counts from 2
            return "line " + number + " is malformed: " + json.group(3) + " at byte " + json.group(1);
        }
        if (message.contains("Error when sniffing file")) {
            return "its lines do not fit together as a table\nSay how it is written: --csv-delimiter, --csv-quote.";
        }
        if (message.startsWith("Out of Memory Error")) {
            return message.contains("offload") || message.contains("temp")
                    ? "the disk is full on which sorting spills what does not fit into memory\n"
                            + "Give another directory with --temp-dir, or more memory with --memory."
                    : "there is not enough memory to sort the log\nGive more with --memory.";
        }
        if (message.startsWith(INTERRUPT)) {
            return "it takes longer than an hour\nWrite what it finds to a Parquet file first, and learn from that.";
        }
        if (message.contains("Dictionary mismatch") || message.contains("ZSTD")) {
            return "it is not a whole zstd file";
        }
        if (message.contains("maximum_object_size")) {
            return "a line of it is longer than 16 MB";
        }
        if (message.contains("Parquet file") || message.contains("No magic bytes")) {
            return "it is not a whole Parquet file";
        }
        return io(message);
    }

    private static String io(String message) {
        Matcher io = IO.matcher(message);
        if (!io.find()) {
            return message;
        }
        Matcher directory = NO_DIRECTORY.matcher(message);
        if (directory.find()) {
            String parent = directory.group(1).replaceFirst("[/\\\\]emphatic-spill-[^/\\\\]*$", "");
            return "what does not fit into memory cannot be put into " + parent + ": " + directory.group(2)
                    + "\nGive another directory with --temp-dir, or more memory with --memory.";
        }
        String reason = HINTS.matcher(io.group(1)).replaceFirst("");
        return reason.contains("emphatic-spill-")
                ? "what does not fit into memory cannot be written: " + reason.replaceFirst("(?s).*: ", "")
                        + "\nGive another directory with --temp-dir, or more memory with --memory."
                : reason;
    }

    private static String csv(String reason) {
        Matcher columns = COLUMNS.matcher(reason);
        if (columns.find()) {
            return "it has " + columns.group(2) + " values instead of " + columns.group(1);
        }
        if (reason.contains("unicode")) {
            return "it is not text in UTF-8";
        }
        return reason.contains("unterminated quote") ? "a quote is not closed" : reason;
    }
}
