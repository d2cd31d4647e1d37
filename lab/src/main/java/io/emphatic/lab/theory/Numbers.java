package io.emphatic.lab.theory;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as people read them. */
public final class Numbers {
    private Numbers() {}

    /** Three significant digits; ∞ and – where there is no number. */
    public static String text(double value) {
        return text(value, 3);
    }

    /** Four significant digits, rounded down: a bound that is given must hold. */
    public static String bound(double value) {
        return text(
                Double.isFinite(value)
                        ? new BigDecimal(value)
                                .round(new MathContext(4, RoundingMode.FLOOR))
                                .doubleValue()
                        : value,
                4);
    }

    /** As many significant digits. */
    public static String text(double value, int digits) {
        if (Double.isNaN(value)) {
            return "–";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "∞" : "−∞";
        }
        if (value == 0) {
            return "0";
        }
        double size = Math.abs(value);
        boolean plain = size >= 1e-3 && size < 1e6;
        int decimals = Math.max(0, digits - 1 - (int) Math.floor(Math.log10(size)));
        String text = plain
                ? String.format(Locale.ROOT, "%." + decimals + "f", value)
                : String.format(Locale.ROOT, "%." + (digits - 1) + "e", value);
        if (plain && decimals > 0) {
            text = text.replaceAll("\\.?0+$", "");
        }
        return text.replace('-', '−');
    }
}
