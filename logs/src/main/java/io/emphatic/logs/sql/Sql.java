package io.emphatic.logs.sql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The lexical side of SQL: quoting, and what in an expression is a word, a string or a bracket. */
public final class Sql {
    /** A word, which is group 1, or anything in quotes. */
    private static final Pattern WORD_OR_QUOTED =
            Pattern.compile("'[^']*(?:'|\\z)|\"[^\"]*(?:\"|\\z)|([\\p{L}_][\\p{L}\\p{Nd}_]*)");

    /** A name in quotes, whose inside is group 1, a bare one, which is group 2, or a string, a type or a function. */
    private static final Pattern NAME = Pattern.compile(
            "'[^']*'|\"((?:[^\"]|\"\")*)\"|(?i:\\bAS\\s+\\w+)"
                    + "|\\w+(?=\\s*[('])|\\b([\\p{L}_][\\p{L}\\p{Nd}_$]*)(?!\\s*[('])",
            Pattern.UNICODE_CHARACTER_CLASS);

    private static final int MOST_LISTED = 40;

    private Sql() {}

    /** {@code x"y} becomes {@code "x""y"}. */
    public static String identifier(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** {@code it's} becomes {@code 'it''s'}. */
    public static String string(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }

    /** Splits at the commas between expressions; a piece that is the name of a column is taken whole. */
    public static List<String> split(String place, String list, Collection<String> columns) {
        List<String> longestFirst = columns.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        List<String> items = new ArrayList<>();
        int from = 0;
        while (from <= list.length()) {
            int end = endOfColumn(list, from, longestFirst);
            if (end < 0) {
                end = endOfExpression(list, from);
            }
            items.add(list.substring(from, end).strip());
            from = end + 1;
        }
        for (int k = 0; items.size() > 1 && k < items.size(); k++) {
            if (items.get(k).isEmpty()) {
                throw new IllegalArgumentException(place + ": item " + (k + 1) + " of " + items.size()
                        + " is empty: it takes a column or a SQL expression\n  " + list.strip());
            }
        }
        return items;
    }

    /** Where the comma after a column's name is, or the end of the list; −1 if there is no column's name here. */
    private static int endOfColumn(String list, int from, List<String> longestFirst) {
        int start = from;
        while (start < list.length() && Character.isWhitespace(list.charAt(start))) {
            start++;
        }
        for (String column : longestFirst) {
            if (list.startsWith(column, start)) {
                int end = start + column.length();
                while (end < list.length() && Character.isWhitespace(list.charAt(end))) {
                    end++;
                }
                if (end == list.length() || list.charAt(end) == ',') {
                    return end;
                }
            }
        }
        return -1;
    }

    private static int endOfExpression(String list, int from) {
        int depth = 0;
        int k = from;
        while (k < list.length()) {
            char c = list.charAt(k);
            if (c == '\'' || c == '"') {
                k = endOfQuoted(list, k);
                continue;
            }
            if (c == '(' || c == '[' || c == '{') {
                depth++;
            } else if (c == ')' || c == ']' || c == '}') {
                depth--;
            } else if (c == ',' && depth <= 0) {
                return k;
            }
            k++;
        }
        return list.length();
    }

    /** Behind the closing quote, or behind the end. A doubled quote is seen as two quoted pieces, which is as good. */
    private static int endOfQuoted(String text, int open) {
        int close = text.indexOf(text.charAt(open), open + 1);
        return close < 0 ? text.length() : close + 1;
    }

    /** The expression with every bare word quoted that is both a column's name and reserved in SQL. */
    static String quoteReserved(String expression, Collection<String> columns, Set<String> reserved) {
        return WORD_OR_QUOTED.matcher(expression).replaceAll(found -> {
            String word = found.group(1);
            boolean quote = word != null
                    && reserved.contains(word.toLowerCase(Locale.ROOT))
                    && columns.stream().anyMatch(word::equalsIgnoreCase);
            return Matcher.quoteReplacement(quote ? identifier(word) : found.group());
        });
    }

    /** The expression over other columns; words that name a function or a type stay. */
    public static String withColumns(String expression, Map<String, String> columns) {
        Map<String, String> others = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        others.putAll(columns);
        return NAME.matcher(expression).replaceAll(found -> {
            String quoted = found.group(1);
            String name = quoted == null ? found.group(2) : quoted.replace("\"\"", "\"");
            String other = name == null ? null : others.get(name);
            return Matcher.quoteReplacement(other == null ? found.group() : identifier(other));
        });
    }

    /** Whether an expression is a column, or has its name as a word or in double quotes; capitals do not matter. */
    public static boolean mentions(String expression, String column) {
        return expression.strip().equalsIgnoreCase(column)
                || words(expression).anyMatch(column::equalsIgnoreCase)
                || expression
                        .toLowerCase(Locale.ROOT)
                        .contains(identifier(column).toLowerCase(Locale.ROOT));
    }

    static Stream<String> words(String expression) {
        return WORD_OR_QUOTED
                .matcher(expression)
                .results()
                .map(found -> found.group(1))
                .filter(Objects::nonNull);
    }

    /** Whether a number is one whose square is; DuckDB takes no deviation of others. */
    public static String isSquarable(String number) {
        return "abs(" + number + ") <= 1e150";
    }

    /** The column that a name means: capitals do not matter unless there are several. */
    public static Optional<String> columnNamed(Set<String> columns, String text) {
        if (columns.contains(text)) {
            return Optional.of(text);
        }
        List<String> alike = columns.stream().filter(text::equalsIgnoreCase).toList();
        return alike.size() == 1 ? Optional.of(alike.get(0)) : Optional.empty();
    }

    /** The plain number that a text is; NaN if it is anything else. */
    public static double number(String text) {
        if (!text.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?")) {
            return Double.NaN;
        }
        double number = Double.parseDouble(text);
        return Double.isInfinite(number) ? Double.NaN : number;
    }

    /** The columns that there are, for a message: {@code It has x, y.} */
    static String listed(Collection<String> columns) {
        List<String> names = columns.stream().limit(MOST_LISTED).toList();
        int more = columns.size() - names.size();
        return "It has " + String.join(", ", names) + (more > 0 ? " and " + more + " more." : ".");
    }
}
