package io.emphatic.lab.report;

import io.emphatic.documents.figure.Scale;
import io.emphatic.lab.study.Interval;
import io.emphatic.lab.study.Setting;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Settings and numbers as people write them. */
final class Words {
    private static final Map<String, String> LETTERS = Map.of(
            "step_size",
            "α",
            "lambda",
            "λ",
            "eta",
            "η",
            "beta",
            "β",
            "zeta",
            "ζ",
            "regularization",
            "ξ",
            "horizon",
            "n");

    private Words() {}

    /** {@code α = 2⁻⁸, λ = 0.9}. */
    static String setting(Setting setting) {
        return setting.parameters().entrySet().stream()
                .map(entry -> letter(entry.getKey()) + " = " + value(entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    static String letter(String parameter) {
        return LETTERS.getOrDefault(parameter, parameter);
    }

    /** A power of two below ¼ as such, anything else as a decimal. */
    static String value(double value) {
        int exponent = Math.getExponent(value);
        if (value > 0 && value == Math.scalb(1.0, exponent) && exponent < -2) {
            return Scale.power(2, exponent);
        }
        return value != 0 && Math.abs(value) < 1e-3 ? String.format(Locale.ROOT, "%.2g", value) : decimal(value);
    }

    /** As short as it can be told: {@code 0.25}, {@code 20,000}. */
    private static String decimal(double value) {
        return Math.abs(value) >= 1000
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%.4f", value).replaceAll("\\.?0+$", "");
    }

    /** Four decimals, or as many digits as tell something; a dash for what is undefined. */
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return "–";
        }
        double magnitude = Math.abs(value);
        return String.format(
                Locale.ROOT, magnitude >= 1000 || (magnitude < 1e-3 && value != 0) ? "%.3g" : "%.4f", value);
    }

    /** {@code 0.0998 [0.0935, 0.1063]}. */
    static String interval(Interval interval) {
        if (Double.isNaN(interval.low())) {
            return number(interval.mean());
        }
        return number(interval.mean()) + " [" + number(interval.low()) + ", " + number(interval.high()) + "]";
    }

    /** {@code +0.0071 [+0.0052, +0.0090]}. */
    static String difference(Interval interval) {
        return signed(interval.mean()) + " [" + signed(interval.low()) + ", " + signed(interval.high()) + "]";
    }

    private static String signed(double value) {
        double magnitude = Math.abs(value);
        return Double.isFinite(value)
                ? (value < 0 ? "−" : "+") + String.format(Locale.ROOT, magnitude < 1000 ? "%.4f" : "%.3g", magnitude)
                : "–";
    }
}
