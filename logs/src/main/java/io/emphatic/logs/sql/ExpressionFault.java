package io.emphatic.logs.sql;

import io.emphatic.Names;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns DuckDB's messages about its query into messages about an expression over a log. */
final class ExpressionFault {
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

    private ExpressionFault() {}

    /** What is wrong, without the lines that mark where. */
    static String inOurWords(String message, Set<String> columns) {
        Matcher missing = MISSING.matcher(message);
        if (missing.find()) {
            return "the log has no column " + missing.group(1) + Names.didYouMean(missing.group(1), columns);
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

    /** A message without the kind of error by which it begins. */
    static String withoutKind(String message) {
        return KIND.matcher(message).replaceFirst("");
    }
}
