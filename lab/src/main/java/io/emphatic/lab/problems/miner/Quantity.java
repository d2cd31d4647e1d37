package io.emphatic.lab.problems.miner;

import io.emphatic.documents.figure.Scale;
import io.emphatic.lab.Estimate;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** The numbers of an experiment as text, for columns that are compared by eye. */
final class Quantity {
    private static final MathContext DIGITS = new MathContext(3);

    private Quantity() {}

    /**
     * Three decimals, and three significant digits where decimals would say too little or too much: {@code 2.45·10⁻⁷}.
     */
    static String text(double value) {
        if (Double.isNaN(value)) {
            return "–";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "∞" : "−∞";
        }
        double size = Math.abs(value);
        if (value == 0) {
            return "0";
        }
        String text = size >= 1e-3 && size < 1e3
                ? String.format(Locale.ROOT, "%.3f", value)
                : scientific(new BigDecimal(value).round(DIGITS), 2);
        return text.replace('-', '−');
    }

    /** A mean with two standard errors, if they are known. */
    static String text(Estimate estimate) {
        String mean = text(estimate.mean());
        return Double.isNaN(estimate.stderr()) ? mean : mean + " ± " + text(2 * estimate.stderr());
    }

    /** A parameter with all its digits, and no more zeros than can be counted. */
    static String exact(double value) {
        BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        double size = Math.abs(value);
        return size >= 1e-6 && size < 1e6 ? digits.toPlainString() : scientific(digits, 0);
    }

    private static String scientific(BigDecimal digits, int leastDecimals) {
        int exponent = digits.precision() - digits.scale() - 1;
        BigDecimal mantissa = digits.scaleByPowerOfTen(-exponent);
        return mantissa.setScale(Math.max(leastDecimals, mantissa.scale()), RoundingMode.UNNECESSARY) + "·"
                + Scale.power(10, exponent);
    }

    /** {@code 1 run}, {@code 3,000 runs}. */
    static String count(long n, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", n, what, n == 1 ? "" : "s");
    }
}
