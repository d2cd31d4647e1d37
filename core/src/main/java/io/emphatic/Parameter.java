package io.emphatic;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One parameter of an algorithm, as the registry, the command line and study files know it.
 *
 * @param name in snake case: {@code step_size}
 * @param defaultValue its value unless given; NaN for a parameter that may be absent
 * @param whenAbsent what an absent or infinite value means, as {@code off} or {@code γ}; empty if it cannot be absent
 * @param range the values allowed
 * @param summary one line
 * @param canBeAuto whether {@link #AUTO} is allowed beside the range
 */
public record Parameter(
        String name, double defaultValue, String whenAbsent, Range range, String summary, boolean canBeAuto) {
    /** The value that is written {@value #AUTO_WORD}: chosen from the data. No parameter can have this value itself. */
    public static final double AUTO = Double.NEGATIVE_INFINITY;

    /** How {@link #AUTO} is written. */
    public static final String AUTO_WORD = "auto";

    /** One that always has a value. */
    public static Parameter of(String name, double defaultValue, Range range, String summary) {
        return new Parameter(name, defaultValue, "", range, summary, false);
    }

    /** One that may be absent, which is its default. */
    public static Parameter optional(String name, String whenAbsent, Range range, String summary) {
        return new Parameter(name, Double.NaN, whenAbsent, range, summary, false);
    }

    /** Whether the value is in the range, or {@link #AUTO} where that is allowed. */
    public boolean allows(double value) {
        return range.contains(value) || (canBeAuto && value == AUTO);
    }

    /** Returns the value, or refuses it. */
    public double check(double value) {
        boolean absent = Double.isNaN(value) && Double.isNaN(defaultValue);
        if (!absent && !allows(value)) {
            throw new IllegalArgumentException(
                    name + " is not " + (range.whole() ? "one of " : "in the interval ") + range + ": " + text(value));
        }
        return value;
    }

    /** A value as people write it: a number, or {@value #AUTO_WORD}. */
    public static String text(double value) {
        return value == AUTO ? AUTO_WORD : Double.toString(value);
    }

    /** The values of parameters as documents hold them: numbers, or {@value #AUTO_WORD}. */
    public static Map<String, Object> documented(Map<String, Double> values) {
        Map<String, Object> documented = new LinkedHashMap<>(values);
        documented.replaceAll((name, value) -> value.equals(AUTO) ? AUTO_WORD : value);
        return documented;
    }

    /** The default as people write it: {@code 0.01}, {@code off}, {@code ∞}. */
    public String defaultText() {
        return whenAbsent.isEmpty() ? Range.text(defaultValue) : whenAbsent;
    }

    /**
     * The values a parameter may take: an interval, or its whole numbers.
     *
     * @param min the lower end
     * @param minIncluded whether the lower end belongs to it
     * @param max the upper end
     * @param maxIncluded whether the upper end belongs to it
     * @param whole whether only whole numbers belong to it
     */
    public record Range(double min, boolean minIncluded, double max, boolean maxIncluded, boolean whole) {
        /** [0, 1]. */
        public static final Range UNIT = new Range(0, true, 1, true, false);
        /** [0, 1). */
        public static final Range UNIT_BELOW_ONE = new Range(0, true, 1, false, false);

        /** (0, ∞). */
        public static final Range POSITIVE = new Range(0, false, Double.POSITIVE_INFINITY, false, false);
        /** (0, ∞]. */
        public static final Range POSITIVE_OR_INFINITE = new Range(0, false, Double.POSITIVE_INFINITY, true, false);
        /** [0, ∞). */
        public static final Range NON_NEGATIVE = new Range(0, true, Double.POSITIVE_INFINITY, false, false);
        /** [0, ∞]. */
        public static final Range NON_NEGATIVE_OR_INFINITE = new Range(0, true, Double.POSITIVE_INFINITY, true, false);

        /** The whole numbers from {@code min} to {@code max}. */
        public static Range whole(int min, int max) {
            return new Range(min, true, max, true, true);
        }

        /** Whether the value is allowed. NaN never is. */
        public boolean contains(double value) {
            boolean above = minIncluded ? value >= min : value > min;
            boolean below = maxIncluded ? value <= max : value < max;
            return above && below && (!whole || value == Math.rint(value));
        }

        /** In the notation of intervals: {@code (0, ∞)}, {@code [0, 1]}, {@code {0, 1, …, 100}}. */
        @Override
        public String toString() {
            if (whole) {
                return "{" + text(min) + ", …, " + text(max) + "}";
            }
            return (minIncluded ? "[" : "(") + text(min) + ", " + text(max) + (maxIncluded ? "]" : ")");
        }

        /** A number as people write it. */
        static String text(double bound) {
            if (Double.isInfinite(bound)) {
                return "∞";
            }
            return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
        }
    }
}
