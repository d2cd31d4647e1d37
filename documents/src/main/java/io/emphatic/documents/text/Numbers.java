package io.emphatic.documents.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * Numbers as people read them, the same way everywhere: a minus sign, commas between thousands, {@code 2.45·10⁻⁷} where
 * decimals would say too little or too much, {@code ∞}, and {@code –} where there is no number.
 */
public final class Numbers {
    private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

    private Numbers() {}

    public static String significant(double value) {
        return significant(value, 3);
    }

    /** As many significant digits, without zeros at the end: {@code 0.25}, {@code 12.3}, {@code 9.69·10⁹}. */
    public static String significant(double value, int digits) {
        double size = Math.abs(value);
        if (!Double.isFinite(value) || value == 0) {
            return special(value);
        }
        if (!(size >= 1e-3 && size < 1e6)) {
            BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits));
            return scientific(rounded.stripTrailingZeros(), 0);
        }
        int decimals = Math.max(0, digits - 1 - (int) Math.floor(Math.log10(size)));
        String text = fixed(value, decimals);
        return decimals > 0 ? text.replaceAll("\\.?0+$", "") : text;
    }

    /** Four significant digits, rounded down: a bound that is given must hold. */
    public static String bound(double value) {
        MathContext down = new MathContext(4, RoundingMode.FLOOR);
        return significant(
                Double.isFinite(value) ? new BigDecimal(value).round(down).doubleValue() : value, 4);
    }

    /**
     * Rounded to two digits of its error where that begins with 1 or 2, otherwise to one, but to six digits at most:
     * {@code 2,870} for 2868.3 ± 40, {@code 0.244} for 0.24446 ± 0.026. Three digits for an error of 0 or unknown.
     */
    public static String rounded(double value, double error, RoundingMode mode) {
        if (!Double.isFinite(value) || value == 0 || !(error > 0 && error < Double.POSITIVE_INFINITY)) {
            return Math.abs(value) >= 1e3 && Math.abs(value) < 1e6 ? grouped(value, 0) : significant(value);
        }
        int exponent = (int) Math.floor(Math.log10(error));
        int ofError = (error < 3 * Math.pow(10, exponent) ? 1 : 0) - exponent;
        int decimals = Math.min(ofError, 5 - (int) Math.floor(Math.log10(Math.abs(value))));
        BigDecimal rounded = new BigDecimal(value).setScale(decimals, mode);
        if (rounded.signum() == 0) {
            return "0";
        }
        return decimals <= 6 && Math.abs(value) < 1e9
                ? grouped(rounded.doubleValue(), Math.max(0, decimals))
                : scientific(rounded.stripTrailingZeros(), 0);
    }

    public static String rounded(double value, double error) {
        return rounded(value, error, RoundingMode.HALF_EVEN);
    }

    /** As many decimals, for columns; three significant digits where decimals would say too little or too much. */
    public static String decimals(double value, int decimals) {
        double size = Math.abs(value);
        if (!Double.isFinite(value) || value == 0) {
            return special(value);
        }
        return size >= 1e-3 && size < 1e3
                ? fixed(value, decimals)
                : scientific(new BigDecimal(value).round(new MathContext(3)), 2);
    }

    /** As many decimals, whatever the size. */
    public static String fixed(double value, int decimals) {
        return grouped(value, decimals).replace(",", "");
    }

    /** As many decimals, with commas between thousands: {@code 1,180.7}. */
    public static String grouped(double value, int decimals) {
        return Double.isFinite(value)
                ? String.format(Locale.ROOT, "%,." + decimals + "f", value).replace('-', '−')
                : special(value);
    }

    /** A parameter with all its digits, and no more zeros than can be counted. */
    public static String exact(double value) {
        if (!Double.isFinite(value) || value == 0) {
            return special(value);
        }
        BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        double size = Math.abs(value);
        return size >= 1e-6 && size < 1e6 ? digits.toPlainString().replace('-', '−') : scientific(digits, 0);
    }

    /** Like {@link #exact}, with a power of two below ¼ as {@code 2⁻¹⁶}. */
    public static String parameter(double value) {
        int exponent = Math.getExponent(value);
        return value == Math.scalb(1.0, exponent) && exponent < -2 ? power(2, exponent) : exact(value);
    }

    /** At most four decimals, without zeros at the end: {@code 0.25}, {@code 20,000}. */
    public static String plain(double value) {
        return Math.abs(value) >= 1000
                ? grouped(value, 0)
                : fixed(value, 4).replaceAll("\\.?0+$", "").replaceAll("^−0$", "0");
    }

    /** The label of an axis: {@code 0.25}, {@code −20,000}, {@code 5·10⁻⁷}, {@code 10⁶}. */
    public static String tick(BigDecimal value) {
        BigDecimal number = value.stripTrailingZeros();
        int exponent = number.precision() - number.scale() - 1;
        if (value.signum() == 0 || exponent >= -4 && exponent < 6) {
            return grouped(number.doubleValue(), Math.max(0, number.scale()));
        }
        String mantissa = number.scaleByPowerOfTen(-exponent).toPlainString().replace('-', '−');
        return (mantissa.equals("1") ? "" : mantissa + "·") + power(10, exponent);
    }

    public static String power(int base, int exponent) {
        StringBuilder text = new StringBuilder().append(base).append(exponent < 0 ? "⁻" : "");
        for (char digit : Integer.toString(Math.abs(exponent)).toCharArray()) {
            text.append(SUPERSCRIPTS.charAt(digit - '0'));
        }
        return text.toString();
    }

    public static String count(long n) {
        return String.format(Locale.ROOT, "%,d", n).replace('-', '−');
    }

    public static String count(long n, String what) {
        return count(n) + " " + what + (n == 1 ? "" : "s");
    }

    /** A count that may be very large: {@code 504,000}, {@code 9.69·10⁹}. */
    public static String largeCount(double n) {
        return n < 1e6 ? count(Math.round(n)) : significant(n);
    }

    public static String duration(double seconds) {
        if (seconds < 90) {
            return fixed(seconds, seconds < 10 ? 1 : 0) + " s";
        }
        return seconds < 5400 ? fixed(seconds / 60, 1) + " min" : fixed(seconds / 3600, 1) + " h";
    }

    private static String special(double value) {
        return Double.isNaN(value) ? "–" : value == 0 ? "0" : value > 0 ? "∞" : "−∞";
    }

    private static String scientific(BigDecimal digits, int leastDecimals) {
        int exponent = digits.precision() - digits.scale() - 1;
        BigDecimal mantissa = digits.scaleByPowerOfTen(-exponent);
        BigDecimal shown = mantissa.setScale(Math.max(leastDecimals, mantissa.scale()), RoundingMode.UNNECESSARY);
        return shown.toPlainString().replace('-', '−') + "·" + power(10, exponent);
    }
}
