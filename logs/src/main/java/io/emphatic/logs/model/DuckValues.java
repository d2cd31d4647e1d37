package io.emphatic.logs.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Values of a row in memory as DuckDB would convert them: to numbers and to text. */
public final class DuckValues {
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+(_\\d+)*\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");
    private static final Set<String> TRUE = Set.of("true", "t", "yes", "y", "1");
    private static final Set<String> FALSE = Set.of("false", "f", "no", "n", "0");

    /** Whole numbers of DuckDB have at most 39 digits; those of a BigDecimal could fill the memory. */
    private static final int MOST_DIGITS = 40;

    private DuckValues() {}

    /** The element of a list or an array, counted from 1; null for none. */
    static Object element(Object list, int index) {
        if (list instanceof List<?> values) {
            return index <= values.size() ? values.get(index - 1) : null;
        }
        if (list instanceof double[] values) {
            return index <= values.length ? values[index - 1] : null;
        }
        if (list == null) {
            return null;
        }
        throw new IllegalArgumentException("a list or an array of doubles is needed, not " + list);
    }

    /** As a number; NaN for null and for text that is not a number. */
    public static double number(Object value, String type) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        if (value == null) {
            return Double.NaN;
        }
        if (value instanceof Boolean flag) {
            return flag ? 1 : 0;
        }
        String text = value.toString();
        Boolean flag = type.equals("BOOLEAN") ? flag(text) : null;
        return flag == null ? number(text) : flag ? 1 : 0;
    }

    /** NaN where a text is not a number. */
    public static double number(String text) {
        String plain = text.strip();
        return NUMBER.matcher(plain).matches() ? Double.parseDouble(plain.replace("_", "")) : Double.NaN;
    }

    /** The exact value of a number or of a text that is one; null for anything else. */
    private static BigDecimal exact(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal;
        }
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return Double.isFinite(number) ? new BigDecimal(number) : null;
        }
        String text = value.toString().strip();
        return NUMBER.matcher(text).matches() ? new BigDecimal(text.replace("_", "")) : null;
    }

    /** A Long, or a BigInteger beyond it; null for what is no whole number. */
    static Object whole(Object value) {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof Boolean flag) {
            return flag ? 1L : 0L;
        }
        BigDecimal exact = exact(value);
        if (exact == null || exact.precision() - exact.scale() > MOST_DIGITS) {
            return null;
        }
        BigDecimal plain = exact.stripTrailingZeros();
        if (plain.scale() > 0) {
            return null;
        }
        BigInteger whole = plain.toBigInteger();
        return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : whole;
    }

    /** Null where a value is neither true nor false; a number other than 0 is true. */
    static Boolean flag(Object value) {
        if (value instanceof Boolean flag) {
            return flag;
        }
        if (value instanceof Number number) {
            return number.doubleValue() != 0;
        }
        String word = value.toString().strip().toLowerCase(Locale.ROOT);
        return TRUE.contains(word) ? Boolean.TRUE : FALSE.contains(word) ? Boolean.FALSE : null;
    }

    /** As DuckDB writes it. */
    public static String text(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        if (!(value instanceof Double) && !(value instanceof Float)) {
            return value.toString();
        }
        double number = ((Number) value).doubleValue();
        if (!Double.isFinite(number)) {
            return Double.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf";
        }
        if (number == 0) {
            return value.toString();
        }
        // digits and exponent: d.ddd · 10^e
        BigDecimal shortest = new BigDecimal(value.toString()).stripTrailingZeros();
        int exponent = shortest.precision() - shortest.scale() - 1;
        if (exponent >= -4 && exponent < 16) {
            return shortest.scale() <= 0 ? shortest.toBigInteger() + ".0" : shortest.toPlainString();
        }
        String digits = shortest.unscaledValue().abs().toString();
        String sign = number < 0 ? "-" : "";
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return sign
                + mantissa
                + (exponent < 0 ? "e-" : "e+")
                + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }
}
