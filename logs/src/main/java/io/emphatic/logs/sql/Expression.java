package io.emphatic.logs.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A SQL expression over one row, as it was written and as the query has it.
 *
 * <p>Text that is the name of a column is that column, whatever characters it has; a plain number is that number to the
 * bit, not SQL's decimal; anything else is SQL, in which reserved words that are columns mostly need no quotes.
 *
 * @param place where it was given, for messages: {@code --discount}
 * @param type DuckDB's name of its type
 * @param constant the number it is; NaN when it depends on the row
 */
public record Expression(String place, String text, String sql, String type, double constant) {
    private static final Set<String> NUMERIC = Set.of(
            ("BOOLEAN TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT FLOAT DOUBLE"
                            + " BIGNUM")
                    .split(" "));
    private static final Set<String> WIDE_WHOLE = Set.of("UBIGINT", "HUGEINT", "UHUGEINT", "BIGNUM");
    private static final Set<String> FITS_LONG =
            Set.of("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER");

    private static final int SHOWN_CHARACTERS = 200; // characters of a message

    public static Expression of(Log log, String place, String written) throws IOException {
        String text = written.strip();
        if (text.isEmpty()) {
            throw new IllegalArgumentException(place + " is empty: it takes a column or a SQL expression");
        }
        Optional<String> column = Sql.columnNamed(log.columns().keySet(), text);
        if (column.isPresent()) {
            return new Expression(
                    place, text, Sql.identifier(column.get()), log.columns().get(column.get()), Double.NaN);
        }
        return parsed(log, place, text);
    }

    /** Like {@link #of}, but a plain number is a number even if a column is called so: {@code --interest 1}. */
    public static Expression ofNumber(Log log, String place, String written) throws IOException {
        double number = Sql.number(written.strip());
        return Double.isNaN(number)
                ? of(log, place, written)
                : new Expression(place, written.strip(), literal(number), "DOUBLE", number);
    }

    private static Expression parsed(Log log, String place, String text) throws IOException {
        double number = Sql.number(text);
        if (!Double.isNaN(number)) {
            return new Expression(place, text, literal(number), "DOUBLE", number);
        }
        SQLException failure = null;
        String quoted = Sql.quoteReserved(text, log.columns().keySet(), log.reserved);
        for (String tried : quoted.equals(text) ? List.of(text) : List.of(text, quoted)) {
            try {
                log.functions().require(log.columns().keySet(), place, tried); // what binds computes constants
                String type = typeOf(log, tried);
                return new Expression(place, text, inBrackets(tried), type, Double.NaN);
            } catch (SQLException e) {
                failure = failure == null ? e : failure;
            }
        }
        throw SqlFailure.in(log.columns().keySet(), place, text, failure);
    }

    /** Refuses what no column that may come can make an expression, or a number if it is to be one. */
    public static void requireForm(Log log, String place, String text, boolean isNumber) throws IOException {
        if (RowFunctions.isPlain(text)) {
            return;
        }
        try {
            JsonNode tree = log.functions().tree(text);
            if (tree.path("error").asBoolean()) {
                requireName(place, text, tree.path("error_message").asText());
                return;
            }
            Set<String> columns = new HashSet<>();
            RowFunctions.addColumns(tree, columns);
            log.functions().require(columns, place, text);
            if (columns.isEmpty() && isNumber) {
                requireNumber(log, place, text);
            }
        } catch (SQLException e) {
            throw SqlFailure.in(log.columns().keySet(), place, text, e);
        }
    }

    /** A column may be called {@code flow (l/s)}, which is no SQL. */
    private static void requireName(String place, String text, String error) {
        if (!text.strip().matches("[\\p{L}_][\\p{L}\\p{Nd}_ .:/%°#()\\[\\]-]*")) {
            throw new IllegalArgumentException(place + ": " + text.strip() + " is neither a column nor SQL: " + error);
        }
    }

    private static void requireNumber(Log log, String place, String text) throws SQLException {
        boolean[] isNumber = new boolean[1];
        log.each("SELECT TRY_CAST((\n" + text + "\n) AS DOUBLE)", row -> {
            double number = row.getDouble(1);
            isNumber[0] = !row.wasNull() && Double.isFinite(number);
        });
        if (!isNumber[0]) {
            throw new IllegalArgumentException(place + ": " + text.strip() + " is NULL or no number, in every row");
        }
    }

    private static String literal(double number) {
        return "CAST(" + Sql.string(Double.toString(number)) + " AS DOUBLE)";
    }

    /** On separate lines, so that a comment in it ends and DuckDB's line numbers are those of the text plus one. */
    private static String inBrackets(String text) {
        return "(\n" + text + "\n)";
    }

    /** A condition admits neither aggregates nor windows nor unnesting: what passes is of one row. */
    private static String typeOf(Log log, String text) throws SQLException {
        String known = log.typesKnown().get(text);
        if (known != null) {
            return known;
        }
        log.prepare("SELECT 1 FROM " + Log.VIEW + " WHERE " + inBrackets(text) + " IS NULL")
                .close();
        try (PreparedStatement statement = log.prepare("SELECT " + inBrackets(text) + " FROM " + Log.VIEW)) {
            String type = statement.getMetaData().getColumnTypeName(1).toUpperCase(Locale.ROOT);
            log.typesKnown().put(text, type);
            return type;
        }
    }

    /** Where it was given and how, for messages; a long one is cut. */
    public String shown() {
        return place + " " + (text.length() > SHOWN_CHARACTERS ? text.substring(0, SHOWN_CHARACTERS) + "…" : text);
    }

    public boolean isConstant() {
        return !Double.isNaN(constant);
    }

    public boolean isList() {
        return type.endsWith("]");
    }

    private static boolean isTextType(String type) {
        return type.equals("VARCHAR") || type.startsWith("ENUM");
    }

    private static boolean isNumericType(String type) {
        return NUMERIC.contains(type) || type.startsWith("DECIMAL");
    }

    private static boolean isTime(String type) {
        return type.equals("DATE") || type.startsWith("TIMESTAMP");
    }

    /** A date or a time as the number of its seconds; anything else as it is. */
    public Expression inSeconds() {
        return isTime(type) ? new Expression(place, text, "epoch(" + sql + ")", "DOUBLE", Double.NaN) : this;
    }

    /** As what orders rows: a whole number (microseconds of a time), a number, or {@link #asKey}, exact or refused. */
    public Expression asTime() {
        if (isTime(type)) {
            String unit = type.equals("TIMESTAMP_NS") ? "epoch_ns(" : "epoch_us(";
            return new Expression(place, text, unit + sql + ")", "BIGINT", Double.NaN);
        }
        if (isWhole() || !isNumericType(type)) {
            return this;
        }
        boolean isWide = WIDE_WHOLE.contains(type) || type.matches("DECIMAL\\(\\d+, ?0\\)");
        String wanted = isWide ? "BIGINT" : "DOUBLE"; // beyond 64 bits the row fails
        return new Expression(place, text, "CAST(" + sql + " AS " + wanted + ")", wanted, Double.NaN);
    }

    public boolean isFloating() {
        return type.equals("DOUBLE") || type.equals("FLOAT");
    }

    /** The element of a list, counted from 1 as SQL does. */
    public Expression element(int index) {
        String elementType = type.substring(0, type.lastIndexOf('['));
        return new Expression(place, text + "[" + index + "]", "(" + sql + ")[" + index + "]", elementType, Double.NaN);
    }

    /** As a number; NULL where text is not a number. */
    public String asDouble() {
        if (isConstant() || type.equals("DOUBLE")) {
            return sql;
        }
        if (isTextType(type)) {
            return "TRY_CAST(" + sql + " AS DOUBLE)";
        }
        if (!isNumericType(type)) {
            throw new IllegalArgumentException(place + ": " + text + " is not a number but " + type
                    + (isTime(type) ? "\nepoch(" + text + ") is the number of its seconds." : ""));
        }
        return "CAST(" + sql + " AS DOUBLE)";
    }

    /** As text, as values of the wanted type (null for its own) are written; NULL for other values. */
    public String asTextOf(String wanted) {
        if (wanted == null || wanted.equals(type) || isTextType(wanted)) {
            return "CAST(" + sql + " AS VARCHAR)";
        }
        String cast = "TRY_CAST(" + sql + " AS " + wanted + ")";
        // A cast to whole numbers, decimals or days rounds: 0.4 is not the category 0.
        boolean roundsNumber =
                isNumericType(wanted) && !Set.of("DOUBLE", "FLOAT", "BOOLEAN").contains(wanted);
        String before = null;
        if (isNumericType(type) && (roundsNumber || wanted.equals("BOOLEAN")) || isTime(type) && isTime(wanted)) {
            before = sql;
        } else if (isTextType(type) && roundsNumber) {
            before = "TRY_CAST(" + sql + " AS DOUBLE)";
        } else if (isTextType(type) && wanted.equals("DATE")) {
            before = "TRY_CAST(" + sql + " AS TIMESTAMP)";
        }
        String kept = before == null ? cast : "CASE WHEN " + cast + " = " + before + " THEN " + cast + " END";
        return "CAST(" + kept + " AS VARCHAR)";
    }

    /** As 1 for true and 0 for false; NULL where it is neither. */
    public String asFlag() {
        return "CAST(TRY_CAST(" + sql + " AS BOOLEAN) AS DOUBLE)";
    }

    public boolean isWhole() {
        return FITS_LONG.contains(type);
    }

    /** Whether {@link #asKey} sorts as the values do: not numbers that are text there, nor the values of an ENUM. */
    public boolean sortsAsKey() {
        boolean isNumberAsText = !isWhole() && isNumericType(type) && !type.equals("BOOLEAN");
        return !isNumberAsText && !type.startsWith("ENUM");
    }

    /** As what tells rows apart: a whole number or text. */
    public String asKey() {
        return "CAST(" + sql + " AS " + (isWhole() ? "BIGINT" : "VARCHAR") + ")";
    }
}
