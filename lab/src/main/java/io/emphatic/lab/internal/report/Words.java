package io.emphatic.lab.internal.report;

import io.emphatic.Parameter;
import io.emphatic.documents.text.Numbers;
import io.emphatic.lab.study.Interval;
import io.emphatic.lab.study.Setting;
import java.util.stream.Collectors;

final class Words {
    private Words() {}

    static String setting(Setting setting) {
        return setting.parameters().entrySet().stream()
                .map(entry -> letter(entry.getKey()) + " = " + value(entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    static String letter(String parameter) {
        return switch (parameter) {
            case "step_size" -> "α";
            case "lambda" -> "λ";
            case "eta" -> "η";
            case "beta" -> "β";
            case "zeta" -> "ζ";
            case "regularization" -> "ξ";
            case "horizon" -> "n";
            case "initial_usage" -> "d₀";
            case "secondary_step_size" -> "α_w";
            default -> parameter;
        };
    }

    /** A power of two below ¼ as such, anything else as a decimal; {@code auto} for what is chosen from the data. */
    static String value(double value) {
        if (value == Parameter.AUTO) {
            return Parameter.AUTO_WORD;
        }
        int exponent = Math.getExponent(value);
        if (value > 0 && value == Math.scalb(1.0, exponent) && exponent < -2) {
            return Numbers.power(2, exponent);
        }
        return value != 0 && Math.abs(value) < 1e-3 ? Numbers.significant(value, 2) : Numbers.plain(value);
    }

    /** Four decimals, or as many digits as tell something; a dash for what is undefined. */
    static String number(double value) {
        return Double.isFinite(value) ? Numbers.decimals(value, 4) : "–";
    }

    static String interval(Interval interval) {
        if (Double.isNaN(interval.low())) {
            return number(interval.mean());
        }
        return number(interval.mean()) + " [" + number(interval.low()) + ", " + number(interval.high()) + "]";
    }

    static String difference(Interval interval) {
        return signed(interval.mean()) + " [" + signed(interval.low()) + ", " + signed(interval.high()) + "]";
    }

    private static String signed(double value) {
        double magnitude = Math.abs(value);
        return Double.isFinite(value)
                ? (value < 0 ? "−" : "+")
                        + (magnitude < 1000 ? Numbers.fixed(magnitude, 4) : Numbers.decimals(magnitude, 4))
                : "–";
    }
}
